import type { Day } from '../../../contract/date.ts'
import { DoctorSchedule, type TimeSpan } from '../../../contract/doctors/schedule.ts'
import type { Language } from '../../../contract/language.ts'
import { writeClock } from '../../domain/time-input.ts'
import { bySchema, type Checked } from '../../forms/problems.ts'
import { hoursTexts } from './texts.ts'

/** Times as an input of the browser has them, `09:00`; '' is not filled in yet. */
export type SpanDraft = { from: string; to: string }
export type WeekDraft = { from: string; days: readonly (readonly SpanDraft[])[] }
/** Whether it was over when it was read: what is typed as a day that is over stays where it is typed. */
type Dated = { isPast: boolean }
export type DayDraft = Dated & { day: string; hours: readonly SpanDraft[] }
export type OffDraft = Dated & { from: string; to: string; reason: string }
export type BlockDraft = Dated & SpanDraft & { day: string; reason: string }

export type HoursDraft = {
  treatments: readonly string[]
  chairs: readonly string[]
  weeks: readonly WeekDraft[]
  exceptions: readonly DayDraft[]
  timeOff: readonly OffDraft[]
  blocks: readonly BlockDraft[]
}

/** In their order on the screen. */
export const hoursFields = [
  'treatments',
  'weeks',
  'exceptions',
  'timeOff',
  'blocks',
  'chairs',
] as const
export type HoursField = (typeof hoursFields)[number]

/** `today`: the clinic's, ISO. */
export function draftOf(schedule: DoctorSchedule, today: Day): HoursDraft {
  const { treatments, chairs } = schedule
  return {
    treatments,
    chairs,
    weeks: schedule.weeks.map(({ from, days }) => ({
      from,
      days: days.map((hours) => hours.map(draftOfSpan)),
    })),
    exceptions: schedule.exceptions.map(({ day, hours }) => ({
      day,
      hours: hours.map(draftOfSpan),
      isPast: day < today,
    })),
    timeOff: schedule.timeOff.map((off) => ({ ...off, isPast: off.to < today })),
    blocks: schedule.blocks.map(({ day, time, reason }) => ({
      day,
      ...draftOfSpan(time),
      reason,
      isPast: day < today,
    })),
  }
}

function draftOfSpan({ start, end }: TimeSpan): SpanDraft {
  return { from: writeClock(start), to: writeClock(end) }
}

/**
 * Two times that are filled in as minutes since midnight; midnight ends a day and begins one. One that ends before it
 * begins stays so, for the schema to refuse.
 */
export function spanOf({ from, to }: SpanDraft): TimeSpan {
  const minute = (time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return hours * 60 + minutes
  }
  return { start: minute(from), end: minute(to) || 1440 }
}

const check = bySchema(DoctorSchedule, hoursFields)

/** What a draft sends, or what is wrong with it, section by section. */
export function readDraft(
  draft: HoursDraft,
  language: Language,
): Checked<DoctorSchedule, HoursField> {
  const { incomplete } = hoursTexts[language]
  const lacking = hoursFields.filter((field) => hasGap(draft[field]))
  if (lacking.length > 0) {
    return { ok: false, problems: Object.fromEntries(lacking.map((field) => [field, incomplete])) }
  }
  return check({
    ...draft,
    weeks: draft.weeks.map(({ from, days }) => ({
      from,
      days: days.map((hours) => hours.map(spanOf)),
    })),
    exceptions: draft.exceptions.map(({ day, hours }) => ({ day, hours: hours.map(spanOf) })),
    blocks: draft.blocks.map(({ day, reason, ...span }) => ({ day, time: spanOf(span), reason })),
  })
}

/** A day or a time that is not filled in; a reason may be left out. */
function hasGap(part: unknown): boolean {
  if (part === '') return true
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([name, value]) => name !== 'reason' && hasGap(value))
}

/** One item of a list changed, added behind the last, or left out with `undefined`. */
export function replaced<T>(list: readonly T[], place: number, item: T | undefined): T[] {
  const next = item === undefined ? [] : [item]
  return [...list.slice(0, place), ...next, ...list.slice(place + 1)]
}

/** The hours of Monday on the four days after it. */
export function withMondayCopied({ from, days }: WeekDraft): WeekDraft {
  const [sunday = [], monday = [], , , , , saturday = []] = days
  return { from, days: [sunday, monday, monday, monday, monday, monday, saturday] }
}
