import { expect, it } from 'vitest'
import { countText } from './count-text.ts'

it.each([
  [0, '0 space Available'],
  [1, '1 space Available'],
  [2, '2 spaces Available'],
  [16, '16 spaces Available'],
])('%i: %s', (free, text) => {
  expect(countText(free)).toBe(text)
})
