import type { ReasonCode } from '../../contract/payments/refund-reasons.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { markPaid } from '../appointments/count-paid.ts'
import { noteEvent } from '../appointments/history.ts'
import { holdAppointment } from '../appointments/locks.ts'
import { dueOf } from '../appointments/money.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { readLanguage } from '../language/account-language.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { type Charge, isOver, type Payment, type PaymentParts, type Refund } from './payment.ts'
import { markCollected, markKept } from './queries.ts'
import { insertRefund } from './refunds/refund-queries.ts'
import { writeReceiptMail } from './write-receipt-mail.ts'

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
  const { database } = parts
  const recorded = await database.query.transaction().execute(async (transaction) => {
    const appointment = await holdAppointment(database, transaction, payment.appointmentId)
    if (!(await markCollected(transaction, payment.id, { ...charge, settledAt }))) return {}
    const { day } = appointment
    if (await takes(parts, transaction, appointment, payment, charge)) {
      await keep(parts, transaction, { appointment, payment, charge, now })
      return { day }
    }
    return { day, refund: await giveBack(parts, transaction, { appointment, payment, now }) }
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
  const sender = await readSender(query, await readLanguage(query, appointment.patient))
  const { publicUrl } = config
  const namesPatient = appointment.unproved === ''
  const { testMode } = payments
  const paid = { appointment, payment, charge, namesPatient, testMode }
  await queueMail(query, writeReceiptMail(sender, publicUrl, paid), now)
}

async function giveBack(
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
