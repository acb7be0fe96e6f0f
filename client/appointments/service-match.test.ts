import { expect, it } from 'vitest'
import { findService } from './service-match.ts'

const treatment = (name: string, description = '') => ({
  _id: name,
  name,
  description,
  slots: [],
  price: 1,
})
const treatments = [
  treatment('Teeth Orthodontics', 'Braces and aligners.'),
  treatment('Cosmetic Dentistry', 'Whitening, veneers and small repairs.'),
  treatment('Teeth Cleaning'),
  treatment('Cavity Protection', 'Fluoride and sealants, and a filling where decay has begun.'),
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
])('%j is %s', (service, name) => {
  expect(findService(treatments, service)?.name).toBe(name)
})
