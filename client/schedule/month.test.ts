import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, type Day, monthOf, weekdayOf } from '../../contract/date.ts'
import { monthText } from '../i18n/month-text.ts'
import { columnText, fullness, fullnessText, shortReason, weekOf, weeksOfMonth } from './month.ts'

test('months and weekdays are formatted in each language', () => {
  expect(monthText('en', '2026-06-08')).toBe('June 2026')
  expect(monthText('es', '2026-06-08')).toBe('junio de 2026')
  expect(columnText('en', '2026-06-08')).toBe('Mon')
  expect(columnText('es', '2026-06-08')).toBe('lun')
})

const days = fc.integer({ min: 0, max: 40_000 }).map((count): Day => addDays('1990-01-01', count))

test('a week begins on Sunday and contains the given day', () => {
  fc.assert(
    fc.property(days, (day) => {
      const week = weekOf(day)
      expect(week).toHaveLength(7)
      expect(week.map(weekdayOf)).toEqual([0, 1, 2, 3, 4, 5, 6])
      expect(week).toContain(day)
    }),
  )
})

test('the weeks of a month contain each of its days once, in order, and every week contains at least one', () => {
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

test('adding a month gives the next month, also from its last days', () => {
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

const day = { day: '2026-06-08', booked: 0, capacity: 96, closed: null }

test('the occupancy of a day is given as text and as a fraction', () => {
  expect(fullnessText('en', { ...day, booked: 12 })).toBe('12 of 96 booked')
  expect(fullness({ ...day, booked: 12 })).toBe(0.125)
  expect(fullness(day)).toBe(0)
  expect(fullness({ ...day, booked: 100 })).toBe(1)
})

test('a day whose capacity is not known, as to a doctor, has a number of appointments and no fraction', () => {
  expect(fullnessText('en', { ...day, booked: 7, capacity: 0 })).toBe('7 booked')
  expect(fullness({ ...day, booked: 7, capacity: 0 })).toBe(0)
})

test('a closed day shows its reason, and the appointments still booked on it', () => {
  const closed = { ...day, capacity: 0, closed: { text: 'Thanksgiving' } }
  expect(fullnessText('en', closed)).toBe('Closed: Thanksgiving')
  expect(fullnessText('en', { ...closed, booked: 2 })).toBe('Closed: Thanksgiving, 2 booked')
  expect(fullness({ ...closed, booked: 2 })).toBe(0)
  expect(fullnessText('en', { ...closed, closed: { code: 'closed_weekday' } as const })).toBe(
    'Closed on this weekday',
  )
})

test('in Spanish a reason by staff is shown as written, and a reason code is translated', () => {
  const closed = { ...day, capacity: 0, closed: { text: 'Thanksgiving' } }
  expect(fullnessText('es', { ...day, booked: 12 })).toBe('12 de 96 reservados')
  expect(fullnessText('es', { ...closed, booked: 2 })).toBe('Cerrado: Thanksgiving, 2 reservados')
  expect(fullnessText('es', { ...closed, closed: { code: 'closed_weekday' } as const })).toBe(
    'Cerrado ese día de la semana',
  )
  expect(shortReason('es', { code: 'closed_weekday' })).toBe('Cerrado')
  expect(shortReason('es', { text: 'Thanksgiving' })).toBe('Thanksgiving')
  expect(shortReason('en', { code: 'closed_weekday' })).toBe('Closed')
})
