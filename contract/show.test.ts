import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSlot, timeOfDay } from './appointments/slot.ts'
import { addDays, formatDay } from './date.ts'
import { plural } from './language.ts'
import { showDate, showDay, showDollars, showLongDay, showMinute, showSlot } from './show.ts'

/** Intl joins with spaces of its own widths. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

const day = fc.integer({ min: -20_000, max: 40_000 }).map((count) => addDays('2026-06-08', count))
const slot = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .filter(([start, end]) => end > start)
  .map(([start, end]) => ({ start, end }))

test('English text equals the wire format', () => {
  fc.assert(
    fc.property(day, slot, (one, time) => {
      expect(showDay('en', one)).toBe(formatDay(one))
      expect(showDate('en', formatDay(one))).toBe(formatDay(one))
      expect(showSlot('en', formatSlot(time))).toBe(formatSlot(time))
      expect(plain(showMinute('en', time.start))).toBe(timeOfDay(time.start))
    }),
  )
})

test.each([
  ['2026-01-31', '31 ene 2026'],
  ['2026-06-08', '8 jun 2026'],
  ['2026-12-01', '1 dic 2026'],
])('%s is %s in Spanish', (one, shown) => {
  expect(showDay('es', one)).toBe(shown)
  expect(showDate('es', formatDay(one))).toBe(shown)
})

test('a long day begins with its weekday', () => {
  expect(showLongDay('en', '2026-06-08')).toBe('Monday, Jun 8, 2026')
  expect(showLongDay('es', '2026-06-08')).toBe('lunes, 8 jun 2026')
})

test.each([
  ['8:00 AM - 8:30 AM', '8:00–8:30 a.m.'],
  ['11:30 AM - 12:00 PM', '11:30 a.m. – 12:00 p.m.'],
  ['1:00 PM - 1:30 PM', '1:00–1:30 p.m.'],
  ['11:30 PM - 12:00 AM', '11:30 p.m. – 12:00 a.m.'],
])('%s is %s in Spanish', (wire, shown) => {
  expect(plain(showSlot('es', wire))).toBe(shown)
})

test('every slot in Spanish shows its two times and no date', () => {
  fc.assert(
    fc.property(slot, (time) => {
      const shown = plain(showSlot('es', formatSlot(time)))
      expect(shown).toMatch(/^\d{1,2}:\d\d( [ap]\.m\.)? ?– ?\d{1,2}:\d\d [ap]\.m\.$/)
      expect(shown.endsWith(plain(showMinute('es', time.end)))).toBe(true)
    }),
  )
})

test('text that is neither a day nor a slot is shown unchanged', () => {
  for (const language of ['en', 'es'] as const) {
    expect(showDate(language, 'soon')).toBe('soon')
    expect(showSlot(language, 'in the morning')).toBe('in the morning')
  }
})

test('amounts show cents only when there are some, in dollars in either language', () => {
  for (const language of ['en', 'es'] as const) {
    expect(showDollars(language, 59)).toBe('$59')
    expect(showDollars(language, 1234.5)).toBe('$1,234.50')
    expect(showDollars(language, 0)).toBe('$0')
  }
})

test.each([
  [0, 'citas'],
  [1, 'cita'],
  [2, 'citas'],
  [1_000_000, 'citas'],
])('plural selects the correct form for %i', (count, form) => {
  expect(plural('es', count, { one: 'cita', other: 'citas' })).toBe(form)
  expect(plural('en', count, { one: 'slot', other: 'slots' })).toBe(count === 1 ? 'slot' : 'slots')
})
