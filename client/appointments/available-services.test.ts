import { expect, it } from 'vitest'
import { availabilitySummary, findService } from './available-services.tsx'

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
])('summarizes treatments with %j free slots as: %s', (free, text) => {
  expect(availabilitySummary('en', free.map(treatment), '2026-11-24')).toBe(text)
})

const named = (name: string, description = '') => ({ ...treatment(0), name, description })
const treatments = [
  named('Teeth Orthodontics', 'Braces and aligners.'),
  named('Cosmetic Dentistry', 'Whitening, veneers and small repairs.'),
  named('Teeth Cleaning'),
  named('Cavity Protection', 'Fluoride and sealants, and a filling where decay has begun.'),
]

it.each([
  ['teeth cleaning', 'Teeth Cleaning'],
  ['Teeth Whitening', 'Cosmetic Dentistry'],
  ['Fluoride Treatment', 'Cavity Protection'],
  ['Cavity Filling', 'Cavity Protection'],
  // In several, in none, or in two that differ.
  ['Teeth', undefined],
  ['Implants', undefined],
  ['Whitening and filling', undefined],
  ['', undefined],
])('resolves the service %j to the treatment %s', (service, name) => {
  expect(findService(treatments, service)?.name).toBe(name)
})
