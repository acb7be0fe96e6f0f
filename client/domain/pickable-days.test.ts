import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, daysBetween } from '../../contract/date.ts'
import { nextPickableDay, whyUnpickable } from './clinic-time.ts'

const clinic: BookingCalendar = {
  timeZone: 'America/New_York',
  now: '2026-06-08T12:00:00.000Z',
  today: '2026-11-21',
  todayEnds: '2026-11-22T05:00:00.000Z',
  lastDay: '2027-05-20',
  leadMinutes: 0,
  closedWeekdays: [0],
  closures: [{ day: '2026-11-26', reason: 'Thanksgiving' }],
}

describe('whyUnpickable', () => {
  it.each([
    ['2026-11-20', 'past'],
    ['2026-11-21', null],
    ['2026-11-22', 'closed'],
    ['2026-11-26', 'closed'],
    ['2027-05-20', null],
    ['2027-05-21', 'too_far'],
  ] as const)('%s: %s', (day, reason) => {
    expect(whyUnpickable(clinic, day)).toBe(reason)
  })
})

describe('nextPickableDay', () => {
  it('returns a day that can be picked unchanged', () => {
    expect(nextPickableDay(clinic, '2026-11-24')).toBe('2026-11-24')
  })

  it('skips closed days and replaces a past day with today', () => {
    expect(nextPickableDay(clinic, '2026-11-22')).toBe('2026-11-23')
    expect(nextPickableDay(clinic, '2026-11-26')).toBe('2026-11-27')
    expect(nextPickableDay(clinic, '2020-01-01')).toBe('2026-11-21')
  })

  it('returns null beyond the booking window and at a clinic that is always closed', () => {
    expect(nextPickableDay(clinic, '2027-05-21')).toBeNull()
    const shut = { ...clinic, closedWeekdays: [0, 1, 2, 3, 4, 5, 6] }
    expect(nextPickableDay(shut, clinic.today)).toBeNull()
  })

  it('returns the first pickable day on or after the given day, for any closures', () => {
    const days = fc.integer({ min: -30, max: 60 }).map((n) => addDays(clinic.today, n))
    const calendars = fc.record({
      closedWeekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
      closures: fc.array(
        days.map((day) => ({ day, reason: 'Holiday' })),
        { maxLength: 20 },
      ),
      lastDay: fc.integer({ min: 0, max: 40 }).map((n) => addDays(clinic.today, n)),
    })
    fc.assert(
      fc.property(calendars, days, (closed, from) => {
        const calendar = { ...clinic, ...closed }
        const found = nextPickableDay(calendar, from)
        const last = found ?? addDays(calendar.lastDay, 1)
        if (found) expect(whyUnpickable(calendar, found)).toBeNull()
        for (let n = 0; n < daysBetween(from, last); n++) {
          expect(whyUnpickable(calendar, addDays(from, n))).not.toBeNull()
        }
      }),
    )
  })
})
