import type { PaymentParts } from './payment.ts'
import { type ProviderEvent, ProviderUnavailable } from './provider.ts'
import { findPayment, insertEvent, isEventKnown } from './queries.ts'
import { noteAnswer } from './refunds/refund.ts'
import { findByProviderId } from './refunds/refund-queries.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Acts on a provider's word once, however often it is told. It is written down after the act, so that
 * an act that failed is tried again when the provider repeats itself; acting twice changes nothing.
 * Throws `ProviderUnavailable`.
 */
export async function receiveEvent(parts: PaymentParts, event: ProviderEvent): Promise<void> {
  const { query } = parts.database
  if (await isEventKnown(query, event.id)) return
  if (event.intentId !== undefined) await settlePayment(parts, event.intentId)
  if (event.refundId !== undefined) await followRefund(parts, event.refundId)
  const { id, kind } = event
  await insertEvent(query, { id, kind, receivedAt: parts.clock().toISOString() })
}

async function followRefund(parts: PaymentParts, providerRefundId: string): Promise<void> {
  const refund = await findByProviderId(parts.database.query, providerRefundId)
  if (!refund) return
  const answer = await parts.payments.readRefund(providerRefundId)
  const payment = await findPayment(parts.database.query, refund.paymentId)
  await noteAnswer(parts, refund, payment, answer)
}

/** Takes the sandbox's events in process, where Stripe would call the webhook. */
export function receiveSandbox(parts: Omit<PaymentParts, 'payments'>, payments: Sandbox): void {
  payments.listen(async (event) => {
    await receiveEvent({ ...parts, payments }, event).catch((err: unknown) => {
      const away = err instanceof ProviderUnavailable
      parts.log[away ? 'warn' : 'error']({ err, event: event.id }, 'event not acted on')
    })
  })
}
