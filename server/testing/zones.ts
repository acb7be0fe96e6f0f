import type { Day } from '../../contract/date.ts'

/** Zones whose clocks change at different times of the day and year, by an hour, by half of one, never. */
export const zones = [
  'America/New_York',
  'Europe/Madrid',
  'America/Santiago',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Casablanca',
  'Asia/Kolkata',
]

/**
 * The instant (epoch milliseconds) at which the clock of a zone shows a time, asked of Intl alone: the
 * first where it is shown twice; where clocks skip it, as far before the change as it lies after it.
 */
export function wallTime(
  { day, startMinute }: { day: Day; startMinute: number },
  timeZone: string,
): number {
  const naive = Date.parse(`${day}T00:00:00Z`) + startMinute * 60_000
  const offsets = [-36, 36].map((hours) => offsetAt(naive + hours * 3_600_000, timeZone))
  const guesses = offsets.map((offset) => naive - offset)
  const shown = guesses.filter((guess) => guess + offsetAt(guess, timeZone) === naive)
  return Math.min(...(shown.length > 0 ? shown : guesses))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  const floor = Math.floor(instant / 1000) * 1000
  return Date.parse(`${format.format(floor).replace(' ', 'T')}Z`) - floor
}
