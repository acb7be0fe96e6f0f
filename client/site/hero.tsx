import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import patient from './art/patient.svg'
import './hero.css'

export function Hero() {
  return (
    <section className="hero" aria-labelledby="hero">
      <div className="inner hero-row">
        <div className="hero-text">
          <h1 id="hero">Your New Smile Starts Here</h1>
          <p className="lead">
            A calm practice in Brooklyn. See which times are free, book one in a minute, and know
            the price before you sit down.
          </p>
          <ButtonLink to={paths.appointment} className="hero-action">
            Get Started
          </ButtonLink>
          <p className="hero-note">Nervous? Tell us when you arrive. We go at your pace.</p>
        </div>
        <img
          className="hero-picture"
          src={patient}
          width={700}
          height={520}
          fetchPriority="high"
          alt="A patient leans back in the dentist's chair, smiling with closed eyes. Morning light falls through the window, and a cat sleeps under the footrest."
        />
      </div>
    </section>
  )
}
