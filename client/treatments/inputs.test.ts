import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readClock, readSpan, writeClock } from './clock-input.ts'
import { readPrice, writePrice } from './price-input.ts'

it.each([
  ['99', 99],
  [' 99.5 ', 99.5],
  ['$1,099.50', 1099.5],
  ['0', 0],
  ['', null],
  ['-1', null],
  ['99.999', null],
  ['9,9', null],
  ['12 dollars', null],
])('the price %j is %s', (text, price) => {
  expect(readPrice(text)).toBe(price)
})

it('a price comes back as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_00 }), (cents) => {
      expect(readPrice(writePrice(cents / 100))).toBe(cents / 100)
    }),
  )
})

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
