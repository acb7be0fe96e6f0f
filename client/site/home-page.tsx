import { ContactSection } from '../contact/contact-section.tsx'
import { AppointmentPromo } from './appointment-promo.tsx'
import { CarePromo } from './care-promo.tsx'
import { Hero } from './hero.tsx'
import { InfoCards } from './info-cards.tsx'
import { Services } from './services.tsx'
import { Testimonials } from './testimonials.tsx'

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
