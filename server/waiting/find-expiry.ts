import { addDays, type Day } from '../../contract/date.ts'
import { startOf } from '../clock.ts'

const minuteMs = 60_000
const dayMinutes = 24 * 60

type Rules = { offerMinutes: number; leadMinutes: number; zone: string; now: Date }

/**
 * Until when an offer of a slot is held: a whole minute, since what is free is read by the minute;
 * never longer than the slot can be booked. It may lie in the past.
 */
export function findExpiry(
  { day, startMinute }: { day: Day; startMinute: number },
  { offerMinutes, leadMinutes, zone, now }: Rules,
): Date {
  const last = startMinute - leadMinutes
  const lastDay = addDays(day, Math.floor(last / dayMinutes))
  const lastMinute = ((last % dayMinutes) + dayMinutes) % dayMinutes
  const bookable = Math.floor(startOf(lastDay, lastMinute, zone) / minuteMs) * minuteMs
  const held = Math.ceil(now.getTime() / minuteMs + offerMinutes) * minuteMs
  return new Date(Math.min(held, bookable))
}
