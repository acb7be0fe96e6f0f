import { ContactSection } from '../contact/contact-section.tsx'
import { AppointmentPromo } from './home/appointment-promo.tsx'
import { CarePromo } from './home/care-promo.tsx'
import { Hero } from './home/hero.tsx'
import { InfoCards } from './home/info-cards.tsx'
import { Services } from './home/services.tsx'
import { Testimonials } from './home/testimonials.tsx'

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
