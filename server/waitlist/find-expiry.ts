import { addDays, type Day } from '../../contract/date.ts'
import { readClinicTime, startOf } from '../clock.ts'

const minuteMs = 60_000

/** Nobody reads a mail at night: between these minutes of the clinic's clock an offer's time stands still. */
const night = { from: 21 * 60, until: 8 * 60 }

type Rules = { offerMinutes: number; leadMinutes: number; zone: string; now: Date }

/**
 * Until when an offer of a slot is held: a whole minute, since what is free is read by the minute;
 * never longer than the slot can be booked. It may lie in the past. Made at night it is held from the
 * morning on.
 */
export function findExpiry(
  { day, startMinute }: { day: Day; startMinute: number },
  { offerMinutes, leadMinutes, zone, now }: Rules,
): Date {
  const bookable = Math.floor(startOf(day, startMinute, zone) / minuteMs - leadMinutes) * minuteMs
  const held = Math.ceil(wakingHour(now, zone) / minuteMs + offerMinutes) * minuteMs
  return new Date(Math.min(held, bookable))
}

/** An instant of the day as it is; at night, the morning after. */
function wakingHour(now: Date, zone: string): number {
  const { today, firstMinute } = readClinicTime(now, zone)
  const minute = firstMinute - 1
  if (minute >= night.until && minute < night.from) return now.getTime()
  const morning = minute < night.until ? today : addDays(today, 1)
  return startOf(morning, night.until, zone)
}
