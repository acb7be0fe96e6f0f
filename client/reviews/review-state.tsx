import type { ReviewState } from '../../contract/review.ts'
import { useTexts } from '../language.tsx'
import './review-state.css'
import { reviewTexts } from './texts.ts'

export function ReviewStateMark({ state }: { state: ReviewState }) {
  const { states } = useTexts(reviewTexts)
  return <span className={`review-state review-state-${state}`}>{states[state]}</span>
}
