import { useLanguage } from '../i18n/language.tsx'
import './policy-note.css'
import { policyText, policyTexts, type Rules } from './policy-text.ts'

/** The clinic's rules after a booking, in one paragraph; nothing until they have loaded. */
export function PolicyNote({ policy }: { policy: Rules | undefined }) {
  const language = useLanguage()
  if (!policy) return null
  return (
    <p className="policy-note">
      <strong>{policyTexts[language].heading}</strong> {policyText(language, policy)}
    </p>
  )
}
