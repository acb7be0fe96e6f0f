import type { CalendarMethod, Entry, Party } from './entry.ts'
import { escapeText, quoteParameter, writeLines } from './write-lines.ts'
import { writeTime, writeZone } from './write-zone.ts'

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
