import { expect, test, vi } from 'vitest'
import { bookingRefusals } from '../../contract/errors.ts'
import { ApiError, unreportedError } from '../data/api-error.ts'
import { problemOf } from './change-problem.ts'

vi.stubGlobal('document', { documentElement: { lang: 'en' } })

const refusal = (code: keyof typeof bookingRefusals) =>
  problemOf('en', new ApiError({ status: 409, code, message: bookingRefusals[code] }))

test('a refusal reads as the clinic says it, about the patient and not about the reader', () => {
  expect(refusal('slot_taken').text).toBe('Somebody else has just taken this time.')
  expect(refusal('patient_busy').text).toMatch(/^This patient/)
  expect(refusal('already_booked').text).toMatch(/^This patient/)
})

test('in Spanish too, about the patient', () => {
  const refused = new ApiError({ status: 409, code: 'patient_busy', message: 'No.' })
  expect(problemOf('es', refused).text).toMatch(/^Este paciente/)
  expect(problemOf('es', new TypeError('a bug')).text).toMatch(/Puede que se haya hecho o no/)
})

test('where nobody knows whether it was done, it says so', () => {
  const unsure = /may or may not/
  expect(problemOf('en', unreportedError('timeout')).text).toMatch(unsure)
  expect(problemOf('en', unreportedError('bad_answer', 200)).text).toMatch(unsure)
  expect(
    problemOf('en', new ApiError({ status: 500, code: 'internal', message: 'No.' })).text,
  ).toMatch(unsure)
  expect(problemOf('en', new TypeError('a bug')).text).toMatch(unsure)
  expect(refusal('slot_taken').text).not.toMatch(unsure)
})

test('what is wrong with a field is said at the field, the first thing first', () => {
  const issues = [
    { path: 'patient', message: 'Provide a valid email' },
    { path: 'patient', message: 'Too long' },
  ]
  const error = new ApiError({ status: 400, code: 'invalid_input', message: 'No.', issues })
  expect(problemOf('en', error).fields).toEqual({ patient: 'Provide a valid email' })
})
