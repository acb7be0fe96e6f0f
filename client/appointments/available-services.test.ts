import { expect, it } from 'vitest'
import { availabilitySummary } from './available-services.tsx'

const treatment = (free: number) => ({
  _id: 't',
  name: 'Teeth Cleaning',
  description: '',
  price: 59,
  slots: Array.from({ length: free }, (_, n) => `slot ${n}`),
})

it.each([
  [[16, 16, 16, 16, 16, 16], '6 services, 96 times free on Nov 24, 2026'],
  [[1], '1 service, 1 time free on Nov 24, 2026'],
  [[0, 0], '2 services, no time free on Nov 24, 2026'],
])('%j: %s', (free, text) => {
  expect(availabilitySummary('en', free.map(treatment), '2026-11-24')).toBe(text)
})
