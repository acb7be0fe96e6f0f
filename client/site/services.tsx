import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import { services } from './service-list.ts'
import './services.css'
import { homeTexts } from './texts-home.ts'

export function Services() {
  const language = useLanguage()
  const t = useTexts(homeTexts)
  return (
    <section className="inner services" aria-labelledby="services">
      <SectionHeading id="services" over={t.ourServices}>
        {t.servicesTitle}
      </SectionHeading>
      <ul className="services-grid">
        {services.map(({ id, image, serviceName, details }) => (
          <li key={id} className="service">
            <img src={image} alt="" width={320} height={240} loading="lazy" />
            <h3>{serviceName[language]}</h3>
            <p>{details[language]}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
