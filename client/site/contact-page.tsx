import { defineTexts } from '../../contract/language.ts'
import { ContactSection } from '../contact/contact-section.tsx'
import { clinic } from '../domain/clinic.ts'
import { CleanHtml } from '../ui/clean-html.tsx'
import './contact-page.css'
import { InfoList } from './home/info-cards.tsx'

export const head = {
  title: defineTexts({ en: 'Contact', es: 'Contacto' }),
  description: defineTexts({
    en: 'How to reach our dental practice in Brooklyn.',
    es: 'Cómo comunicarse con nuestra consulta dental en Brooklyn.',
  }),
}

/** The clinic's own text with its heading, then every way to contact it. */
export function ContactPage() {
  return (
    <ContactSection>
      <CleanHtml className="contact-page-text" html={clinic.contact} />
      <InfoList className="contact-page-list" />
    </ContactSection>
  )
}
