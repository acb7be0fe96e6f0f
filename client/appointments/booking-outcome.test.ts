import { describe, expect, it } from 'vitest'
import { ApiError, unreportedError } from '../data/api-error.ts'
import { failureOf } from './booking-outcome.ts'

const answered = (status: number, code: string, more: Partial<ApiError> = {}) =>
  new ApiError({ status, code, message: 'As the server says.', ...more })

describe('failureOf', () => {
  it('gives the reason of a refusal', () => {
    const refused = failureOf(answered(409, 'slot_taken'))
    expect(refused).toEqual({ kind: 'refused', reason: 'As the server says.' })
  })

  it('knows a session that has ended', () => {
    expect(failureOf(answered(401, 'unauthenticated'))).toEqual({ kind: 'signedOut' })
  })

  it('keeps what can be mended in the form', () => {
    const issues = [{ path: 'phone', message: 'Please keep this shorter.' }]
    expect(failureOf(answered(400, 'invalid_input', { issues }))).toEqual({
      kind: 'notBooked',
      message: 'Nothing has been booked. Please keep this shorter.',
    })
    const patience = failureOf(answered(429, 'too_many_requests', { retryAfterSeconds: 30 }))
    expect(patience).toMatchObject({ kind: 'notBooked' })
    expect(JSON.stringify(patience)).toContain('wait 30 seconds')
  })

  it.each([
    ['offline', unreportedError('offline')],
    ['a time-out', unreportedError('timeout')],
    ['an answer nobody understands', unreportedError('bad_answer', 200)],
    ['a fault of the server', answered(500, 'internal')],
    ['a fault of ours', new TypeError('x is undefined')],
  ])('never calls %s a refusal', (_, error) => {
    expect(failureOf(error)).toEqual({ kind: 'unknown' })
  })
})
