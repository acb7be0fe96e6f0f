import { fromDate, parseDate, parseDateTime, toZoned } from '@internationalized/date'
import type { Day } from '../contract/date.ts'

/** An instant in UTC as `2026-11-21T09:24:00.000Z`: sorts as text, the same on both engines. */
export type Instant = string

/** The only source of "now"; tests inject their own. */
export type Clock = () => Date

/** The clinic's own reading of an instant. */
export type ClinicTime = {
  today: Day
  /**
   * The first minute since midnight whose slots today have not begun. When clocks go back, the latest time
   * they have shown today still counts, so a slot never comes back.
   */
  firstMinute: number
  /** When this reading stops being true, in epoch milliseconds: the next whole minute. */
  until: number
  /** How a day's clock runs. */
  runOf: (day: Day) => DayRun
}

/**
 * A day of 24 hours, or one on which the clocks change: from `turnMinute` on, a minute of the clock
 * comes `shift` minutes sooner after midnight than it says; negative where it comes later.
 */
type DayRun = {
  /** Epoch milliseconds. */ midnight: number
  turnMinute: number
  shift: number
}

const minuteMs = 60_000
const noon = 12 * 60
/** More days than any clinic is booked ahead; past it they are read again. */
const knownDays = 1000

export function readClinicTime(now: Date, timeZone: string): ClinicTime {
  const local = fromDate(now, timeZone)
  const today = `${local.year.toString().padStart(4, '0')}-${two(local.month)}-${two(local.day)}`
  let firstMinute = local.hour * 60 + local.minute + 1
  while (firstMinute < 1440 && startOf(today, firstMinute, timeZone) <= now.getTime()) {
    firstMinute += 1
  }
  const until = Math.floor(now.getTime() / minuteMs + 1) * minuteMs
  return { today, firstMinute, until, runOf: (day) => readDayRun(day, timeZone) }
}

function readDayRun(day: Day, timeZone: string): DayRun {
  const midnight = startOf(day, 0, timeZone)
  const minutesTo = (minute: number) => (startOf(day, minute, timeZone) - midnight) / minuteMs
  const shift = noon - minutesTo(noon)
  let turnMinute = 0
  if (shift !== 0) while (minutesTo(turnMinute) === turnMinute) turnMinute += 1
  return { midnight, turnMinute, shift }
}

/** Begins of slots, of which many appointments share each. */
const starts = new Map<string, number>()
const mostStarts = 20_000

/**
 * The instant at which the clinic's clock first shows `minute` on `day`, in epoch milliseconds. A time that the
 * clocks skip lies as far before their change as it would lie after it.
 */
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

/** The first instant of `day` by the clinic's clock, which may skip midnight, in epoch milliseconds. */
export function startOfDay(day: Day, timeZone: string): number {
  return toZoned(parseDate(day), timeZone).toDate().getTime()
}

/** A clock face that reads the zone once a minute; reading it costs more than the rest of a call. */
export function createClinicClock(clock: Clock, timeZone: string): () => ClinicTime {
  const runs = new Map<Day, DayRun>()
  const runOf = (day: Day) => {
    const known = runs.get(day)
    if (known) return known
    if (runs.size >= knownDays) runs.clear()
    const run = readDayRun(day, timeZone)
    runs.set(day, run)
    return run
  }
  const read = (now: Date) => ({ ...readClinicTime(now, timeZone), runOf })
  let reading = read(clock())
  return () => {
    const now = clock()
    // A clock set back (tests do it, machines too) must be read again as well.
    const current = now.getTime() < reading.until && now.getTime() >= reading.until - minuteMs
    if (!current) reading = read(now)
    return reading
  }
}

function two(value: number): string {
  return value.toString().padStart(2, '0')
}
