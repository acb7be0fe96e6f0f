import type { ReviewState } from '../../contract/review.ts'
import './review-state.css'

export const stateTexts: Record<ReviewState, string> = {
  waiting: 'Waiting for approval',
  published: 'Published',
  rejected: 'Not published',
}

export function ReviewStateMark({ state }: { state: ReviewState }) {
  return <span className={`review-state review-state-${state}`}>{stateTexts[state]}</span>
}
