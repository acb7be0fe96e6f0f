import { expect, it } from 'vitest'
import { slotsAhead } from './availability.ts'

const clinic = { timeZone: 'America/New_York', leadMinutes: 0 }
const slots = ['3:30 PM - 4:00 PM', '4:00 PM - 4:30 PM', '4:30 PM - 5:00 PM']
const treatments = [{ _id: 't1', name: 'Teeth Cleaning', description: '', price: 59, slots }]
const day = '2026-11-20'

const at = (time: string, leadMinutes = 0) => {
  const ahead = slotsAhead(treatments, day, { ...clinic, leadMinutes }, Date.parse(time))
  return [
    ahead.treatments[0]?.slots.length,
    ahead.next === null ? null : new Date(ahead.next).toISOString(),
  ]
}

it('drops a slot at the instant it starts, and returns the next such instant', () => {
  expect(at('2026-11-20T20:59:59.999Z')).toEqual([2, '2026-11-20T21:00:00.000Z'])
  expect(at('2026-11-20T21:00:00Z')).toEqual([1, '2026-11-20T21:30:00.000Z'])
  expect(at('2026-11-20T21:30:00Z')).toEqual([0, null])
})

it('drops a slot earlier by the clinic’s minimum notice', () => {
  expect(at('2026-11-20T19:29:59Z', 60)).toEqual([3, '2026-11-20T19:30:00.000Z'])
  expect(at('2026-11-20T19:30:00Z', 60)).toEqual([2, '2026-11-20T20:00:00.000Z'])
})
