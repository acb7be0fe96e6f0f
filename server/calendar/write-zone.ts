import { findTransitions, isShownTwice, offsetAt, type Transition } from './find-transitions.ts'

type Years = { firstYear: number; lastYear: number }

/** A clinic has one zone and few years; asking `Intl` for each entry cost a tenth of all bookings. */
const known = new Map<string, readonly string[]>()

/**
 * The lines of a VTIMEZONE that is right for every instant from `from` to `to`, in epoch
 * milliseconds: the offset at the start of the year before, and each change since, one by one.
 */
export function writeZone(
  timeZone: string,
  { from, to }: { from: number; to: number },
): readonly string[] {
  const firstYear = new Date(from).getUTCFullYear() - 1
  const lastYear = new Date(to).getUTCFullYear()
  const key = `${timeZone} ${firstYear} ${lastYear}`
  const lines = known.get(key) ?? writeYears(timeZone, { firstYear, lastYear })
  known.set(key, lines)
  return lines
}

function writeYears(timeZone: string, { firstYear, lastYear }: Years): string[] {
  const start = Date.UTC(firstYear, 0, 1)
  const offset = offsetAt(start, timeZone)
  const observances: Transition[] = [{ at: start, before: offset, after: offset }]
  for (let year = firstYear; year <= lastYear; year += 1) {
    observances.push(...findTransitions(timeZone, year))
  }
  const least = Math.min(...observances.map(({ after }) => after))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observances.flatMap((observance) =>
      writeObservance(observance, timeZone, observance.after > least ? 'DAYLIGHT' : 'STANDARD'),
    ),
    'END:VTIMEZONE',
  ]
}

/**
 * Parameter and value of a time: `;TZID=America/New_York:20260608T080000` for an instant in epoch
 * milliseconds. One that the clocks show twice is in UTC: RFC 5545 means the first, not every calendar.
 */
export function writeTime(instant: number, timeZone: string): string {
  if (isShownTwice(instant, timeZone)) return `:${writeShifted(instant, 0)}Z`
  return `;TZID=${timeZone}:${writeShifted(instant, offsetAt(instant, timeZone))}`
}

function writeObservance(
  { at, before, after }: Transition,
  timeZone: string,
  kind: 'STANDARD' | 'DAYLIGHT',
): string[] {
  return [
    `BEGIN:${kind}`,
    // What the clocks would have shown without the change (RFC 5545 section 3.6.5).
    `DTSTART:${writeShifted(at, before)}`,
    `TZOFFSETFROM:${writeOffset(before)}`,
    `TZOFFSETTO:${writeOffset(after)}`,
    `TZNAME:${shortName(at, timeZone)}`,
    `END:${kind}`,
  ]
}

function writeShifted(instant: number, offsetMinutes: number): string {
  const shifted = new Date(instant + offsetMinutes * 60_000).toISOString()
  return shifted.slice(0, 19).replace(/[-:]/g, '')
}

function writeOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${digits.join('')}`
}

function shortName(instant: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(
    instant,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
