import { expect, it } from 'vitest'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { dayInstead, noteOf } from './chosen-day.ts'

const clinic: BookingCalendar = {
  timeZone: 'America/New_York',
  now: '2026-11-22T15:00:00.000Z',
  today: '2026-11-22',
  lastDay: '2027-05-21',
  leadMinutes: 0,
  closedWeekdays: [0],
  closures: [{ day: '2026-11-26', reason: 'Thanksgiving' }],
}

it.each([
  ['2026-12-01', null],
  ['2026-11-20', 'Nov 20, 2026 has passed. We show you Nov 24, 2026 instead.'],
  ['2026-11-29', 'We are closed on Nov 29, 2026. We show you Nov 24, 2026 instead.'],
  ['2026-11-26', 'We are closed on Nov 26, 2026: Thanksgiving. We show you Nov 24, 2026 instead.'],
  [
    '2027-06-01',
    'Jun 1, 2027 is too far ahead: you can book up to May 21, 2027. We show you Nov 24, 2026 instead.',
  ],
])('says why %s is not shown', (day, note) => {
  expect(noteOf('en', clinic, { day, isDayWrong: false }, '2026-11-24')).toBe(note)
})

it('says when the address holds no date at all', () => {
  expect(noteOf('en', clinic, { day: null, isDayWrong: true }, '2026-11-24')).toBe(
    'We could not read the date in this address. We show you Nov 24, 2026 instead.',
  )
  expect(noteOf('en', clinic, { day: null, isDayWrong: false }, '2026-11-24')).toBeNull()
})

it('shows the free day, else one that can be picked', () => {
  expect(dayInstead(clinic, '2026-11-26', '2026-11-30')).toBe('2026-11-30')
  expect(dayInstead(clinic, null, null)).toBe('2026-11-23')
  expect(dayInstead(clinic, '2026-11-26', null)).toBe('2026-11-27')
  expect(dayInstead(clinic, '2027-06-01', null)).toBe('2026-11-23')
})

it('has no day to show at a clinic that never opens', () => {
  const shut = { ...clinic, closedWeekdays: [0, 1, 2, 3, 4, 5, 6] }
  expect(dayInstead(shut, '2026-12-01', null)).toBeNull()
})
