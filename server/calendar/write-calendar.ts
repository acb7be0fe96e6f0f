import type { CalendarMethod, Entry, Party } from './entry.ts'
import { writeTime, writeZone } from './write-zone.ts'

/** Of a content line, without its CRLF (RFC 5545 section 3.1). */
const mostOctets = 75

export type Head = {
  method: CalendarMethod
  timeZone: string
  /** What a calendar that subscribes calls it. */
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

/** What comes before the entries; `span` is `null` where there are none. */
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

/** The second of each pair is what calendars of today read beside RFC 7986. */
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
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER;CN=${quoteParameter(organizer.name)}:mailto:${organizer.address}`,
    ...(attendee ? [writeAttendee(attendee)] : []),
    'END:VEVENT',
  ]
}

/** Who has booked has said yes already. */
function writeAttendee({ name, address }: Party): string {
  const state = 'ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE'
  return `ATTENDEE;CN=${quoteParameter(name)};${state}:mailto:${address}`
}

/** Content lines as RFC 5545 section 3.1 wants them: folded at 75 octets, each ended by CRLF. */
function writeLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** A property's text value: what has a meaning of its own is escaped (section 3.3.11). */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** A parameter's value in quotes, which it cannot contain itself. */
function quoteParameter(text: string): string {
  return `"${text.replace(/["\p{Cc}\u2028\u2029]+/gu, ' ').trim()}"`
}

/** A folded line goes on after a space, which counts; no character is torn apart. */
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
