import { type PublishedReview, showWriter } from '../../contract/reviews/review.ts'
import { showDate } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Stars } from '../ui/stars.tsx'
import './home/testimonials.css'

/** A review, styled like the testimonials. */
export function ReviewFigure({ review }: { review: PublishedReview }) {
  const language = useLanguage()
  const { stars, text, date } = review
  return (
    <figure className="testimonial">
      <blockquote className="review-figure-text">{text}</blockquote>
      <figcaption>
        <span>
          <strong>
            <bdi>{showWriter(language, review)}</bdi>
          </strong>
          <Stars count={stars} /> {showDate(language, date)}
        </span>
      </figcaption>
    </figure>
  )
}
