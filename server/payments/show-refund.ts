import type { Refund as WireRefund } from '../../contract/payment.ts'
import type { Refund } from './refund-queries.ts'

/** A refund in the wire's words. */
export function showRefund({ state, reason, requestedAt, settledAt }: Refund): WireRefund {
  return { state, reason, requestedAt, settledAt }
}
