import type { PaymentRefusal } from '../../contract/payments/refusals.ts'
import { type Appointment, dueOf } from '../appointments/appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import { type Payment, type PaymentParts, whyNotPayable } from './payment.ts'
import { type Intent, ProviderUnavailable } from './provider.ts'
import { findOpen, insertOpen, markCancelled, storeIntent } from './queries.ts'
import { closePayment, settlePayment } from './settle-payment.ts'

/** The clinic's prices are in dollars (specification section 9). */
const currency = 'usd'
/** Milliseconds until the sweep first asks about a payment that nobody confirmed. */
const firstCheckMs = 60_000
/** Each try ends what stood in the way of the one before. */
const mostTries = 4

type Opened = { ok: true; clientSecret: string } | { ok: false; reason: PaymentRefusal }

/**
 * The one open payment of what is due for an appointment, made or found again: its row comes first, by a unique
 * index, and its id is the provider's idempotency key, so however many tabs and processes ask and
 * wherever one dies, there is one intent. Nothing is opened for an appointment that has been paid, or
 * has changed, since it was read. Throws `ProviderUnavailable`.
 */
export async function openPayment(parts: PaymentParts, appointment: Appointment): Promise<Opened> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const payment = await findOrInsert(parts, appointment)
    if (!payment) {
      const reason = await whyNoLonger(parts, appointment)
      if (reason) return { ok: false, reason }
      continue
    }
    if (payment.amountCents !== dueOf(appointment) || payment.provider !== parts.payments.name) {
      await closePayment(parts, payment)
      continue
    }
    const intent = await intentOf(parts, payment, appointment)
    if (intent?.status === 'succeeded') return explainPaid(parts, intent)
    if (intent && intent.status !== 'cancelled') {
      return { ok: true, clientSecret: intent.clientSecret }
    }
  }
  throw new ProviderUnavailable('another payment of this appointment is under way')
}

async function findOrInsert(
  { database, clock, payments }: PaymentParts,
  appointment: Appointment,
): Promise<Payment | undefined> {
  const known = await findOpen(database.query, appointment.id)
  if (known) return known
  const now = clock()
  await insertOpen(database, {
    appointmentId: appointment.id,
    provider: payments.name,
    amountCents: dueOf(appointment),
    currency,
    createdAt: now.toISOString(),
    checkAt: new Date(now.getTime() + firstCheckMs).toISOString(),
  })
  return findOpen(database.query, appointment.id)
}

/** Why what was due when an appointment was read is not due now; `null` where it still is. */
async function whyNoLonger(
  parts: PaymentParts,
  before: Appointment,
): Promise<PaymentRefusal | null> {
  const appointment = await findById(parts.database.query, before.id)
  if (!appointment) throw new Error('Appointments are never deleted')
  const differs = dueOf(appointment) !== dueOf(before)
  return whyNotPayable(appointment, parts) ?? (differs ? 'price_differs' : null)
}

/** `null` when this payment can no longer be used. */
async function intentOf(
  { database, clock, payments }: PaymentParts,
  payment: Payment,
  appointment: Appointment,
): Promise<Intent | null> {
  const { query } = database
  if (payment.intentId !== null) {
    const intent = await payments.readIntent(payment.intentId)
    const usable = intent && intent.status !== 'cancelled'
    if (!usable) await markCancelled(query, payment, clock().toISOString())
    return intent
  }
  const { id: paymentId, appointmentId, amountCents } = payment
  const description = appointment.treatment
  const order = { paymentId, appointmentId, amountCents, currency: payment.currency, description }
  const intent = await payments.createIntent(order)
  // Not stored, not handed out: nobody could find its money again.
  return (await storeIntent(query, paymentId, intent.id)) ? intent : null
}

/** The money came, and nobody had told us yet. */
async function explainPaid(parts: PaymentParts, intent: Intent): Promise<Opened> {
  const settled = await settlePayment(parts, intent.id)
  return { ok: false, reason: settled.ok ? 'already_paid' : settled.reason }
}
