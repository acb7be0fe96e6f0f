import { expect, it } from 'vitest'
import { paymentRefusals } from '../../contract/payments/refusals.ts'
import { ApiError } from '../data/api.ts'
import { attemptOf, notChargedBy, transactionOf, verdictOf } from './attempt.ts'

const failure = (status: number, code: string, retryAfterSeconds?: number) =>
  new ApiError({
    status,
    code,
    message: 'So it is.',
    ...(retryAfterSeconds && { retryAfterSeconds }),
  })

it.each([
  [402, 'card_declined', 'notCharged'],
  [402, 'payment_intent_authentication_failure', 'notCharged'],
  [401, 'unauthenticated', 'notCharged'],
  [429, 'too_many_requests', 'notCharged'],
  [400, 'payment_intent_unexpected_state', 'outdated'],
  [400, 'resource_missing', 'outdated'],
  [500, 'internal', 'unknown'],
  [503, 'unavailable', 'unknown'],
  [0, 'offline', 'unknown'],
  [0, 'timeout', 'unknown'],
  [200, 'bad_answer', 'unknown'],
])('classifies a confirmation that failed with %d %s as %s', (status, code, kind) => {
  expect(attemptOf(failure(status, code)).kind).toBe(kind)
})

it('classifies an error in our own code as unknown', () => {
  expect(attemptOf(new TypeError('x'))).toEqual({ kind: 'unknown' })
})

it('classifies a failed preparation as not charged', () => {
  expect(notChargedBy(failure(429, 'too_many_requests', 40))).toEqual({
    kind: 'notCharged',
    message: 'So it is.',
  })
  expect(notChargedBy(failure(0, 'offline')).kind).toBe('notCharged')
})

it('extracts the transaction ID from a client secret', () => {
  expect(transactionOf('pi_3Mtw_secret_YrKJ')).toBe('pi_3Mtw')
})

const kindOf = (status: number, code: string) => {
  const verdict = verdictOf(new ApiError({ status, code, message: 'So it is.' }))
  return typeof verdict === 'string' ? verdict : verdict.kind
}

it.each([
  [0, 'offline', 'later'],
  [0, 'timeout', 'later'],
  [200, 'bad_answer', 'later'],
  [401, 'unauthenticated', 'later'],
  [429, 'too_many_requests', 'later'],
  [500, 'internal', 'later'],
  [503, 'payment_unverified', 'later'],
  [409, 'not_paid', 'denied'],
  [409, 'payment_returned', 'returned'],
  [409, 'unknown_transaction', 'unclear'],
  [409, 'wrong_amount', 'unclear'],
  [409, 'wrong_currency', 'unclear'],
  [403, 'forbidden', 'unclear'],
  [404, 'not_found', 'unclear'],
])('classifies %d %s, returned when recording a payment, as %s', (status, code, kind) => {
  expect(kindOf(status, code)).toBe(kind)
})

it('classifies no payment refusal as paid', () => {
  for (const [code, { status }] of Object.entries(paymentRefusals)) {
    expect(kindOf(status, code)).not.toBe('paid')
  }
})
