import { useLanguage, useTexts } from '../i18n/language.tsx'
import { infoCards } from './info-card-list.ts'
import './info-cards.css'
import { homeTexts } from './texts-home.ts'

export function InfoCards() {
  const language = useLanguage()
  const t = useTexts(homeTexts)
  return (
    <section className="info-cards" aria-label={t.whenAndWhere}>
      <ul className="inner info-cards-row">
        {infoCards.map(({ id, image, background, title, details, href }) => (
          <li key={id} className={`info-card info-card-${background}`}>
            <img src={image} alt="" width={72} height={72} />
            <div>
              <h2>{title[language]}</h2>
              <p>{href ? <a href={href}>{details}</a> : details}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
