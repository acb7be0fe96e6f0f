import type { Appointment } from '../appointments/book-appointment.ts'
import { noteEvent } from '../appointments/note-event.ts'
import { findById, markPaid } from '../appointments/queries.ts'
import { readClinicName } from '../clinic/queries.ts'
import type { Queries } from '../db/database.ts'
import type { Instant } from '../db/schema.ts'
import { queueMail } from '../notices/queue-mail.ts'
import { isOver } from './find-payable.ts'
import type { PaymentParts } from './provider.ts'
import { markCollected, moveState, type Payment } from './queries.ts'
import { insertRefund, type Refund } from './refund-queries.ts'
import { writeAmount } from './write-amount.ts'
import { writeReceiptMail } from './write-receipt-mail.ts'

/** What a provider collected, exactly as we had ordered it. */
export type Charge = {
  intentId: string
  card: { brand: string; last4: string } | null
  chargedAt: Instant
}

/**
 * Records a charge once, in one transaction: kept when its appointment may still be paid, with the
 * receipt; else as surplus, with its refund. Answers that refund, and nothing when somebody else had
 * recorded the charge already.
 */
export async function recordCharge(
  parts: PaymentParts,
  payment: Payment,
  charge: Charge,
): Promise<{ refund?: Refund }> {
  const now = parts.clock()
  const settledAt = now.toISOString()
  const recorded = await parts.database.query.transaction().execute(async (transaction) => {
    if (!(await markCollected(transaction, payment.id, { ...charge, settledAt }))) return {}
    const appointment = await findAppointment(transaction, payment)
    const { day } = appointment
    if (await takes(parts, transaction, appointment, payment, charge)) {
      await keep(parts, transaction, { appointment, payment, charge, now })
      return { day }
    }
    return { day, refund: await giveBack(parts, transaction, { appointment, payment, now }) }
  })
  if (recorded.day !== undefined) parts.changes.tell(recorded.day)
  parts.outbox.wake()
  return recorded
}

async function findAppointment(query: Queries, { appointmentId }: Payment): Promise<Appointment> {
  const appointment = await findById(query, appointmentId)
  if (!appointment) throw new Error('A payment without its appointment')
  return appointment
}

/** Marks the appointment paid; `false` when it is cancelled, paid, dearer or cheaper by now, or over. */
async function takes(
  { config }: PaymentParts,
  query: Queries,
  appointment: Appointment,
  { amountCents }: Payment,
  { intentId, chargedAt }: Charge,
): Promise<boolean> {
  if (isOver(appointment, new Date(chargedAt), config.clinicTimeZone)) return false
  const paid = { transactionId: intentId, paidAt: chargedAt }
  return markPaid(query, { id: appointment.id, priceCents: amountCents }, paid)
}

async function keep(
  { config }: PaymentParts,
  query: Queries,
  done: { appointment: Appointment; payment: Payment; charge: Charge; now: Date },
): Promise<void> {
  const { appointment, payment, charge, now } = done
  await moveState(query, payment.id, ['surplus'], 'succeeded')
  await noteEvent(query, {
    appointmentId: appointment.id,
    at: now.toISOString(),
    actor: appointment.patient,
    kind: 'paid',
    detail: `${writeAmount(payment.amountCents)}, ${charge.intentId}`,
  })
  const clinic = { clinicName: await readClinicName(query), publicUrl: config.publicUrl }
  await queueMail(query, writeReceiptMail(clinic, appointment, payment, charge), now)
}

async function giveBack(
  { log }: PaymentParts,
  query: Queries,
  { appointment, payment, now }: { appointment: Appointment; payment: Payment; now: Date },
): Promise<Refund> {
  const reason = await explainSurplus(query, appointment.id, payment.amountCents)
  log.warn({ payment: payment.id }, 'collected for an appointment that cannot take it; refunding')
  await noteEvent(query, {
    appointmentId: appointment.id,
    at: now.toISOString(),
    actor: 'portal',
    kind: 'payment_surplus',
    detail: `${writeAmount(payment.amountCents)}, ${payment.intentId}. ${reason}`,
  })
  const request = { paymentId: payment.id, reason, actor: 'portal', now }
  return (await insertRefund(query, request)).refund
}

/** Read anew: what changed may have changed while we waited for the row. */
async function explainSurplus(query: Queries, id: string, amountCents: number): Promise<string> {
  const appointment = await findById(query, id)
  if (appointment?.cancelledAt) return 'The appointment had been cancelled before you paid.'
  if (appointment?.paidAt) return 'The appointment was already paid.'
  const samePrice = appointment?.priceCents === amountCents
  return samePrice ? 'The appointment was over.' : 'The price of the appointment had changed.'
}
