import { formatDay } from '../../contract/date.ts'
import type {
  Receipt,
  ReceiptPayment,
  Refund as WireRefund,
} from '../../contract/payments/endpoints.ts'
import { reasonText } from '../../contract/payments/refund-reasons.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { showDependent } from '../appointments/show-appointment.ts'
import { readClinic } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { type DeskPayment, isTest, type Payment, type Refund, reasonOf } from './payment.ts'
import type { PaymentProvider } from './provider.ts'
import { listAtDesk, listByPayments, listCollected } from './queries.ts'

/** The receipt of an appointment, in the wire's words; `null` when nothing was collected. */
export async function readReceipt(
  query: Queries,
  appointment: Appointment,
  provider: Pick<PaymentProvider, 'testMode'> | undefined,
): Promise<Receipt | null> {
  const atDesk = await listAtDesk(query, appointment.id)
  const collected = await listCollected(query, appointment.id)
  const refunds = await listByPayments(
    query,
    collected.map(({ id }) => id),
  )
  const byCard = collected.flatMap((payment) => showCardPayment(payment, refunds))
  const payments = [...byCard, ...atDesk.map(showDeskPayment)].toSorted((one, other) =>
    one.paidAt.localeCompare(other.paidAt),
  )
  if (payments.length === 0) return null
  const { name, address, phone } = await readClinic(query)
  return {
    clinic: { name, address, phone },
    patient: appointment.patient,
    patientName: appointment.patientName,
    ...showDependent(appointment),
    treatment: appointment.treatment,
    date: formatDay(appointment.day),
    slot: appointment.slot,
    testMode: collected.some((payment) => isTest(payment, provider)),
    payments,
  }
}

function showDeskPayment(payment: DeskPayment): ReceiptPayment {
  const { id: transactionId, amountCents, method: atDesk, takenAt: paidAt } = payment
  return { amount: amountCents / 100, card: null, atDesk, transactionId, paidAt, refunds: [] }
}

function showCardPayment(payment: Payment, refunds: readonly Refund[]): ReceiptPayment[] {
  const { cardBrand: brand, cardLast4: last4, intentId, chargedAt } = payment
  if (chargedAt === null || intentId === null) return []
  return [
    {
      amount: payment.amountCents / 100,
      card: brand === null || last4 === null ? null : { brand, last4 },
      atDesk: null,
      transactionId: intentId,
      paidAt: chargedAt,
      refunds: refunds.filter(({ paymentId }) => paymentId === payment.id).map(showRefund),
    },
  ]
}

/** A refund in the wire's words. */
export function showRefund({ amountCents, ...refund }: Refund): WireRefund {
  const { state, reasonCode, requestedAt, settledAt } = refund
  const reason = reasonText('en', reasonOf(refund))
  return { amount: amountCents / 100, state, reasonCode, reason, requestedAt, settledAt }
}
