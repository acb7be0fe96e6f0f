import { formatDay } from '../../contract/date.ts'
import type { Receipt } from '../../contract/payment.ts'
import type { Appointment } from '../appointments/book-appointment.ts'
import { readClinic } from '../clinic/queries.ts'
import type { Queries } from '../db/database.ts'
import { findCollected } from './queries.ts'
import { findByPayment } from './refund-queries.ts'
import { showRefund } from './show-refund.ts'

/** The receipt of an appointment's payment, in the wire's words; `null` when nothing was collected. */
export async function readReceipt(
  query: Queries,
  appointment: Appointment,
): Promise<Receipt | null> {
  const paid = readDeskPayment(appointment) ?? (await readCardPayment(query, appointment.id))
  if (!paid) return null
  const { name, address, phone } = await readClinic(query)
  return {
    clinic: { name, address, phone },
    patient: appointment.patient,
    patientName: appointment.patientName,
    treatment: appointment.treatment,
    date: formatDay(appointment.day),
    slot: appointment.slot,
    ...paid,
  }
}

type Paid = Pick<Receipt, 'amount' | 'card' | 'transactionId' | 'paidAt' | 'refund'>

function readDeskPayment({ paidBy, paidAt, transactionId, priceCents }: Appointment): Paid | null {
  if (paidBy === null || paidAt === null || transactionId === null) return null
  return { amount: priceCents / 100, card: null, transactionId, paidAt, refund: null }
}

async function readCardPayment(query: Queries, appointmentId: string): Promise<Paid | null> {
  const payment = await findCollected(query, appointmentId)
  if (!payment?.chargedAt || payment.intentId === null) return null
  const { cardBrand: brand, cardLast4: last4 } = payment
  const refund = await findByPayment(query, payment.id)
  return {
    amount: payment.amountCents / 100,
    card: brand === null || last4 === null ? null : { brand, last4 },
    transactionId: payment.intentId,
    paidAt: payment.chargedAt,
    refund: refund ? showRefund(refund) : null,
  }
}
