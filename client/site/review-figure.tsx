import type { PublishedReview } from '../../contract/review.ts'
import { Stars } from '../ui/stars.tsx'
import './testimonials.css'

/** A review in the look of the testimonials. */
export function ReviewFigure({ review }: { review: PublishedReview }) {
  const { stars, text, firstName, date } = review
  return (
    <figure className="testimonial">
      <blockquote className="review-figure-text">{text}</blockquote>
      <figcaption>
        <span>
          <strong>
            <bdi>{firstName}</bdi>
          </strong>
          <Stars count={stars} /> {date}
        </span>
      </figcaption>
    </figure>
  )
}
