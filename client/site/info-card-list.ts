import { defineTexts, type Localized } from '../../contract/language.ts'
import { clinic } from '../domain/clinic.ts'
import hours from './art/hours.svg'
import location from './art/location.svg'
import phone from './art/phone.svg'

export type InfoCard = {
  id: number
  image: string
  background: 'quiet' | 'deep'
  title: Localized<string>
  details: string
  href?: string
}

export const infoCards: readonly InfoCard[] = [
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
