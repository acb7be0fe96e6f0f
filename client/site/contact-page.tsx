import { ContactSection } from '../contact/contact-section.tsx'
import { clinic } from '../domain/clinic.ts'
import { CleanHtml } from '../ui/clean-html.tsx'
import './contact-page.css'
import { InfoList } from './home/info-cards.tsx'

/** What the clinic writes here itself, its heading included; then every way to reach it. */
export function ContactPage() {
  return (
    <ContactSection>
      <CleanHtml className="contact-page-text" html={clinic.contact} />
      <InfoList className="contact-page-list" />
    </ContactSection>
  )
}
