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

/** Placeholders until a clinic puts in its own. */
export const clinicAddress = 'Court Street, Brooklyn, NY 11201, United States'

export const infoCards: readonly InfoCard[] = [
  {
    id: 1,
    image: hours,
    background: 'quiet',
    title: 'Opening Hours',
    details: 'Monday to Saturday, 8\u00a0AM to 5\u00a0PM. Closed on Sundays.',
  },
  {
    id: 2,
    image: location,
    background: 'deep',
    title: 'Visit our location',
    details: clinicAddress,
  },
  {
    id: 3,
    image: phone,
    background: 'quiet',
    title: 'Contact us now',
    details: '+1 (718) 555-0142',
    href: 'tel:+17185550142',
  },
]
