import { paths } from '../../../contract/page-paths.ts'
import { useTexts } from '../../i18n/language.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import './appointment-promo.css'
import calendar from '../art/calendar.svg'
import { homeTexts } from './texts-home.ts'

export function AppointmentPromo() {
  const t = useTexts(homeTexts)
  return (
    <section className="appointment-promo" aria-labelledby="promo">
      <div className="inner appointment-promo-row">
        <div className="appointment-promo-text">
          <h2 id="promo">{t.promoTitle}</h2>
          <p className="lead">{t.promoLead}</p>
          <ButtonLink to={paths.appointment}>{t.getStarted}</ButtonLink>
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
