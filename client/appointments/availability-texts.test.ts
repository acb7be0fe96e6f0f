import { expect, it } from 'vitest'
import { availabilityTexts } from './availability-texts.ts'

it.each([
  [0, '0 space Available'],
  [1, '1 space Available'],
  [2, '2 spaces Available'],
  [16, '16 spaces Available'],
])('shows %i free slots as: %s', (free, text) => {
  expect(availabilityTexts.en.spaces(free)).toBe(text)
})
