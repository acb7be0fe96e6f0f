import type { PastAppointment } from '../../contract/reviews/review.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import './review-cards.css'
import { reviewTexts } from './texts.ts'

type ToReviewProps = {
  rows: readonly PastAppointment[]
  onReview: (past: PastAppointment) => void
}

/** Appointments that took place and have no review yet. */
export function ToReview({ rows, onReview }: ToReviewProps) {
  const language = useLanguage()
  const t = reviewTexts[language]
  return (
    <ul className="review-cards">
      {rows.map((past) => (
        <li key={past._id} className="review-card review-card-row">
          <div>
            <p className="review-card-title">{past.treatment}</p>
            <p className="review-card-aside">
              {showDate(language, past.date)}, {showSlot(language, past.slot)}
            </p>
          </div>
          <Button
            variant="quiet"
            aria-label={t.writeReviewOf(past.treatment, showDate(language, past.date))}
            onClick={() => onReview(past)}
          >
            {t.writeReview}
          </Button>
        </li>
      ))}
    </ul>
  )
}
