import type { ReviewState } from '../../contract/reviews/review.ts'
import { useTexts } from '../i18n/language.tsx'
import './review-state.css'
import { reviewTexts } from './texts.ts'

export function ReviewStateMark({ state }: { state: ReviewState }) {
  const { states } = useTexts(reviewTexts)
  return <span className={`review-state review-state-${state}`}>{states[state]}</span>
}
