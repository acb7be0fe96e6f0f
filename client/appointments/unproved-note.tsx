import { Link } from 'react-router'
import type { Policy } from '../../contract/clinic/policy.ts'
import { paths } from '../../contract/page-paths.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import '../domain/policy-note.css'
import { unprovedText } from '../domain/policy-text.ts'
import { bookingTexts } from './booking-texts.ts'

/** What somebody whose e-mail is unconfirmed can book, and where they have the link sent again. */
export function UnprovedNote({ policy }: { policy: Policy | undefined }) {
  const language = useLanguage()
  const { sendAgain } = useTexts(bookingTexts)
  if (!policy) return null
  return (
    <p className="policy-note">
      {unprovedText(language, policy)} <Link to={paths.verifyEmail}>{sendAgain}</Link>
    </p>
  )
}
