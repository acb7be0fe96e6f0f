import { type Day, daysBetween, parseDay } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import { staffRefusalTexts } from '../../contract/schedule/refusals.ts'
import type { Checked, Problems } from '../forms/problems.ts'
import { closuresTexts, type OpeningTexts, openingTexts } from './opening-texts.ts'

/** The rules' form as it stands. */
export type RulesDraft = {
  closedWeekdays: readonly number[]
  horizonDays: string
  leadHours: string
  leadMinutes: string
}

export const rulesFields = ['horizonDays', 'leadHours', 'leadMinutes'] as const
export type RulesField = (typeof rulesFields)[number]

export type Rules = { closedWeekdays: number[]; horizonDays: number; leadMinutes: number }

/** How many days ahead can be booked at most. */
export const farthest = 730
const longestLeadHours = 14 * 24

export function draftOf({ closedWeekdays, horizonDays, leadMinutes }: Rules): RulesDraft {
  return {
    closedWeekdays,
    horizonDays: String(horizonDays),
    leadHours: String(Math.floor(leadMinutes / 60)),
    leadMinutes: String(leadMinutes % 60),
  }
}

/** What the form sends, or what is wrong with it, field by field. */
export function readRules(draft: RulesDraft, language: Language): Checked<Rules, RulesField> {
  const t = openingTexts[language]
  const horizonDays = wholeNumber(draft.horizonDays)
  // An empty minimum notice is none.
  const hours = wholeNumber(draft.leadHours || '0')
  const minutes = wholeNumber(draft.leadMinutes || '0')
  const problems: Problems<RulesField> = {}
  if (horizonDays === null || horizonDays > farthest) {
    problems.horizonDays = t.daysUnread(farthest)
  }
  if (minutes === null || minutes > 59) problems.leadMinutes = t.minutesUnread
  if (hours === null || hours * 60 + (minutes ?? 0) > longestLeadHours * 60) {
    problems.leadHours = t.hoursUnread(longestLeadHours)
  }
  if (horizonDays === null || hours === null || minutes === null || Object.keys(problems).length) {
    return { ok: false, problems }
  }
  const closedWeekdays = draft.closedWeekdays.toSorted((a, b) => a - b)
  return { ok: true, values: { closedWeekdays, horizonDays, leadMinutes: hours * 60 + minutes } }
}

/** A field's label and value, for the message that another account has changed it. */
export function wordsOf(
  t: OpeningTexts,
  field: keyof RulesDraft,
  draft: RulesDraft,
): { label: string; text: string } {
  if (field === 'closedWeekdays') {
    const names = draft.closedWeekdays.map((weekday) => t.weekdays[weekday])
    return { label: t.closedOn, text: names.join(', ') || '–' }
  }
  if (field === 'horizonDays') return { label: t.daysAhead, text: draft.horizonDays }
  return {
    label: `${t.notice}, ${field === 'leadHours' ? t.hours : t.minutes}`,
    text: draft[field],
  }
}

function wholeNumber(text: string): number | null {
  return /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null
}

export type ClosingDraft = { from: string; to: string; reason: string }
export const closingFields = ['from', 'to', 'reason'] as const
export type ClosingField = (typeof closingFields)[number]
type ClosingProblems = Partial<Record<ClosingField, string>>

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
