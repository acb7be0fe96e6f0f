import { parseSlot } from '../../contract/appointments/slot.ts'
import { parseDay } from '../../contract/date.ts'

/** When an appointment begins, in epoch milliseconds; `null` where date or slot cannot be read. */
export function beginOf(
  { date, slot }: { date: string; slot: string },
  timeZone: string,
): number | null {
  const day = parseDay(date)
  const time = parseSlot(slot)
  if (!day || !time) return null
  const wall = Date.parse(`${day}T00:00:00Z`) + time.start * 60_000
  // The zone's distance at that very instant, once the first guess has come close to it.
  const guess = wall - offsetAt(wall, timeZone)
  return wall - offsetAt(guess, timeZone)
}

/** How far the zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const shown = Date.UTC(year, month - 1, day, part('hour'), part('minute'))
  return shown - Math.floor(instant / 60_000) * 60_000
}
