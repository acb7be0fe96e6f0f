import { type Day, daysBetween, parseDay } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import { staffRefusalTexts } from '../../contract/schedule/refusals.ts'
import { closuresTexts } from './opening-texts.ts'

export type ClosingDraft = { from: string; to: string; reason: string }
export const closingFields = ['from', 'to', 'reason'] as const
export type ClosingField = (typeof closingFields)[number]
export type ClosingProblems = Partial<Record<ClosingField, string>>

const mostDays = 60

/** What is wrong with days to be closed, field by field; nothing where they can be sent. */
export function findProblems(draft: ClosingDraft, today: Day, language: Language): ClosingProblems {
  const t = closuresTexts[language]
  const refusals = staffRefusalTexts[language]
  const { from, to, reason } = draft
  const problems: ClosingProblems = {}
  const [first, last] = [parseDay(from), parseDay(to)]
  if (!first) problems.from = t.chooseFirst
  else if (first < today) problems.from = t.chooseLater
  if (!last) problems.to = t.chooseLast
  if (first && last) {
    const length = daysBetween(first, last) + 1
    if (length < 1) problems.to = refusals.days_backwards
    if (length > mostDays) problems.to = refusals.too_many_days
  }
  if (reason.trim() === '') problems.reason = t.noReason
  return problems
}

/** Choosing the first day alone means that one day, until the last is chosen too. */
export function withChange(draft: ClosingDraft, field: ClosingField, text: string): ClosingDraft {
  const changed = { ...draft, [field]: text }
  const follows = draft.to === '' || draft.to === draft.from || draft.to < text
  return field === 'from' && follows ? { ...changed, to: text } : changed
}
