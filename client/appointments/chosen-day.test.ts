import { expect, it } from 'vitest'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { chosenDay } from './chosen-day.ts'

const clinic: BookingCalendar = {
  timeZone: 'America/New_York',
  now: '2026-06-08T12:00:00.000Z',
  today: '2026-11-22',
  lastDay: '2027-05-21',
  leadMinutes: 0,
  closedWeekdays: [0],
  closures: [{ day: '2026-11-26', reason: 'Thanksgiving' }],
}

it.each([
  ['nothing chosen, today closed', null, '2026-11-23', null],
  ['a day that can be picked', '2026-12-01', '2026-12-01', null],
  ['the past', '2026-11-20', '2026-11-23', 'Nov 20, 2026 has passed.'],
  ['a weekday off', '2026-11-29', '2026-11-30', 'We are closed on Nov 29, 2026.'],
  ['a holiday', '2026-11-26', '2026-11-27', 'We are closed on Nov 26, 2026: Thanksgiving.'],
  [
    'too far ahead',
    '2027-06-01',
    '2026-11-23',
    'Jun 1, 2027 is too far ahead: you can book up to May 21, 2027.',
  ],
])('%s', (_, asked, day, note) => {
  expect(chosenDay('en', clinic, { day: asked, isDayWrong: false })).toEqual({ day, note })
})

it('says when the address holds no date at all', () => {
  const { day, note } = chosenDay('en', clinic, { day: null, isDayWrong: true })
  expect(day).toBe('2026-11-23')
  expect(note).toBe('We could not read the date in this address.')
})

it('has no day to show at a clinic that never opens', () => {
  const shut = { ...clinic, closedWeekdays: [0, 1, 2, 3, 4, 5, 6] }
  expect(chosenDay('en', shut, { day: '2026-12-01', isDayWrong: false }).day).toBeNull()
})
