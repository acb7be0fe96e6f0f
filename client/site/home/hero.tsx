import { paths } from '../../../contract/page-paths.ts'
import { useTexts } from '../../i18n/language.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import patient from '../art/patient.svg'
import './hero.css'
import { homeTexts } from './texts-home.ts'

export function Hero() {
  const t = useTexts(homeTexts)
  return (
    <section className="hero" aria-labelledby="hero">
      <div className="inner hero-row">
        <div className="hero-text">
          <h1 id="hero">{t.heroTitle}</h1>
          <p className="lead">{t.heroLead}</p>
          <ButtonLink to={paths.appointment} className="hero-action">
            {t.getStarted}
          </ButtonLink>
          <p className="hero-note">{t.heroNote}</p>
        </div>
        <img
          className="hero-picture"
          src={patient}
          width={700}
          height={520}
          fetchPriority="high"
          alt={t.heroPicture}
        />
      </div>
    </section>
  )
}
