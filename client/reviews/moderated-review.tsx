import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import type { ReviewState, StaffReview } from '../../contract/reviews/review.ts'
import { showDate } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import '../app/staff-page.css'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { Stars } from '../ui/stars.tsx'
import './review-cards.css'
import { ReviewStateMark } from './review-state.tsx'
import { moderationTexts } from './texts-moderation.ts'
import type { Deciding } from './use-moderation.ts'

type Act = 'approve' | 'reject' | 'undoApproval' | 'undoRejection'
type Step = { state: ReviewState; act: Act; variant: ButtonVariant }

/** What staff can do with a review in each state; the first is what they most likely want. */
const steps: Record<ReviewState, readonly Step[]> = {
  waiting: [
    { state: 'published', act: 'approve', variant: 'primary' },
    { state: 'rejected', act: 'reject', variant: 'quiet' },
  ],
  published: [{ state: 'waiting', act: 'undoApproval', variant: 'quiet' }],
  rejected: [{ state: 'waiting', act: 'undoRejection', variant: 'quiet' }],
}

type ModeratedReviewProps = {
  review: StaffReview
  deciding: Deciding
  onDecide: (review: StaffReview, state: ReviewState) => void
}

export function ModeratedReview({ review, deciding, onDecide }: ModeratedReviewProps) {
  const language = useLanguage()
  const t = moderationTexts[language]
  const { _id, state, patientName, firstName, treatment } = review
  const date = showDate(language, review.date)
  const buttons = useFocusAfterDecision(state)
  return (
    <li className="review-card">
      <div className="review-card-head">
        <Stars count={review.stars} />
        <ReviewStateMark state={state} />
      </div>
      <p className="review-text">{review.text}</p>
      <p className="review-card-aside">
        {t.shownAs(patientName)} <bdi>{firstName}</bdi>.{' '}
        <Link to={paths.staffAppointment(review.appointmentId)}>
          {treatment}, {date}
        </Link>
      </p>
      <div className="review-card-buttons" ref={buttons}>
        {steps[state].map((step) => (
          <Button
            key={step.act}
            variant={step.variant}
            className="row-button"
            aria-label={t.about(t[step.act], patientName, treatment, date)}
            busy={deciding?.id === _id && deciding.state === step.state}
            onClick={() => onDecide(review, step.state)}
          >
            {t[step.act]}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** A decision takes the pressed button away; the focus goes on to what can be done next. */
function useFocusAfterDecision(state: ReviewState) {
  const buttons = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    const isLost = document.activeElement === document.body
    if (isLost) buttons.current?.querySelector('button')?.focus()
  }, [state])
  return buttons
}
