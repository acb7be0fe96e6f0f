import { infoCards } from './info-card-list.ts'
import './info-cards.css'

export function InfoCards() {
  return (
    <section className="info-cards" aria-label="When and where">
      <ul className="inner info-cards-row">
        {infoCards.map(({ id, image, background, title, details, href }) => (
          <li key={id} className={`info-card info-card-${background}`}>
            <img src={image} alt="" width={72} height={72} />
            <div>
              <h2>{title}</h2>
              <p>{href ? <a href={href}>{details}</a> : details}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
