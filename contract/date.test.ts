import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, formatDay, parseDay, weekdayOf } from './date.ts'

const days = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a day is parsed from both of its formats', () => {
  fc.assert(
    fc.property(days, (day) => {
      expect(parseDay(day)).toBe(day)
      expect(parseDay(formatDay(day))).toBe(day)
    }),
  )
})

test('the wire format is the medium date style of en-US', () => {
  const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  fc.assert(
    fc.property(days, (day) => {
      expect(formatDay(day)).toBe(medium.format(new Date(day)))
    }),
  )
})

test.each([
  'Feb 30, 2026',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  'Jun 5 2022',
  'jun 5, 2022',
  'Jux 5, 2022',
  'Jun 0, 2022',
  '0001-01-01x',
  '5/6/2022',
  '',
])('%j is not a day', (text) => {
  expect(parseDay(text)).toBeNull()
})

test('years before 1000 are rejected and not read as 19xx', () => {
  expect(parseDay('0099-01-01')).toBeNull()
  expect(parseDay('0999-12-31')).toBeNull()
})

test('only leap years have a Feb 29', () => {
  const years = [1900, 2000, 2023, 2024, 2100]
  expect(years.map((year) => parseDay(`${year}-02-29`) !== null)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
})

test('adding days matches the difference in days and the weekday', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -400, max: 400 }), (day, count) => {
      fc.pre(day > '1002-02-10' && day < '9998-01-01')
      expect(daysBetween(day, addDays(day, count))).toBe(count)
      expect((((weekdayOf(day) + count) % 7) + 7) % 7).toBe(weekdayOf(addDays(day, count)))
    }),
  )
})
