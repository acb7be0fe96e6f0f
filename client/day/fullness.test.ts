import { expect, test } from 'vitest'
import { fullness, fullnessText } from './fullness.ts'

const day = { day: '2026-06-08', booked: 0, capacity: 96, closed: null }

test('how full a day is, in words and as a part', () => {
  expect(fullnessText({ ...day, booked: 12 })).toBe('12 of 96 booked')
  expect(fullness({ ...day, booked: 12 })).toBe(0.125)
  expect(fullness(day)).toBe(0)
  expect(fullness({ ...day, booked: 100 })).toBe(1)
})

test('a closed day says why, and whether somebody is booked all the same', () => {
  const closed = { ...day, capacity: 0, closed: 'Thanksgiving' }
  expect(fullnessText(closed)).toBe('Closed: Thanksgiving')
  expect(fullnessText({ ...closed, booked: 2 })).toBe('Closed: Thanksgiving, 2 booked')
  expect(fullness({ ...closed, booked: 2 })).toBe(1)
  expect(fullnessText({ ...closed, closed: 'Closed on this weekday' })).toBe(
    'Closed on this weekday',
  )
})
