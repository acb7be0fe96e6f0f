import { useLanguage } from '../i18n/language.tsx'
import './policy-note.css'
import { latePolicyText, policyText, policyTexts, type Rules } from './policy-text.ts'

type PolicyNoteProps = {
  policy: Rules | undefined
  /** The time that is meant begins so soon that it can no longer be rescheduled. */
  isLate?: boolean
}

/** The clinic's rules after a booking, in one paragraph; nothing until they have loaded. */
export function PolicyNote({ policy, isLate = false }: PolicyNoteProps) {
  const language = useLanguage()
  if (!policy) return null
  return (
    <p className="policy-note">
      <strong>{policyTexts[language].heading}</strong>{' '}
      {isLate ? latePolicyText(language, policy) : policyText(language, policy)}
    </p>
  )
}
