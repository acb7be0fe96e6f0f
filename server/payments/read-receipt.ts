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
  clinicName: string,
): Promise<Receipt | null> {
  const payment = await findCollected(query, appointment.id)
  if (!payment?.chargedAt || payment.intentId === null) return null
  const { address, phone } = await readClinic(query)
  const refund = await findByPayment(query, payment.id)
  return {
    clinic: { name: clinicName, address, phone },
    patient: appointment.patient,
    patientName: appointment.patientName,
    treatment: appointment.treatment,
    date: formatDay(appointment.day),
    slot: appointment.slot,
    amount: payment.amountCents / 100,
    card:
      payment.cardBrand === null || payment.cardLast4 === null
        ? null
        : { brand: payment.cardBrand, last4: payment.cardLast4 },
    transactionId: payment.intentId,
    paidAt: payment.chargedAt,
    refund: refund ? showRefund(refund) : null,
  }
}
