import { fromDate, parseDateTime, toZoned } from '@internationalized/date'
import type { Day } from '../contract/date.ts'

/** The only source of "now"; tests inject their own. */
export type Clock = () => Date

/** The clinic's own reading of an instant. */
export type ClinicTime = {
  today: Day
  /**
   * Minutes since midnight from which on today's slots have not begun. When clocks go back this is
   * the latest time they have shown today, so a slot never comes back.
   */
  firstMinute: number
  /** When this reading stops being true, in epoch milliseconds: the next whole minute. */
  until: number
}

const minuteMs = 60_000

export function readClinicTime(now: Date, timeZone: string): ClinicTime {
  const local = fromDate(now, timeZone)
  const today = `${local.year.toString().padStart(4, '0')}-${two(local.month)}-${two(local.day)}`
  let firstMinute = local.hour * 60 + local.minute + 1
  while (firstMinute < 1440 && startOf(today, firstMinute, timeZone) <= now.getTime()) {
    firstMinute += 1
  }
  return { today, firstMinute, until: Math.floor(now.getTime() / minuteMs + 1) * minuteMs }
}

/** Begins of slots, of which many appointments share each. */
const starts = new Map<string, number>()
const mostStarts = 20_000

/** The instant at which the clinic's clock first shows `minute` on `day`, in epoch milliseconds. */
export function startOf(day: Day, minute: number, timeZone: string): number {
  const key = `${timeZone} ${day} ${minute}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const wall = parseDateTime(`${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`)
  const start = toZoned(wall, timeZone, 'earlier').toDate().getTime()
  if (starts.size >= mostStarts) starts.clear()
  starts.set(key, start)
  return start
}

/** A clock face that reads the zone once a minute; reading it costs more than the rest of a call. */
export function createClinicClock(clock: Clock, timeZone: string): () => ClinicTime {
  let reading = readClinicTime(clock(), timeZone)
  return () => {
    const now = clock()
    // A clock set back (tests do it, machines too) must be read anew as well.
    const current = now.getTime() < reading.until && now.getTime() >= reading.until - minuteMs
    if (!current) reading = readClinicTime(now, timeZone)
    return reading
  }
}

function two(value: number): string {
  return value.toString().padStart(2, '0')
}
