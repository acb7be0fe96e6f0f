import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSlot } from '../../contract/appointments/slot.ts'
import { readSlots } from './change-treatment.ts'

const time = fc
  .tuple(fc.nat(1439), fc.integer({ min: 1, max: 120 }))
  .map(([start, length]) => ({ start, end: Math.min(1440, start + length) }))

test('slots are sorted, and overlapping slots are refused', () => {
  fc.assert(
    fc.property(fc.array(time, { maxLength: 12 }), (times) => {
      const read = readSlots(times.map(formatSlot))
      const minutes = times.flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, place) => start + place),
      )
      expect(read === null).toBe(new Set(minutes).size < minutes.length)
      if (!read) return
      const starts = times.map(({ start }) => start).toSorted((a, b) => a - b)
      expect(read.map(({ startMinute }) => startMinute)).toEqual(starts)
      expect(read.map(({ slot }) => slot)).toEqual(
        read.map(({ startMinute: start, endMinute: end }) => formatSlot({ start, end })),
      )
    }),
  )
})
