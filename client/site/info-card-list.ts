import { clinic } from '../clinic.ts'
import hours from './art/hours.svg'
import location from './art/location.svg'
import phone from './art/phone.svg'

export type InfoCard = {
  id: number
  image: string
  background: 'quiet' | 'deep'
  title: string
  details: string
  href?: string
}

export const infoCards: readonly InfoCard[] = [
  {
    id: 1,
    image: hours,
    background: 'quiet',
    title: 'Opening Hours',
    details: clinic.openingHours,
  },
  {
    id: 2,
    image: location,
    background: 'deep',
    title: 'Visit our location',
    details: clinic.address,
  },
  {
    id: 3,
    image: phone,
    background: 'quiet',
    title: 'Contact us now',
    details: clinic.phone,
    href: clinic.phoneLink,
  },
]
