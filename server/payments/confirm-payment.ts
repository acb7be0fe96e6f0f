import type { PaymentRefusal } from '../../contract/payments/refusals.ts'
import type { Appointment } from '../appointments/appointment.ts'
import type { PaymentParts, Settlement } from './payment.ts'
import { findByIntent } from './queries.ts'
import { settlePayment } from './settle-payment.ts'

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
  if (payment?.appointmentId !== appointment.id) return refuse('unknown_transaction')
  return settlePayment(parts, transactionId)
}

function refuse(reason: PaymentRefusal): Settlement {
  return { ok: false, reason }
}
