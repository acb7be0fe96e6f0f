import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import quote from './art/quote.svg'
import { LatestReviews } from './latest-reviews.tsx'
import { testimonials } from './testimonial-list.ts'
import './testimonials.css'
import { homeTexts } from './texts-home.ts'

export function Testimonials() {
  const language = useLanguage()
  const t = useTexts(homeTexts)
  return (
    <section className="inner testimonials" aria-labelledby="testimonials">
      <div className="testimonials-head">
        <SectionHeading id="testimonials" over={t.testimonial}>
          {t.testimonialsTitle}
        </SectionHeading>
        <img src={quote} alt="" width={160} height={120} loading="lazy" />
      </div>
      <ul className="testimonials-grid">
        {testimonials.map(({ _id, img, name, location, text }) => (
          <li key={_id}>
            <figure className="testimonial">
              <blockquote>{text[language]}</blockquote>
              <figcaption>
                <img src={img} alt="" width={72} height={72} loading="lazy" />
                <span>
                  <strong>{name}</strong>
                  {location}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <LatestReviews />
    </section>
  )
}
