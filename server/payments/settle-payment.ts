import type { PaymentRefusal } from '../../contract/payments/refusals.ts'
import { type Appointment, refused } from '../appointments/appointment.ts'
import type { Charge, Payment, PaymentParts, Settlement } from './payment.ts'
import { type Intent, ProviderUnavailable } from './provider.ts'
import { findByIntent, findOpen, markCancelled } from './queries.ts'
import { recordCharge } from './record-charge.ts'
import { runRefund } from './refunds/run-refund.ts'

/**
 * The one door through which money is recorded, no matter who knocks: the browser's PATCH, a webhook, the
 * sweep, a second look at the payment screen. It believes none of them and asks the provider. Safe to
 * call any number of times, at once too. Throws `ProviderUnavailable`.
 */
export async function settlePayment(parts: PaymentParts, intentId: string): Promise<Settlement> {
  const payment = await findByIntent(parts.database.query, intentId)
  if (!payment) return refused('unknown_transaction')
  if (payment.state !== 'open' && payment.state !== 'cancelled') return settlementOf(payment)
  // What another provider collected, this one knows nothing of.
  if (payment.provider !== parts.payments.name) return refused('not_paid')
  const charge = await askProvider(parts, payment, intentId)
  if (typeof charge === 'string') return refused(charge)
  const { refund } = await recordCharge(parts, payment, charge)
  if (refund) await runRefund(parts, refund)
  else await closeOther(parts, payment)
  const settled = await findByIntent(parts.database.query, intentId)
  return settlementOf(settled ?? payment)
}

/**
 * A browser says that a transaction has paid an appointment. It has to be a payment of this very
 * appointment, whatever the provider says of it; asked again, it answers the same again.
 * Throws `ProviderUnavailable`.
 */
export async function confirmPayment(
  parts: PaymentParts,
  appointment: Appointment,
  transactionId: string,
): Promise<Settlement> {
  const payment = await findByIntent(parts.database.query, transactionId)
  if (payment?.appointmentId !== appointment.id) return refused('unknown_transaction')
  return settlePayment(parts, transactionId)
}

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

/** Ends a payment that was opened after one had been given up which has paid after all. */
async function closeOther(parts: PaymentParts, { appointmentId }: Payment): Promise<void> {
  const open = await findOpen(parts.database.query, appointmentId)
  if (!open) return
  await closePayment(parts, open).catch((err: unknown) => {
    // What was paid is recorded; the sweep closes what is left open.
    if (!(err instanceof ProviderUnavailable)) throw err
  })
}

function settlementOf({ state }: Payment): Settlement {
  return state === 'succeeded' ? { ok: true } : refused('payment_returned')
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
