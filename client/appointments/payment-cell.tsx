import type { Booking } from '../../contract/appointment.ts'
import { messages } from '../../contract/messages.ts'

/** What the Payment column of My Appointments says about one appointment. */
export function PaymentCell({ appointment }: { appointment: Booking }) {
  if (appointment.paid) return <span className="payment-paid">{messages.paid}</span>
  return 'Pay at the clinic'
}
