import type { StaffAppointment } from '../../contract/staff-appointment.ts'
import { dollarText } from '../price-text.ts'

/** How it stands with the money of an appointment: `$99 due`, `Paid by card`. */
export function paymentText({ paid, price, state }: StaffAppointment): string {
  if (paid === 'card') return 'Paid by card'
  if (paid === 'desk') return 'Paid at the desk'
  if (state === 'cancelled') return 'Nothing due'
  return price === 0 ? 'Nothing to pay' : `${dollarText(price)} due`
}
