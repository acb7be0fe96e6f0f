import { expect, test } from 'vitest'
import { isBookable, isOpenDay, minuteAt } from './open-days.ts'

const calendar = {
  timeZone: 'America/New_York',
  today: '2026-06-08',
  lastDay: '2026-09-06',
  closedWeekdays: [0],
  closures: [{ day: '2026-06-19', reason: 'Juneteenth' }],
}

test.each([
  ['2026-06-07', false],
  ['2026-06-08', true],
  ['2026-06-14', false],
  ['2026-06-19', false],
  ['2026-09-05', true],
  ['2026-09-07', false],
])('%s: open is %s', (day, isOpen) => {
  expect(isOpenDay(calendar, day)).toBe(isOpen)
})

test("a slot of today can be booked until it begins on the clinic's clock", () => {
  const now = new Date('2026-06-08T13:30:00Z')
  expect(minuteAt(now, calendar.timeZone)).toBe(9 * 60 + 30)
  expect(minuteAt(new Date('2026-06-08T04:05:00Z'), calendar.timeZone)).toBe(5)
  expect(isBookable(calendar, { day: '2026-06-08', startMinute: 570 }, now)).toBe(false)
  expect(isBookable(calendar, { day: '2026-06-08', startMinute: 571 }, now)).toBe(true)
  expect(isBookable(calendar, { day: '2026-06-09', startMinute: 0 }, now)).toBe(true)
  expect(isBookable(calendar, { day: '2026-06-14', startMinute: 600 }, now)).toBe(false)
})
