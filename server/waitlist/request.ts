import type { Selectable } from 'kysely'
import { addDays, type Day, daysBetween, weekdayOf } from '../../contract/date.ts'
import type { WaitlistRefusal } from '../../contract/waitlist/refusals.ts'
import type { Tables } from '../db/schema.ts'

export type RequestRow = Selectable<Tables['waits']>

/** The kinds of mails about a request or its offers. */
export const waitlistMails: readonly string[] = [
  'earlier-slot-offer',
  'earlier-slot-withdrawn',
  'waiting-rests',
  'waiting-doctor-away',
]

/** After this many unanswered offers in a row a request rests until its patient resumes it. */
export const mostUnanswered = 2

/** The days and times that suit a request. */
export type Suits = {
  from: Day
  until: Day
  weekdays: readonly number[]
  fromMinute: number
  untilMinute: number
}

const mostDays = 180

/** What is wrong with the days and times of a request; `null` when nothing is. */
export function checkRequest(
  { from, until, weekdays, fromMinute, untilMinute }: Suits,
  today: Day,
): WaitlistRefusal | null {
  const length = daysBetween(from, until) + 1
  if (length < 1) return 'days_backwards'
  if (until < today) return 'days_over'
  if (length > mostDays) return 'days_too_many'
  if (weekdays.length === 0) return 'no_weekday'
  const onDay = (day: Day) => weekdays.includes(weekdayOf(day))
  const week = Array.from({ length: Math.min(length, 7) }, (_, place) => addDays(from, place))
  if (!week.some(onDay)) return 'no_such_weekday'
  return untilMinute > fromMinute ? null : 'times_backwards'
}

/** The same as columns of `waits`. */
export function columnsOf({ from, until, weekdays, fromMinute, untilMinute }: Suits) {
  const bits = weekdays.map(weekdayBit)
  return {
    fromDay: from,
    untilDay: until,
    weekdays: bits.reduce((all, bit) => all | bit, 0),
    fromMinute,
    untilMinute,
  }
}

/** The bit of a weekday in `weekdays`. */
export const weekdayBit = (weekday: number) => 1 << weekday
