import { defineTexts } from '../../contract/language.ts'
import { ContactSection } from '../contact/contact-section.tsx'
import { AppointmentPromo } from './home/appointment-promo.tsx'
import { CarePromo } from './home/care-promo.tsx'
import { Hero } from './home/hero.tsx'
import { InfoCards } from './home/info-cards.tsx'
import { Services } from './home/services.tsx'
import { Testimonials } from './home/testimonials.tsx'

export const head = {
  title: defineTexts({ en: 'Your New Smile Starts Here', es: 'Su nueva sonrisa empieza aquí' }),
  description: defineTexts({
    en: 'A calm dental practice in Brooklyn. See what is free, book your appointment online and know the price before you come.',
    es: 'Una consulta dental tranquila en Brooklyn. Vea qué horarios hay libres, reserve su cita en línea y conozca el precio antes de venir.',
  }),
}

export function HomePage() {
  return (
    <>
      <Hero />
      <InfoCards />
      <Services />
      <CarePromo />
      <AppointmentPromo />
      <Testimonials />
      <ContactSection />
    </>
  )
}
