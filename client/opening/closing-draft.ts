import { type Day, daysBetween, parseDay } from '../../contract/date.ts'
import { staffRefusals } from '../../contract/staff-refusals.ts'

export type ClosingDraft = { from: string; to: string; reason: string }
export type ClosingField = keyof ClosingDraft
export type ClosingProblems = Partial<Record<ClosingField, string>>

const mostDays = 60

/** What is wrong with days to be closed, field by field; nothing where they can be sent. */
export function findProblems(draft: ClosingDraft, today: Day): ClosingProblems {
  const { from, to, reason } = draft
  const problems: ClosingProblems = {}
  const [first, last] = [parseDay(from), parseDay(to)]
  if (!first) problems.from = 'Choose the first day'
  else if (first < today) problems.from = 'Choose today or a later day'
  if (!last) problems.to = 'Choose the last day; one day is its own last'
  if (first && last) {
    const length = daysBetween(first, last) + 1
    if (length < 1) problems.to = staffRefusals.days_backwards
    if (length > mostDays) problems.to = staffRefusals.too_many_days
  }
  if (reason.trim() === '') problems.reason = 'Please give a reason'
  return problems
}

/** Choosing the first day alone means that one day, until the last is chosen too. */
export function withChange(draft: ClosingDraft, field: ClosingField, text: string): ClosingDraft {
  const changed = { ...draft, [field]: text }
  const follows = draft.to === '' || draft.to === draft.from || draft.to < text
  return field === 'from' && follows ? { ...changed, to: text } : changed
}
