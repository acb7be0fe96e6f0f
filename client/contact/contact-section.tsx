import { useTexts } from '../i18n/language.tsx'
import street from '../ui/art/street.svg'
import { ContactForm } from './contact-form.tsx'
import './contact-section.css'
import { SectionHeading } from '../ui/section-heading.tsx'
import { contactTexts } from './texts-contact.ts'

export function ContactSection() {
  const t = useTexts(contactTexts)
  return (
    <section className="contact-section" aria-labelledby="contact">
      <div className="inner contact-section-row">
        <div className="contact-section-text">
          <SectionHeading id="contact" over={t.over}>
            {t.title}
          </SectionHeading>
          <p className="lead">{t.lead}</p>
        </div>
        <div className="contact-section-form">
          <ContactForm />
        </div>
        <img
          className="contact-section-picture"
          src={street}
          alt={t.picture}
          width={760}
          height={352}
          loading="lazy"
        />
      </div>
    </section>
  )
}
