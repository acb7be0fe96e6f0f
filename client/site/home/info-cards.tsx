import { defineTexts, type Localized } from '../../../contract/language.ts'
import { clinic } from '../../domain/clinic.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import hours from '../art/hours.svg'
import location from '../art/location.svg'
import phone from '../art/phone.svg'
import { homeTexts } from './texts-home.ts'
import './info-cards.css'

type InfoCard = {
  id: number
  image: string
  background: 'quiet' | 'deep'
  title: Localized<string>
  details: string
  href?: string
}

const infoCards: readonly InfoCard[] = [
  {
    id: 1,
    image: hours,
    background: 'quiet',
    title: defineTexts({ en: 'Opening Hours', es: 'Horario de atención' }),
    details: clinic.openingHours,
  },
  {
    id: 2,
    image: location,
    background: 'deep',
    title: defineTexts({ en: 'Visit our location', es: 'Visítenos' }),
    details: clinic.address,
    href: clinic.mapLink,
  },
  {
    id: 3,
    image: phone,
    background: 'quiet',
    title: defineTexts({ en: 'Contact us now', es: 'Llámenos' }),
    details: clinic.phone,
    href: clinic.phoneLink,
  },
]

export function InfoCards() {
  return (
    <section className="info-cards" aria-label={useTexts(homeTexts).whenAndWhere}>
      <InfoList className="inner info-cards-row" />
    </section>
  )
}

export function InfoList({ className }: { className: string }) {
  const language = useLanguage()
  return (
    <ul className={className}>
      {infoCards.map(({ id, image, background, title, details, href }) => (
        <li key={id} className={`info-card info-card-${background}`}>
          <img src={image} alt="" width={72} height={72} />
          <div>
            <h2>{title[language]}</h2>
            <p>{href ? <a href={href}>{details}</a> : details}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
