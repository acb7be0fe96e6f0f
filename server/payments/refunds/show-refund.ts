import type { Refund as WireRefund } from '../../../contract/payments/payment.ts'
import { reasonText } from '../../../contract/payments/refund-reasons.ts'
import type { Refund } from '../payment.ts'
import { reasonOf } from '../payment.ts'

/** A refund in the wire's words. */
export function showRefund({ amountCents, ...refund }: Refund): WireRefund {
  const { state, reasonCode, requestedAt, settledAt } = refund
  const reason = reasonText('en', reasonOf(refund))
  return { amount: amountCents / 100, state, reasonCode, reason, requestedAt, settledAt }
}
