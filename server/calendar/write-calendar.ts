import { escapeText, quoteParameter, writeLines } from './write-lines.ts'
import { writeTime, writeZone } from './write-zone.ts'

/** What the calendar that reads it is to do (RFC 5546): take it in, take it out, or just show it. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

type Party = { name: string; address: string }

/** One appointment as calendars know it. */
export type Entry = {
  /** The same for as long as the appointment exists. */
  uid: string
  /** Rises with every change; calendars ignore what is older than what they have. */
  sequence: number
  /** Epoch milliseconds. */
  start: number
  end: number
  summary: string
  location: string
  description: string
  url: string
  isCancelled: boolean
  organizer: Party
  /** Whom it is sent to; nobody in what is only published. */
  attendee?: Party
}

type Head = {
  method: CalendarMethod
  timeZone: string
  /** What a calendar that subscribes calls it. */
  name?: string
}

/** An iCalendar object (RFC 5545) with any number of entries, written at `now`. */
export function writeCalendar(head: Head, entries: readonly Entry[], now: Date): string {
  const stamp = writeUtc(now.getTime())
  const body = entries.map((entry) => writeLines(writeEntry(head, entry, stamp)))
  return openCalendar(head, entries) + body.join('') + closeCalendar
}

/** `20260608T120000Z` from epoch milliseconds. */
export function writeUtc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

const closeCalendar = writeLines(['END:VCALENDAR'])

function openCalendar({ method, timeZone, name }: Head, entries: readonly Entry[]): string {
  const from = entries.reduce(
    (least, { start }) => Math.min(least, start),
    Number.POSITIVE_INFINITY,
  )
  const to = entries.reduce((most, { end }) => Math.max(most, end), Number.NEGATIVE_INFINITY)
  return writeLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Molar//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name ? writeSubscription(name) : []),
    ...(entries.length > 0 ? writeZone(timeZone, { from, to }) : []),
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
