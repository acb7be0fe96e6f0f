import { expect, test } from 'vitest'
import { failureText, leftOverIn } from './settle-list.tsx'

test('what a page could not carry out is read from the history’s state, whatever else stands there', () => {
  const nothing = { failures: {}, stopped: null }
  for (const state of [null, undefined, 'text', {}, { failures: null, stopped: 3 }]) {
    expect(leftOverIn(state)).toEqual(nothing)
  }
  const left = { failures: { a: 'doctor_unavailable' }, stopped: 'We cannot answer just now.' }
  expect(leftOverIn(left)).toEqual(left)
})

test('why an appointment was not settled is said to staff, not to the patient', () => {
  expect(failureText('en', 'already_booked')).toBe(
    'Not done. This patient already has this treatment on that day.',
  )
  expect(failureText('es', 'patient_busy')).toMatch(/Este paciente tiene otra cita a esa hora\.$/)
  expect(failureText('en', 'a_code_of_tomorrow')).toBe('Not done.')
})
