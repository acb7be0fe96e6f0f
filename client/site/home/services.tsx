import { defineTexts } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { ArrowRight, Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import filling from '../art/filling.svg'
import fluoride from '../art/fluoride.svg'
import whitening from '../art/whitening.svg'
import { homeTexts } from './texts-home.ts'
import './services.css'

const services = [
  {
    id: 1,
    image: fluoride,
    serviceName: defineTexts({ en: 'Fluoride Treatment', es: 'Tratamiento con flúor' }),
    details: defineTexts({
      en: 'A thin coat that hardens the enamel and calms sensitive teeth. Ten minutes, no drill.',
      es: 'Una capa fina que fortalece el esmalte y calma los dientes sensibles. Diez minutos, sin torno.',
    }),
  },
  {
    id: 2,
    image: filling,
    serviceName: defineTexts({ en: 'Cavity Filling', es: 'Empaste de caries' }),
    details: defineTexts({
      en: 'We take out the decay and match the filling to your tooth. You chew on it the same day.',
      es: 'Quitamos la caries y damos al empaste el color de su diente. Mastica con él el mismo día.',
    }),
  },
  {
    id: 3,
    image: whitening,
    serviceName: defineTexts({ en: 'Teeth Whitening', es: 'Blanqueamiento dental' }),
    details: defineTexts({
      en: 'Coffee and tea stains lifted gently, a few shades in one visit, kind to the enamel.',
      es: 'Aclara con suavidad las manchas de café y té: varios tonos en una visita, sin dañar el esmalte.',
    }),
  },
] as const

/** Each card links to the treatments that can be booked. */
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
            <h3>
              <Link className="service-link" to={paths.appointmentFor(serviceName.en)}>
                {serviceName[language]}
              </Link>
            </h3>
            <p>{details[language]}</p>
            <p className="service-more" aria-hidden="true">
              {t.seeFree}
              <Icon of={ArrowRight} size={18} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
