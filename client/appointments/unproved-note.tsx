import { Link } from 'react-router'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { policy as clinicPolicy } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { unprovedText } from '../domain/policy-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import '../domain/policy-note.css'

const texts = defineTexts({
  en: { sendAgain: 'Send the mail again' },
  es: { sendAgain: 'Enviar el correo de nuevo' },
})

/** What an account can book until its e-mail is confirmed, and a link to send that mail again. */
export function UnprovedNote() {
  const language = useLanguage()
  const { sendAgain } = useTexts(texts)
  const policy = useRead(clinicPolicy).data
  if (!policy) return null
  return (
    <p className="policy-note">
      {unprovedText(language, policy)} <Link to={paths.verifyEmail}>{sendAgain}</Link>
    </p>
  )
}
