import { type Day, daysBetween, parseDay } from '../../../contract/date.ts'
import type { Language } from '../../../contract/language.ts'
import type { Checked } from '../../forms/problems.ts'
import { changesTexts } from './texts.ts'

export type AbsenceDraft = {
  from: string
  to: string
  isPart: boolean
  /** As an input of the browser has them, `09:00`. */
  begins: string
  ends: string
  reason: string
}

export const absenceFields = ['from', 'to', 'begins', 'ends', 'reason'] as const
type Field = (typeof absenceFields)[number]

export type Absence = {
  from: Day
  to: Day
  /** Minutes of the clinic's day; `null`: all of each day. */
  time: { start: number; end: number } | null
  reason: string
}

const mostDays = 60

type Problems = Partial<Record<Field, string>>

/** An absence as it is sent, or what is wrong with it. */
export function readAbsence(
  draft: AbsenceDraft,
  today: Day,
  language: Language,
): Checked<Absence, Field> {
  const [from, to] = [parseDay(draft.from), parseDay(draft.to)]
  const [start, end] = [minuteOf(draft.begins), minuteOf(draft.ends)]
  const problems: Problems = {
    ...dayProblems({ from, to, today }, language),
    ...(draft.isPart && timeProblems({ start, end }, language)),
  }
  if (Object.keys(problems).length > 0 || !from || !to) return { ok: false, problems }
  const isWhole = !draft.isPart || start === null || end === null
  const time = isWhole ? null : { start, end }
  return { ok: true, values: { from, to, time, reason: draft.reason.trim() } }
}

type Days = { from: Day | null | undefined; to: Day | null | undefined; today: Day }

function dayProblems({ from, to, today }: Days, language: Language): Problems {
  const t = changesTexts[language]
  if (!from) return { from: t.chooseDay, ...(!to && { to: t.chooseDay }) }
  if (!to) return { to: t.chooseDay }
  if (to < today) return { to: t.notPast }
  if (to < from) return { to: t.backwards }
  return daysBetween(from, to) >= mostDays ? { to: t.tooLong } : {}
}

type Times = { start: number | null; end: number | null }

function timeProblems({ start, end }: Times, language: Language): Problems {
  const t = changesTexts[language]
  if (start === null) return { begins: t.chooseTime, ...(end === null && { ends: t.chooseTime }) }
  if (end === null) return { ends: t.chooseTime }
  return end <= start ? { ends: t.timeBackwards } : {}
}

/** Choosing the first day alone means that one day, until the last is chosen too. */
export function withDay(draft: AbsenceDraft, field: 'from' | 'to', day: string): AbsenceDraft {
  const follows = draft.to === '' || draft.to === draft.from || draft.to < day
  return field === 'from' && follows ? { ...draft, from: day, to: day } : { ...draft, [field]: day }
}

function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}
