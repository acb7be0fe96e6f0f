import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import { addMonths, monthOf, weekOf, weeksOfMonth } from './month-days.ts'

const days = fc.integer({ min: 0, max: 40_000 }).map((count): Day => addDays('1990-01-01', count))

test('a week begins on Sunday and has the day in it', () => {
  fc.assert(
    fc.property(days, (day) => {
      const week = weekOf(day)
      expect(week).toHaveLength(7)
      expect(week.map(weekdayOf)).toEqual([0, 1, 2, 3, 4, 5, 6])
      expect(week).toContain(day)
    }),
  )
})

test('the weeks of a month hold each of its days once, in order, and no week without one', () => {
  fc.assert(
    fc.property(days, (day) => {
      const weeks = weeksOfMonth(day)
      const own = weeks.flat().filter((one) => monthOf(one) === monthOf(day))
      expect(own[0]).toBe(`${monthOf(day)}-01`)
      expect(own).toEqual(own.map((_, n) => addDays(own[0] ?? '', n)))
      expect(monthOf(addDays(own.at(-1) ?? '', 1))).not.toBe(monthOf(day))
      for (const week of weeks) {
        expect(weekdayOf(week[0] ?? '')).toBe(0)
        expect(week.some((one) => own.includes(one))).toBe(true)
      }
    }),
  )
})

test('a month later is the next month, whatever its length', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  fc.assert(
    fc.property(days, (day) => {
      const first = `${monthOf(day)}-01`
      expect(monthOf(addMonths(day, 1))).toBe(monthOf(addMonths(first, 1)))
      expect(monthOf(addMonths(addMonths(day, 1), -1))).toBe(monthOf(day))
    }),
  )
})
