import type { ReasonCode } from '../../contract/payments/refund-reasons.ts'
import type { PaymentRefusal } from '../../contract/payments/refusals.ts'
import { type Appointment, dueOf, refused } from '../appointments/appointment.ts'
import { holdAppointment } from '../appointments/find-appointment.ts'
import { noteEvent } from '../appointments/history.ts'
import { markPaid } from '../appointments/store-appointment.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { readLanguage } from '../language/language.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { writeReceiptMail } from './mails.ts'
import {
  type Charge,
  isOfLiveKeys,
  isOver,
  mayBePaidElsewhere,
  type Payment,
  type PaymentParts,
  type Refund,
  type RefundParts,
  type Settlement,
} from './payment.ts'
import { type Intent, type ProviderEvent, ProviderUnavailable } from './provider.ts'
import {
  findByIntent,
  findByProviderId,
  findOpen,
  findPayment,
  insertEvent,
  insertRefund,
  isEventKnown,
  markCancelled,
  markCollected,
  markKept,
  markReal,
} from './queries.ts'
import { noteAnswer, runRefund } from './refunds/refund.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

/**
 * The one door through which money is recorded, no matter who knocks: the browser's PATCH, a webhook, the
 * sweep, a second look at the payment screen. It believes none of them and asks the provider. Safe to
 * call any number of times, at once too. Throws `ProviderUnavailable`.
 */
export async function settlePayment(parts: RefundParts, intentId: string): Promise<Settlement> {
  const { payments } = parts
  const payment = await findByIntent(parts.database.query, intentId)
  if (!payment) return refused('unknown_transaction')
  if (payment.state !== 'open' && payment.state !== 'cancelled') return settlementOf(payment)
  if (mayBePaidElsewhere(payment, payments)) {
    throw new ProviderUnavailable('it was begun with another provider or other keys')
  }
  // What another provider collected, this one knows nothing of.
  if (!payments || payment.provider !== payments.name) return refused('not_paid')
  const asking = { ...parts, payments }
  const charge = await askProvider(asking, payment, intentId)
  if (typeof charge === 'string') return refused(charge)
  const { refund, other } = await recordCharge(asking, payment, charge)
  if (refund) await runRefund(parts, refund)
  if (other) await closeOther(asking, other)
  const settled = await findByIntent(parts.database.query, intentId)
  return settlementOf(settled ?? payment)
}

/**
 * Handles a browser's report that a transaction has paid an appointment. The transaction must be a payment of
 * this appointment, whatever the provider says. Repeated calls return the same answer, also where cards are not taken
 * any more. Throws `ProviderUnavailable`.
 */
export async function confirmPayment(
  parts: RefundParts,
  appointment: Appointment,
  transactionId: string,
): Promise<Settlement> {
  const payment = await findByIntent(parts.database.query, transactionId)
  if (payment?.appointmentId !== appointment.id) return refused('unknown_transaction')
  return settlePayment(parts, transactionId)
}

/**
 * Ends an open payment so that nothing is collected for it any more. Money that came first is
 * recorded. Real money that the keys in use do not find stays open for those that do. Throws
 * `ProviderUnavailable`.
 */
export async function closePayment(parts: PaymentParts, payment: Payment): Promise<void> {
  if (mayBePaidElsewhere(payment, parts.payments)) return
  // No other provider can be asked for what was a test of one.
  if (payment.intentId !== null && payment.provider === parts.payments.name) {
    const intent = await parts.payments.cancelIntent(payment.intentId)
    if (intent?.status === 'succeeded') {
      await settlePayment(parts, payment.intentId)
      return
    }
    if (intent?.status === 'processing') return
    if (!intent) return giveUp(parts, payment)
  }
  await markCancelled(parts.database.query, payment, parts.clock().toISOString())
}

/** Ends a payment whose intent the provider does not find, unless live keys find it: it stays open for those. */
export async function giveUp(
  { database, clock, payments }: Pick<PaymentParts, 'database' | 'clock' | 'payments'>,
  payment: Payment,
): Promise<void> {
  if (isOfLiveKeys(payment, payments)) await markReal(database.query, payment.id)
  else await markCancelled(database.query, payment, clock().toISOString())
}

/** Ends a payment that was opened after one had been given up which has paid after all. */
async function closeOther(parts: PaymentParts, { id }: Payment): Promise<void> {
  const open = await findPayment(parts.database.query, id)
  if (open.state !== 'open') return
  await closePayment(parts, open).catch((err: unknown) => {
    // What was paid is recorded; the sweep closes what is left open.
    if (!(err instanceof ProviderUnavailable)) throw err
  })
}

function settlementOf({ state }: Payment): Settlement {
  return state === 'succeeded' ? { ok: true } : refused('payment_returned')
}

/** The charge behind a payment as its provider reports it, or why there is none to record. */
async function askProvider(
  { payments, database, clock, log }: PaymentParts,
  payment: Payment,
  intentId: string,
): Promise<Charge | PaymentRefusal> {
  const intent = await payments.readIntent(intentId)
  if (!intent && isOfLiveKeys(payment, payments)) {
    await markReal(database.query, payment.id)
    return 'payment_unverified'
  }
  if (!intent || !isAbout(intent, payment)) return 'unknown_transaction'
  if (intent.status === 'cancelled') {
    await markCancelled(database.query, payment, clock().toISOString())
  }
  if (intent.status !== 'succeeded' || intent.chargedAt === null) return 'not_paid'
  const reason = whyNotAsOrdered(intent, payment)
  if (!reason) return { intentId, card: intent.card, chargedAt: intent.chargedAt }
  // No order of ours explains this charge, so it is neither recorded nor refunded: it needs manual action.
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

/**
 * Records a charge once, in one transaction: kept if its appointment may still be paid, with the receipt;
 * else as surplus, with its refund. Returns that refund, or the other payment that was open when the charge
 * was kept; a payment opened later is for an amount still due. Returns neither if the charge was already
 * recorded.
 */
async function recordCharge(
  parts: PaymentParts,
  payment: Payment,
  charge: Charge,
): Promise<{ refund?: Refund; other?: Payment | undefined }> {
  const now = parts.clock()
  const settledAt = now.toISOString()
  const { database } = parts
  const recorded = await database.query.transaction().execute(async (transaction) => {
    const appointment = await holdAppointment(database, transaction, payment.appointmentId)
    if (!(await markCollected(transaction, payment.id, { ...charge, settledAt }))) return {}
    const { day } = appointment
    if (await takes(parts, transaction, appointment, payment, charge)) {
      await keep(parts, transaction, { appointment, payment, charge, now })
      return { day, other: await findOpen(transaction, appointment.id) }
    }
    return { day, refund: await returnSurplus(parts, transaction, { appointment, payment, now }) }
  })
  if (recorded.day !== undefined) parts.changes.publish(recorded.day)
  parts.outbox.wake()
  return recorded
}

/** Adds the charge to the appointment; `false` when it is cancelled or over, or another amount is due. */
async function takes(
  { config }: PaymentParts,
  query: Queries,
  appointment: Appointment,
  { amountCents }: Payment,
  { intentId, chargedAt }: Charge,
): Promise<boolean> {
  if (isOver(appointment, new Date(chargedAt), config.clinicTimeZone)) return false
  const paid = { transactionId: intentId, paidAt: chargedAt }
  return markPaid(query, { id: appointment.id, amountCents }, paid)
}

async function keep(
  { config, payments }: PaymentParts,
  query: Queries,
  done: { appointment: Appointment; payment: Payment; charge: Charge; now: Date },
): Promise<void> {
  const { appointment, payment, charge, now } = done
  await markKept(query, payment.id)
  await noteEvent(query, {
    appointmentId: appointment.id,
    at: now.toISOString(),
    actor: appointment.patient,
    kind: 'paid',
    data: {
      ...{ amountCents: payment.amountCents, currency: payment.currency },
      transactionId: charge.intentId,
    },
  })
  const sender = await readSender(query, await readLanguage(query, config, appointment.patient))
  const { publicUrl } = config
  const namesPatient = appointment.unproved === ''
  const { testMode } = payments
  const paid = { appointment, payment, charge, namesPatient, testMode }
  await queueMail(query, writeReceiptMail(sender, publicUrl, paid), now)
}

async function returnSurplus(
  { log }: PaymentParts,
  query: Queries,
  { appointment, payment, now }: { appointment: Appointment; payment: Payment; now: Date },
): Promise<Refund> {
  const { id: paymentId, amountCents, currency, intentId: transactionId } = payment
  const reason = { code: explainSurplus(appointment, amountCents) }
  log.warn({ payment: payment.id }, 'collected for an appointment that cannot take it; refunding')
  await noteEvent(query, {
    appointmentId: appointment.id,
    at: now.toISOString(),
    actor: 'portal',
    kind: 'payment_surplus',
    data: { amountCents, currency, transactionId, reason },
  })
  return insertRefund(query, { paymentId, amountCents, reason, actor: 'portal', now })
}

function explainSurplus(appointment: Appointment, amountCents: number): ReasonCode {
  if (appointment.cancelledAt !== null) return 'cancelled_before'
  const due = dueOf(appointment)
  if (due === 0 && appointment.paidAt !== null) return 'already_paid'
  return due === amountCents ? 'over' : 'price_changed'
}

/**
 * Acts on a provider's event once, however often it is delivered. It is written down after the act, so that
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
