import { expect, test } from 'vitest'
import { fullness, fullnessText, shortReason } from './fullness.ts'

const day = { day: '2026-06-08', booked: 0, capacity: 96, closed: null }

test('how full a day is, in words and as a part', () => {
  expect(fullnessText('en', { ...day, booked: 12 })).toBe('12 of 96 booked')
  expect(fullness({ ...day, booked: 12 })).toBe(0.125)
  expect(fullness(day)).toBe(0)
  expect(fullness({ ...day, booked: 100 })).toBe(1)
})

test('a closed day says why, and whether somebody is booked all the same', () => {
  const closed = { ...day, capacity: 0, closed: 'Thanksgiving' }
  expect(fullnessText('en', closed)).toBe('Closed: Thanksgiving')
  expect(fullnessText('en', { ...closed, booked: 2 })).toBe('Closed: Thanksgiving, 2 booked')
  expect(fullness({ ...closed, booked: 2 })).toBe(1)
  expect(fullnessText('en', { ...closed, closed: 'Closed on this weekday' })).toBe(
    'Closed on this weekday',
  )
})

test('in Spanish a reason stays as staff wrote it, and the one the server gives does not', () => {
  const closed = { ...day, capacity: 0, closed: 'Thanksgiving' }
  expect(fullnessText('es', { ...day, booked: 12 })).toBe('12 de 96 reservados')
  expect(fullnessText('es', { ...closed, booked: 2 })).toBe('Cerrado: Thanksgiving, 2 reservados')
  expect(fullnessText('es', { ...closed, closed: 'Closed on this weekday' })).toBe(
    'Cerrado ese día de la semana',
  )
  expect(shortReason('es', 'Closed on this weekday')).toBe('Cerrado')
  expect(shortReason('es', 'Thanksgiving')).toBe('Thanksgiving')
  expect(shortReason('en', 'Closed on this weekday')).toBe('Closed')
})
