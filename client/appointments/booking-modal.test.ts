import { expect, it } from 'vitest'
import { ApiError, refusalOf } from '../data/api.ts'
import { latePolicyText } from '../domain/policy-note.tsx'
import { whyNotBooked, whyRefused } from './booking-modal.tsx'

const why = (status: number, code: string, more: Partial<ApiError> = {}) =>
  whyNotBooked(
    'en',
    refusalOf(new ApiError({ status, code, message: 'As the server says.', ...more })),
  )

it('shows why a booking was refused', () => {
  const issues = [{ path: 'phone', message: 'Please keep this shorter.' }]
  expect(why(400, 'invalid_input', { issues })).toBe(
    'Nothing has been booked. Please keep this shorter.',
  )
  expect(why(404, 'not_found')).toBe('Nothing has been booked. As the server says.')
  expect(why(429, 'too_many_requests', { retryAfterSeconds: 30 })).toContain('again in 30 seconds')
})

it('refers to a dependent in the third person when they already have an appointment', () => {
  const refused = (code: string) => ({ code, message: 'As the server says.' })
  expect(whyRefused('en', refused('patient_busy'), true)).toMatch(/^This person/)
  expect(whyRefused('es', refused('patient_busy'), true)).toMatch(/^Esta persona/)
  expect(whyRefused('en', refused('patient_busy'), false)).toBe('As the server says.')
  expect(whyRefused('en', refused('slot_taken'), true)).toBe('As the server says.')
})

it('reports that the session has ended', () => {
  expect(why(401, 'unauthenticated')).toContain('you have been signed out')
})

it('does not claim that nothing was booked when the outcome is unknown', () => {
  expect(why(500, 'internal')).toBeNull()
  expect(why(0, 'timeout')).toBeNull()
})

it.each([
  ['before_cutoff', 'What you paid does not go back.'],
  ['never', 'What you paid does not go back.'],
  ['always', 'What you paid by card always goes back to your card in full.'],
] as const)(
  'the policy text for a slot past the cut-off promises only what still applies: %s',
  (refundRule, back) => {
    expect(latePolicyText('en', { cutoffMinutes: 24 * 60, refundRule })).toBe(
      `This time is less than 24 hours away, so it cannot be rescheduled online. You can cancel until it begins. ${back}`,
    )
  },
)
