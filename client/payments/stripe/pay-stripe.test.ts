import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { expect, it } from 'vitest'
import { attemptOfError } from './pay-stripe.ts'

const error = (type: StripeError['type'], code?: string, status?: PaymentIntent['status']) =>
  ({
    type,
    message: 'So it is.',
    ...(code && { code }),
    ...(status && { payment_intent: { id: 'pi_1', status } as PaymentIntent }),
  }) satisfies StripeError

it.each([
  [error('card_error', 'card_declined', 'requires_payment_method'), 'notCharged'],
  [error('validation_error', 'incomplete_number'), 'notCharged'],
  [error('rate_limit_error'), 'notCharged'],
  [
    error(
      'invalid_request_error',
      'payment_intent_authentication_failure',
      'requires_payment_method',
    ),
    'notCharged',
  ],
  [error('invalid_request_error', 'payment_intent_unexpected_state', 'succeeded'), 'charged'],
  [error('invalid_request_error', 'payment_intent_unexpected_state', 'canceled'), 'outdated'],
  [error('invalid_request_error', 'payment_intent_unexpected_state', 'processing'), 'unknown'],
  [error('invalid_request_error', 'payment_intent_unexpected_state'), 'unknown'],
  [error('invalid_request_error', 'resource_missing'), 'outdated'],
  [error('api_connection_error'), 'unknown'],
  [error('api_error'), 'unknown'],
  [error('idempotency_error'), 'unknown'],
])('%j: %s', (given, kind) => {
  expect(attemptOfError(given).kind).toBe(kind)
})
