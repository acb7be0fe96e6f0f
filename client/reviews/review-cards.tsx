import type { ReviewState } from '../../contract/reviews/review.ts'
import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { reviewTexts } from './texts.ts'
import './review-cards.css'

export function ReviewStateMark({ state }: { state: ReviewState }) {
  const { states } = useTexts(reviewTexts)
  return <span className={`review-state review-state-${state}`}>{states[state]}</span>
}

type CardsSkeletonProps = { label: string; rows: number; height?: string }

/** Shown while cards load, in their size. */
export function CardsSkeleton({ label, rows, height = '88px' }: CardsSkeletonProps) {
  return (
    <div className="review-cards" aria-busy="true">
      <p className="visually-hidden" role="status">
        {label}
      </p>
      {Array.from({ length: rows }, (_, row) => String(row)).map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  )
}
