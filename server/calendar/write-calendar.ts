import { fromDate } from '@internationalized/date'

/** The receiving calendar's action (RFC 5546): add or update, remove, or only show. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

type Party = { name: string; address: string }

/** One appointment in the terms of calendars. */
export type Entry = {
  /** The same for as long as the appointment exists. */
  uid: string
  /** Rises with every change; calendars ignore an older entry than theirs. */
  sequence: number
  /** Epoch milliseconds. */
  start: number
  end: number
  summary: string
  location: string
  description: string
  url: string
  /** Tentative: it cannot take place, and its patient has not chosen another time yet. */
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  organizer: Party
  /** The recipient; absent in what is only published. */
  attendee?: Party
}

/** The most octets of a content line, without its CRLF (RFC 5545 section 3.1). */
const mostOctets = 75

export type Head = {
  method: CalendarMethod
  timeZone: string
  /** The name shown by a calendar that subscribes. */
  name?: string
}

/** From the first entry's start to the last one's end, in epoch milliseconds. */
type Span = { from: number; to: number }

/** An iCalendar object (RFC 5545) with any number of entries, written at `now`. */
export function writeCalendar(head: Head, entries: readonly Entry[], now: Date): string {
  const span = {
    from: Math.min(...entries.map(({ start }) => start)),
    to: Math.max(...entries.map(({ end }) => end)),
  }
  const opening = openCalendar(head, entries.length > 0 ? span : null)
  return opening + writeEntries(head, entries, now) + closeCalendar
}

/** Some of the entries of a calendar that is written piece by piece. */
export function writeEntries(head: Head, entries: readonly Entry[], now: Date): string {
  const stamp = writeUtc(now.getTime())
  return entries.map((entry) => writeLines(writeEntry(head, entry, stamp))).join('')
}

/** `20260608T120000Z` from epoch milliseconds. */
export function writeUtc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

export const closeCalendar = writeLines(['END:VCALENDAR'])

/** The lines before the entries; `span` is `null` where there are none. */
export function openCalendar({ method, timeZone, name }: Head, span: Span | null): string {
  return writeLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Molar//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name ? writeSubscription(name) : []),
    ...(span ? writeZone(timeZone, span) : []),
  ])
}

/** The second of each pair is what current calendars read besides RFC 7986. */
function writeSubscription(name: string): string[] {
  const text = escapeText(name)
  return [
    `NAME:${text}`,
    `X-WR-CALNAME:${text}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ]
}

function writeEntry({ timeZone }: Head, entry: Entry, stamp: string): string[] {
  const { organizer, attendee } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${stamp}`,
    `DTSTART${writeTime(entry.start, timeZone)}`,
    `DTEND${writeTime(entry.end, timeZone)}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    `LOCATION:${escapeText(entry.location)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `URL:${entry.url}`,
    `STATUS:${entry.status}`,
    `ORGANIZER;CN=${quoteParameter(organizer.name)}:mailto:${organizer.address}`,
    ...(attendee ? [writeAttendee(attendee)] : []),
    'END:VEVENT',
  ]
}

/** The booker has accepted already. */
function writeAttendee({ name, address }: Party): string {
  const state = 'ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE'
  return `ATTENDEE;CN=${quoteParameter(name)};${state}:mailto:${address}`
}

/** An object of `writeCalendar`, for its attendee's next address. */
export function readdressAttendee(calendar: string, from: string, to: string): string {
  const lines = calendar.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
  const isTheirs = (line: string) =>
    line.startsWith('ATTENDEE;') && line.endsWith(`:mailto:${from}`)
  return writeLines(lines.map((line) => (isTheirs(line) ? line.slice(0, -from.length) + to : line)))
}

/** Content lines as RFC 5545 section 3.1 wants them: folded at 75 octets, each ended by CRLF. */
function writeLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** A property's text value, with special characters escaped (section 3.3.11). */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** A parameter's quoted value, which cannot contain quotes. */
function quoteParameter(text: string): string {
  return `"${text.replace(/["\p{Cc}\u2028\u2029]+/gu, ' ').trim()}"`
}

/** Folds a line: it continues after a space, which counts; a character is never split. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= mostOctets) return line
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > mostOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

const minuteMs = 60_000

const dayMs = 86_400_000

/** A change of a zone's clocks: the instant in epoch milliseconds, and minutes off UTC before and after. */
type Transition = { at: number; before: number; after: number }

/** Minutes off UTC at the start of a UTC year, and the changes within the year. */
type Year = { offset: number; transitions: Transition[] }

type Years = { firstYear: number; lastYear: number }

/** A cache: a clinic has one zone and few years; asking `Intl` for each entry cost a tenth of each booking. */
const knownZones = new Map<string, readonly string[]>()

const knownYears = new Map<string, Year>()

/**
 * The lines of a VTIMEZONE that is right for every instant from `from` to `to`, in epoch milliseconds: the
 * offset at the start of the year before, and each later change as its own rule.
 */
function writeZone(
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
 * Parameter and value of a time: `;TZID=America/New_York:20260608T080000` for an instant in epoch milliseconds.
 * An instant whose local time occurs twice is written in UTC: RFC 5545 means the first, but not every calendar
 * does.
 */
function writeTime(instant: number, timeZone: string): string {
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
    // The local time without the change (RFC 5545 section 3.6.5).
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

/** A zone's offset from UTC at an instant, in minutes; east is positive. */
function offsetAt(instant: number, timeZone: string): number {
  const { offset, transitions } = findYear(timeZone, new Date(instant).getUTCFullYear())
  return transitions.findLast(({ at }) => at <= instant)?.after ?? offset
}

/**
 * The changes of a zone's clocks within a UTC year, from this machine's zone data instead of a rule: Morocco
 * follows the moon, and governments change their minds.
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

/** Whether the local time of this instant occurs twice, because the clocks go back. */
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

/** The first whole minute after `from`, and up to `to`, at which the offset is not `before`. */
function narrow(timeZone: string, span: { from: number; to: number; before: number }): number {
  let { from, to } = span
  while (to - from > minuteMs) {
    const middle = from + Math.floor((to - from) / 2 / minuteMs) * minuteMs
    if (readOffset(middle, timeZone) === span.before) from = middle
    else to = middle
  }
  return to
}
