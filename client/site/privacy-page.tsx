import { defineTexts } from '../../contract/language.ts'
import { clinic } from '../domain/clinic.ts'
import { CleanHtml } from '../ui/clean-html.tsx'
import './plain-page.css'

export const head = {
  title: defineTexts({ en: 'Privacy', es: 'Privacidad' }),
  description: defineTexts({
    en: 'What we store about you, why, for how long, and what you can ask of us.',
    es: 'Qué guardamos sobre usted, para qué, durante cuánto tiempo y qué nos puede pedir.',
  }),
}

/** The patient data that is stored and for how long: the clinic's own text or the portal's. */
export function PrivacyPage() {
  return (
    <div className="inner privacy-page">
      <CleanHtml html={clinic.privacy} />
    </div>
  )
}
