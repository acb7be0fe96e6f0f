import type { Refund as WireRefund } from '../../contract/payments/payment.ts'
import type { Refund } from './payment.ts'

/** A refund in the wire's words. */
export function showRefund({ amountCents, ...refund }: Refund): WireRefund {
  const { state, reason, requestedAt, settledAt } = refund
  return { amount: amountCents / 100, state, reason, requestedAt, settledAt }
}
