import type { PaymentRefusal } from '../../contract/payment-refusals.ts'
import type { Intent, PaymentParts } from './provider.ts'
import { findByIntent, markCancelled, type Payment } from './queries.ts'
import { type Charge, recordCharge } from './record-charge.ts'
import { runRefund } from './run-refund.ts'

export type Settlement = { ok: true } | { ok: false; reason: PaymentRefusal }

/**
 * The one door through which money is recorded, whoever knocks: the browser's PATCH, a webhook, the
 * sweep, a second look at the payment screen. It believes none of them and asks the provider. Safe to
 * call any number of times, at once too. Throws `ProviderUnavailable`.
 */
export async function settlePayment(parts: PaymentParts, intentId: string): Promise<Settlement> {
  const payment = await findByIntent(parts.database.query, intentId)
  if (!payment) return refuse('unknown_transaction')
  if (payment.state !== 'open' && payment.state !== 'cancelled') return settlementOf(payment)
  // What another provider collected, this one knows nothing of.
  if (payment.provider !== parts.payments.name) return refuse('not_paid')
  const charge = await askProvider(parts, payment, intentId)
  if (typeof charge === 'string') return refuse(charge)
  const { refund } = await recordCharge(parts, payment, charge)
  if (refund) await runRefund(parts, refund)
  const settled = await findByIntent(parts.database.query, intentId)
  return settlementOf(settled ?? payment)
}

function settlementOf({ state }: Payment): Settlement {
  return state === 'succeeded' ? { ok: true } : refuse('payment_returned')
}

function refuse(reason: PaymentRefusal): Settlement {
  return { ok: false, reason }
}

/** The charge behind a payment as its provider tells it, or why there is none to record. */
async function askProvider(
  { payments, database, clock, log }: PaymentParts,
  payment: Payment,
  intentId: string,
): Promise<Charge | PaymentRefusal> {
  const intent = await payments.readIntent(intentId)
  if (!intent || !isAbout(intent, payment)) return 'unknown_transaction'
  if (intent.status === 'cancelled') {
    await markCancelled(database.query, payment, clock().toISOString())
  }
  if (intent.status !== 'succeeded' || intent.chargedAt === null) return 'not_paid'
  const reason = whyNotAsOrdered(intent, payment)
  if (!reason) return { intentId, card: intent.card, chargedAt: intent.chargedAt }
  // No order of ours explains this money, so it is not ours to move: somebody must look.
  log.error({ payment: payment.id, intent: intentId, reason }, 'collected, but not as ordered')
  return reason
}

function isAbout(intent: Intent, payment: Payment): boolean {
  return intent.paymentId === payment.id && intent.appointmentId === payment.appointmentId
}

function whyNotAsOrdered(intent: Intent, payment: Payment): PaymentRefusal | null {
  if (intent.currency !== payment.currency) return 'wrong_currency'
  return intent.amountCents === payment.amountCents ? null : 'wrong_amount'
}
