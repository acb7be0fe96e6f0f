import { paths } from '../../../contract/page-paths.ts'
import { useTexts } from '../../i18n/language.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import smile from '../art/smile.svg'
import './care-promo.css'
import { homeTexts } from './texts-home.ts'

export function CarePromo() {
  const t = useTexts(homeTexts)
  return (
    <section className="inner care-promo" aria-labelledby="care">
      <img
        className="care-promo-picture"
        src={smile}
        alt={t.carePicture}
        width={480}
        height={480}
        loading="lazy"
      />
      <div className="care-promo-text">
        <h2 id="care">{t.careTitle}</h2>
        <p className="lead">{t.careLead}</p>
        <ButtonLink variant="quiet" to={paths.appointment}>
          {t.seeFree}
        </ButtonLink>
      </div>
    </section>
  )
}
