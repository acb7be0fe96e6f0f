import type { PastAppointment } from '../../contract/review.ts'
import { Button } from '../ui/button.tsx'
import './review-cards.css'

type ToReviewProps = {
  rows: readonly PastAppointment[]
  onReview: (past: PastAppointment) => void
}

/** Appointments that took place and have no review yet. */
export function ToReview({ rows, onReview }: ToReviewProps) {
  return (
    <ul className="review-cards">
      {rows.map((past) => (
        <li key={past._id} className="review-card review-card-row">
          <div>
            <p className="review-card-title">{past.treatment}</p>
            <p className="review-card-aside">
              {past.date}, {past.slot}
            </p>
          </div>
          <Button
            variant="quiet"
            aria-label={`Write a review of ${past.treatment}, ${past.date}`}
            onClick={() => onReview(past)}
          >
            Write a review
          </Button>
        </li>
      ))}
    </ul>
  )
}
