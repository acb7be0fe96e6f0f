import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readClock, writeClock } from './time-input.ts'

it('every time of day reads back as written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
      expect(readClock(writeClock(minute))).toBe(minute)
    }),
  )
})
