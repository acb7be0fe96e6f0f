import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../contract/date.ts'
import { startOf } from '../clock.ts'
import { readEntries } from '../testing/calendar.ts'
import { spanOf } from './compose-entry.ts'
import { type Entry, readdressAttendee, writeCalendar } from './write-calendar.ts'

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Phoenix',
]
const entry = {
  uid: '01a1fd92@clinic.example',
  sequence: 3,
  summary: 'Teeth Cleaning at Molar Dental',
  location: '12 Court Street, Brooklyn, NY',
  description: 'Teeth Cleaning',
  url: 'https://clinic.example/dashboard',
  status: 'CONFIRMED' as const,
  organizer: { name: 'Molar Dental', address: 'desk@clinic.example' },
}
const now = new Date('2026-06-05T13:15:00Z')

function write(more: Partial<Entry>, timeZone = 'America/New_York') {
  const { start = 0, end = 0 } = more
  return writeCalendar({ method: 'PUBLISH', timeZone }, [{ ...entry, ...more, start, end }], now)
}

/** A slot of at least five minutes; `end` may be midnight. */
const slot = fc
  .tuple(fc.integer({ min: 0, max: 1435 }), fc.integer({ min: 5, max: 600 }))
  .map(([startMinute, length]) => ({
    startMinute,
    endMinute: Math.min(1440, startMinute + length),
  }))
const day = fc.integer({ min: 0, max: 3650 }).map((count) => addDays('2024-01-01', count))

test('another parser reads the same instants, in any time zone on any day', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, slot, (timeZone, on, minutes) => {
      const span = spanOf({ day: on, ...minutes }, timeZone)
      const [read] = readEntries(write(span, timeZone)).entries
      expect(span.start).toBe(startOf(on, minutes.startMinute, timeZone))
      expect(read).toMatchObject(span)
      expect(span.end).toBeGreaterThan(span.start)
    }),
    { numRuns: 500 },
  )
})

test('another parser reads the same instants around every clock change', () => {
  const hours = Array.from({ length: 48 }, (_, half) => half * 30)
  const changes = {
    'America/New_York': ['2026-03-08', '2026-11-01'],
    'Europe/Berlin': ['2026-03-29', '2026-10-25'],
    'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
    'Africa/Casablanca': ['2026-02-15', '2026-03-22'],
  }
  for (const [timeZone, days] of Object.entries(changes)) {
    const around = days.flatMap((one) => [-1, 0, 1].map((count) => addDays(one, count)))
    for (const on of around) {
      for (const startMinute of hours) {
        const span = spanOf({ day: on, startMinute, endMinute: startMinute + 30 }, timeZone)
        const [read] = readEntries(write(span, timeZone)).entries
        expect(read, `${timeZone} ${on} ${startMinute}`).toMatchObject(span)
      }
    }
  }
})

test('an appointment until midnight keeps its length where the clocks skip that midnight', () => {
  const late = { day: '2026-09-05', startMinute: 1320, endMinute: 1440 }
  const { start, end } = spanOf(late, 'America/Santiago')
  expect(end - start).toBe(120 * 60_000)
})

test('entries of several years share one time zone definition, and each has its own instant', () => {
  const days = ['2024-07-01', '2025-01-15', '2026-03-09', '2027-11-08']
  const spans = days.map((on) =>
    spanOf({ day: on, startMinute: 480, endMinute: 510 }, 'Europe/Berlin'),
  )
  const text = writeCalendar(
    { method: 'PUBLISH', timeZone: 'Europe/Berlin', name: 'Molar Dental' },
    spans.map((span, n) => ({ ...entry, ...span, uid: `${n}@clinic.example` })),
    now,
  )
  expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
  expect(readEntries(text).entries).toMatchObject(spans)
})

/** Without the replacement character, whose absence in the output is asserted. */
const nasty = fc
  .string({ unit: 'grapheme', maxLength: 300 })
  .map((text) => text.replaceAll('\uFFFD', ''))

test('any text is read back unchanged, from lines of at most 75 octets that end in CRLF', () => {
  fc.assert(
    fc.property(
      nasty,
      nasty,
      fc.constantFrom('\n', ',', ';', '\\', '\\n', ' '),
      (one, two, mark) => {
        const summary = `${one}${mark}${two}`
        const text = write({
          summary,
          organizer: { name: summary, address: 'desk@clinic.example' },
        })
        const lines = text.split('\r\n')
        expect(lines.pop()).toBe('')
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/[\r\n\uFFFD]/)
        }
        const plain = summary.replace(/\r\n|[\r\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n]/gu, '')
        expect(readEntries(text).entries).toMatchObject([{ summary: plain }])
      },
    ),
  )
})

test('typed text cannot add a calendar property', () => {
  const hostile = 'Jane"\r\nATTENDEE:mailto:joe@evil.example\r\nX-A;B:"c'
  const text = write({
    summary: hostile,
    organizer: { name: hostile, address: 'desk@clinic.example' },
    attendee: { name: hostile, address: 'jane@patients.example' },
  })
  expect(readEntries(text).entries).toMatchObject([{ attendees: ['mailto:jane@patients.example'] }])
  expect(text).not.toMatch(/^ATTENDEE:mailto:joe/m)
})

test('a calendar whose attendee gets another address is as if written for it', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(name, fc.emailAddress(), fc.emailAddress(), (attendee, from, to) => {
      const writeFor = (address: string) => {
        const { organizer } = entry
        // The address of the clinic stays, also where it is the attendee's.
        const more = { attendee: { name: attendee, address }, description: from }
        return write({ ...more, organizer: { ...organizer, address: from } })
      }
      expect(readdressAttendee(writeFor(from), from, to)).toBe(writeFor(to))
    }),
    { numRuns: 200 },
  )
})
