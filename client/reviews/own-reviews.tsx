import type { OwnReview, PastAppointment } from '../../contract/reviews/review.ts'
import { showDate } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import '../app/staff-page.css'
import { Button } from '../ui/button.tsx'
import { Stars } from '../ui/stars.tsx'
import './review-cards.css'
import { ReviewStateMark } from './review-state.tsx'
import { reviewTexts } from './texts.ts'

type OwnReviewsProps = {
  rows: readonly PastAppointment[]
  onEdit: (past: PastAppointment) => void
}

/** One's own reviews with what became of them. */
export function OwnReviews({ rows, onEdit }: OwnReviewsProps) {
  const language = useLanguage()
  const t = reviewTexts[language]
  return (
    <ul className="review-cards">
      {rows.map(
        (past) =>
          past.review && (
            <li key={past._id} className="review-card">
              <Written past={past} review={past.review} />
              <div className="review-card-buttons">
                <Button
                  variant="quiet"
                  className="row-button"
                  aria-label={t.changeReviewOf(past.treatment, showDate(language, past.date))}
                  onClick={() => onEdit(past)}
                >
                  {t.change}
                </Button>
              </div>
            </li>
          ),
      )}
    </ul>
  )
}

function Written({ past, review }: { past: PastAppointment; review: OwnReview }) {
  const language = useLanguage()
  return (
    <>
      <div className="review-card-head">
        <Stars count={review.stars} />
        <ReviewStateMark state={review.state} />
      </div>
      <p className="review-card-aside">
        {past.treatment}, {showDate(language, past.date)}
      </p>
      <p className="review-text">{review.text}</p>
      {review.state === 'rejected' && (
        <p className="review-card-aside">{reviewTexts[language].rejected}</p>
      )}
    </>
  )
}
