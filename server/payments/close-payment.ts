import type { PaymentParts } from './provider.ts'
import { markCancelled, type Payment } from './queries.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Ends an open payment so that nothing is collected for it any more. Money that came first is
 * recorded. Throws `ProviderUnavailable`.
 */
export async function closePayment(parts: PaymentParts, payment: Payment): Promise<void> {
  // What another provider holds cannot be asked for; its webhook or its return will find the row.
  if (payment.intentId !== null && payment.provider === parts.payments.name) {
    const intent = await parts.payments.cancelIntent(payment.intentId)
    if (intent?.status === 'succeeded') {
      await settlePayment(parts, payment.intentId)
      return
    }
    if (intent?.status === 'processing') return
  }
  await markCancelled(parts.database.query, payment, parts.clock().toISOString())
}
