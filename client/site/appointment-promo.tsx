import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import './appointment-promo.css'
import calendar from './art/calendar.svg'

export function AppointmentPromo() {
  return (
    <section className="appointment-promo" aria-labelledby="promo">
      <div className="inner appointment-promo-row">
        <div className="appointment-promo-text">
          <h2 id="promo">Make an appointment Today</h2>
          <p className="lead">
            Pick a day, then a time that suits you. It takes about a minute, and nothing is charged
            when you book.
          </p>
          <ButtonLink to={paths.appointment}>Get Started</ButtonLink>
        </div>
        <img
          className="appointment-promo-picture"
          src={calendar}
          alt=""
          width={420}
          height={380}
          loading="lazy"
        />
      </div>
    </section>
  )
}
