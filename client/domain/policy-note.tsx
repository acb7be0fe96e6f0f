import { useLanguage } from '../i18n/language.tsx'
import './policy-note.css'
import { policyText, policyTexts, type Rules } from './policy-text.ts'

/** What a patient may still do after booking, in one paragraph. Nothing until it is known. */
export function PolicyNote({ policy }: { policy: Rules | undefined }) {
  const language = useLanguage()
  if (!policy) return null
  return (
    <p className="policy-note">
      <strong>{policyTexts[language].heading}</strong> {policyText(language, policy)}
    </p>
  )
}
