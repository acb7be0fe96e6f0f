import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatSlot } from '../../contract/appointments/slot.ts'
import { addDays, formatDay } from '../../contract/date.ts'
import { beginOf } from './clinic-time.ts'

const zones = ['America/New_York', 'Europe/Madrid', 'America/Santiago', 'Asia/Kolkata', 'UTC']

it.each([
  ['Dec 1, 2026', '9:00 AM - 9:30 AM', 'America/New_York', '2026-12-01T14:00:00.000Z'],
  ['Jun 1, 2027', '9:00 AM - 9:30 AM', 'America/New_York', '2027-06-01T13:00:00.000Z'],
  // Hours after the clocks have gone forward, and back.
  ['Mar 14, 2027', '6:00 AM - 6:30 AM', 'America/New_York', '2027-03-14T10:00:00.000Z'],
  ['Nov 7, 2027', '5:00 AM - 5:30 AM', 'America/New_York', '2027-11-07T10:00:00.000Z'],
  ['Jun 1, 2027', '12:15 PM - 12:30 PM', 'Asia/Kolkata', '2027-06-01T06:45:00.000Z'],
])('%s, %s in %s starts at %s', (date, slot, zone, instant) => {
  expect(new Date(beginOf({ date, slot }, zone) ?? 0).toISOString()).toBe(instant)
})

it('computes the start that the clinic’s clock shows, all year round', () => {
  const days = fc.integer({ min: 0, max: 800 }).map((n) => addDays('2026-11-21', n))
  // Clocks change at night: a clinic's hours exist on every day, and once.
  const starts = fc.integer({ min: 6 * 60, max: 20 * 60 })
  fc.assert(
    fc.property(days, starts, fc.constantFrom(...zones), (day, start, timeZone) => {
      const slot = formatSlot({ start, end: start + 30 })
      const begin = beginOf({ date: formatDay(day), slot }, timeZone)
      const shown = new Intl.DateTimeFormat('en-US', {
        timeZone,
        dateStyle: 'medium',
        timeStyle: 'short',
      }).format(begin ?? 0)
      const [time = ''] = slot.split(' - ')
      expect(shown.replace(/\u202f/g, ' ')).toBe(`${formatDay(day)}, ${time}`)
    }),
  )
})

it('returns null for a date or slot that cannot be parsed', () => {
  expect(beginOf({ date: 'soon', slot: '9:00 AM - 9:30 AM' }, 'UTC')).toBeNull()
  expect(beginOf({ date: 'Dec 1, 2026', slot: 'noon' }, 'UTC')).toBeNull()
})
