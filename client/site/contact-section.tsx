import street from './art/street.svg'
import { ContactForm } from './contact-form.tsx'
import './contact-section.css'
import { SectionHeading } from './section-heading.tsx'

export function ContactSection() {
  return (
    <section className="contact-section" aria-labelledby="contact">
      <div className="inner contact-section-row">
        <div className="contact-section-text">
          <SectionHeading id="contact" over="Contact Us">
            Stay connected with us
          </SectionHeading>
          <p className="lead">
            A question about a treatment, a price, or what it will feel like? Write to us. A person
            from the practice answers, usually on the same day.
          </p>
        </div>
        <div className="contact-section-form">
          <ContactForm />
        </div>
        <img
          className="contact-section-picture"
          src={street}
          alt="The clinic on a Brooklyn street, between a brownstone and a brick house, with the bridge behind them."
          width={760}
          height={352}
          loading="lazy"
        />
      </div>
    </section>
  )
}
