import { parseSlot } from '../../contract/appointments/slot.ts'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, type Day, parseDay, weekdayOf } from '../../contract/date.ts'

type Time = { date: string; slot: string }

/** When an appointment begins, in epoch milliseconds; `null` where date or slot cannot be read. */
export function beginOf(time: Time, timeZone: string): number | null {
  const start = parseSlot(time.slot)?.start
  return readInstant(time.date, start, timeZone)
}

/** When it ends: after its last minute, which the clinic's clock shows on the same day. */
export function endOf(time: Time, timeZone: string): number | null {
  const end = parseSlot(time.slot)?.end
  const lastMinute = readInstant(time.date, end && end - 1, timeZone)
  return lastMinute === null ? null : lastMinute + 60_000
}

function readInstant(date: string, minute: number | undefined, timeZone: string): number | null {
  const day = parseDay(date)
  return day && minute !== undefined ? startOf(day, minute, timeZone) : null
}

/** When a minute of a day begins on the clinic's clock, in epoch milliseconds. */
export function startOf(day: Day, minute: number, timeZone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + minute * 60_000
  // The zone's distance at that very instant, once the first guess has come close to it.
  const guess = wall - offsetAt(wall, timeZone)
  return wall - offsetAt(guess, timeZone)
}

/** How far the zone's clock is ahead of UTC, in milliseconds; `instant` in epoch milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const shown = Date.UTC(year, month - 1, day, part('hour'), part('minute'))
  return shown - Math.floor(instant / 60_000) * 60_000
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Made once for a zone: each slot of a day asks for it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  clocks.set(timeZone, clock)
  return clock
}

/** Why a day cannot be picked. */
type Unpickable = 'past' | 'closed' | 'too_far'

/** `null` if the day can be picked. Today can be, even after its last slot has started. */
export function whyUnpickable(calendar: BookingCalendar, day: Day): Unpickable | null {
  if (day < calendar.today) return 'past'
  if (day > calendar.lastDay) return 'too_far'
  if (calendar.closedWeekdays.includes(weekdayOf(day))) return 'closed'
  if (calendar.closures.some((closure) => closure.day === day)) return 'closed'
  return null
}

/** The first day from `from` on that can be picked; `null` when the booking window has none. */
export function nextPickableDay(calendar: BookingCalendar, from: Day): Day | null {
  let day = from < calendar.today ? calendar.today : from
  while (day <= calendar.lastDay) {
    if (whyUnpickable(calendar, day) === null) return day
    day = addDays(day, 1)
  }
  return null
}
