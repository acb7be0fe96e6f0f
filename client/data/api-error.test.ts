import { describe, expect, it } from 'vitest'
import { ApiError, refusalOf, unreportedError } from './api.ts'

const answered = (status: number, code: string, more: Partial<ApiError> = {}) =>
  refusalOf(new ApiError({ status, code, message: 'As the server says.', ...more }))

describe('refusalOf', () => {
  it('returns the code and message of a refusal', () => {
    expect(answered(409, 'slot_taken')).toMatchObject({
      kind: 'refused',
      status: 409,
      code: 'slot_taken',
      message: 'As the server says.',
      issues: [],
    })
    expect(answered(400, 'invalid_input').kind).toBe('refused')
  })

  it('distinguishes an expired session and too many requests from a refusal', () => {
    expect(answered(401, 'unauthenticated').kind).toBe('signedOut')
    const tooMany = answered(429, 'too_many_requests', { retryAfterSeconds: 30 })
    expect(tooMany).toMatchObject({ kind: 'tooMany', retryAfterSeconds: 30 })
  })

  it.each([
    ['offline', unreportedError('offline')],
    ['a time-out', unreportedError('timeout')],
    ['an answer that makes no sense', unreportedError('bad_answer', 200)],
    ['a fault of the server', new ApiError({ status: 500, code: 'internal', message: 'No.' })],
    ['a fault of ours', new TypeError('x is undefined')],
  ])('calls %s unclear', (_, fault) => {
    expect(refusalOf(fault).kind).toBe('unclear')
  })
})
