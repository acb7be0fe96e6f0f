import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import smile from './art/smile.svg'
import './care-promo.css'

export function CarePromo() {
  return (
    <section className="inner care-promo" aria-labelledby="care">
      <img
        className="care-promo-picture"
        src={smile}
        alt="A woman laughs, toothbrush in hand."
        width={480}
        height={480}
        loading="lazy"
      />
      <div className="care-promo-text">
        <h2 id="care">Exceptional Dental Care, on Your Terms</h2>
        <p className="lead">
          You choose the day and the hour, and you see the price first. In the chair you have a
          signal: raise your hand and we stop, every time, no questions.
        </p>
        <ButtonLink variant="quiet" to={paths.appointment}>
          See what is free
        </ButtonLink>
      </div>
    </section>
  )
}
