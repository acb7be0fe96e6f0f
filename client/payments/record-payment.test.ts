import { expect, it } from 'vitest'
import { paymentRefusals } from '../../contract/payments/refusals.ts'
import { ApiError } from '../data/api.ts'
import { verdictOf } from './record-payment.ts'

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
])('%d %s, asked whether a payment is recorded: %s', (status, code, kind) => {
  expect(kindOf(status, code)).toBe(kind)
})

it('takes no refusal there is for a recorded payment', () => {
  for (const [code, { status }] of Object.entries(paymentRefusals)) {
    expect(kindOf(status, code)).not.toBe('paid')
  }
})
