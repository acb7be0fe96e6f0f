import { addDays, type Day } from '../../contract/date.ts'
import { startOf } from '../clock.ts'

const dayMinutes = 24 * 60
const minuteMs = 60_000

/** A time of an appointment on the clinic's clock. */
export type Time = { day: Day; startMinute: number }

/** What is known of an appointment when it is asked whether a reminder of it is due. */
export type Known = Time & {
  /** Epoch milliseconds: when it was given this time, by booking or by moving. */
  placedAt: number
  /** Leads of reminders of this time that were decided before, in minutes. */
  decided: readonly number[]
}

export type DueReminder = {
  leadMinutes: number
  /** Epoch milliseconds from which on it is of no use: the next reminder, or the begin. */
  trueUntil: number
}

/** When an appointment begins, in epoch milliseconds. */
export function beginOf({ day, startMinute }: Time, timeZone: string): number {
  return startOf(day, startMinute, timeZone)
}

/**
 * When a reminder falls due, in epoch milliseconds. A lead of whole days counts days of the clinic's
 * calendar: the same time of day, even across a clock change. Any other lead is an exact number of minutes.
 */
export function dueInstant(time: Time, leadMinutes: number, timeZone: string): number {
  if (leadMinutes % dayMinutes !== 0) return beginOf(time, timeZone) - leadMinutes * minuteMs
  return startOf(addDays(time.day, -leadMinutes / dayMinutes), time.startMinute, timeZone)
}

/**
 * The reminder that is due at `now` (epoch milliseconds), if any: the latest of those whose instant
 * has come, unless it came before the appointment had this time, or this reminder or a later one was
 * decided already.
 */
export function findDue(
  known: Known,
  { leads, now, timeZone }: { leads: readonly number[]; now: number; timeZone: string },
): DueReminder | null {
  const begin = beginOf(known, timeZone)
  if (now >= begin) return null
  const at = (leadMinutes: number) => dueInstant(known, leadMinutes, timeZone)
  const instants = leads
    .map((leadMinutes) => ({ leadMinutes, at: at(leadMinutes) }))
    .toSorted((one, other) => one.at - other.at)
  const due = instants.findLast((one) => one.at <= now)
  if (!due || due.at < known.placedAt) return null
  if (known.decided.some((leadMinutes) => at(leadMinutes) >= due.at)) return null
  const next = instants.find((one) => one.at > now)
  return { leadMinutes: due.leadMinutes, trueUntil: Math.min(begin, next?.at ?? begin) }
}
