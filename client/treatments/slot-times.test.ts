import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readClock, readSpan, writeClock } from './slot-times.ts'

it('a time of the day comes back as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
      expect(readClock(writeClock(minute))).toBe(minute)
    }),
  )
})

it.each([
  ['08:00', '08:30', { start: 480, end: 510 }],
  ['23:00', '00:00', { start: 1380, end: 1440 }],
  ['08:30', '08:00', null],
  ['08:30', '08:30', null],
  ['', '08:30', null],
])('from %j to %j', (from, to, span) => {
  expect(readSpan(from, to)).toEqual(span)
})
