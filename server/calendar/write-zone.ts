import { fromDate } from '@internationalized/date'

const minuteMs = 60_000
const dayMs = 86_400_000

/** A change of a zone's clocks: when, in epoch milliseconds, and minutes off UTC before and after. */
type Transition = { at: number; before: number; after: number }

/** Minutes off UTC as a year of UTC begins, and what changes that within the year. */
type Year = { offset: number; transitions: Transition[] }
type Years = { firstYear: number; lastYear: number }

/** A clinic has one zone and few years; asking `Intl` for each entry cost a tenth of all bookings. */
const knownZones = new Map<string, readonly string[]>()
const knownYears = new Map<string, Year>()

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
  const lines = knownZones.get(key) ?? writeYears(timeZone, { firstYear, lastYear })
  knownZones.set(key, lines)
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
  const shifted = new Date(instant + offsetMinutes * minuteMs).toISOString()
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

/** What a zone's clocks are off UTC at an instant, in minutes; east is positive. */
function offsetAt(instant: number, timeZone: string): number {
  const { offset, transitions } = findYear(timeZone, new Date(instant).getUTCFullYear())
  return transitions.findLast(({ at }) => at <= instant)?.after ?? offset
}

/**
 * The changes of a zone's clocks within a year of UTC, as the zone data of this machine has them and
 * not by a rule: Morocco follows the moon, and governments change their minds.
 */
function findTransitions(timeZone: string, year: number): Transition[] {
  return findYear(timeZone, year).transitions
}

function findYear(timeZone: string, year: number): Year {
  const key = `${timeZone} ${year}`
  const found = knownYears.get(key) ?? searchYear(timeZone, year)
  knownYears.set(key, found)
  return found
}

/** Whether the zone's clocks show the time of this instant twice, because they are put back. */
function isShownTwice(instant: number, timeZone: string): boolean {
  const year = new Date(instant).getUTCFullYear()
  return findTransitions(timeZone, year).some(({ at, before, after }) => {
    const span = (before - after) * minuteMs
    return instant >= at - span && instant < at + span
  })
}

function searchYear(timeZone: string, year: number): Year {
  const transitions: Transition[] = []
  const end = Date.UTC(year + 1, 0, 1)
  const offset = readOffset(Date.UTC(year, 0, 1), timeZone)
  let before = offset
  for (let day = Date.UTC(year, 0, 1); day < end; day += dayMs) {
    const after = readOffset(day + dayMs, timeZone)
    if (after === before) continue
    const at = narrow(timeZone, { from: day, to: day + dayMs, before })
    transitions.push({ at, before, after })
    before = after
  }
  return { offset, transitions }
}

/** By `Intl`, which costs more than the rest of a calendar entry. */
function readOffset(instant: number, timeZone: string): number {
  return Math.round(fromDate(new Date(instant), timeZone).offset / minuteMs)
}

/** The first whole minute after `from`, and not after `to`, at which the offset is not `before`. */
function narrow(timeZone: string, span: { from: number; to: number; before: number }): number {
  let { from, to } = span
  while (to - from > minuteMs) {
    const middle = from + Math.floor((to - from) / 2 / minuteMs) * minuteMs
    if (readOffset(middle, timeZone) === span.before) from = middle
    else to = middle
  }
  return to
}
