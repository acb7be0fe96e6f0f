import type { Language } from '../../contract/language.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDollars } from '../../contract/show.ts'
import { appointmentTexts } from './texts-appointment.ts'

type Paid = Pick<StaffAppointment, 'paid' | 'price' | 'due' | 'state'>

/** How it stands with the money of an appointment: `$99 due`, `Paid by card`. */
export function paymentText(language: Language, { paid, price, due, state }: Paid): string {
  const t = appointmentTexts[language]
  if (paid === 'card') return t.paidByCard
  if (paid === 'desk') return t.paidAtDesk
  if (state === 'cancelled') return t.nothingDue
  return price === 0 ? t.nothingToPay : t.due(showDollars(language, due))
}
