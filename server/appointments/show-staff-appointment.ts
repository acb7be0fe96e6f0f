import { formatDay } from '../../contract/date.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import type { Appointment } from './appointment.ts'
import { cardCentsOf, dueOf, isPaid } from './money.ts'
import { isGuest } from './search-keys.ts'
import { showPerson } from './show-appointment.ts'

/** An appointment as staff see it, in the wire's words. */
export function showStaffAppointment(appointment: Appointment): StaffAppointment {
  const { cancelledAt, mark, patient } = appointment
  return {
    _id: appointment.id,
    revision: appointment.revision,
    treatmentId: appointment.treatmentId,
    treatment: appointment.treatment,
    date: formatDay(appointment.day),
    slot: appointment.slot,
    startMinute: appointment.startMinute,
    endMinute: appointment.endMinute,
    price: appointment.priceCents / 100,
    patient: isGuest(patient) ? null : patient,
    patientName: appointment.patientName,
    ...showPerson(appointment),
    phone: appointment.phone,
    confirmed: appointment.confirmedAt !== null,
    state: cancelledAt === null ? (mark ?? 'booked') : 'cancelled',
    paid: howPaid(appointment),
    paidByCard: cardCentsOf(appointment) / 100,
    paidAtDesk: appointment.deskCents / 100,
    due: dueOf(appointment) / 100,
    transactionId: appointment.transactionId,
  }
}

/** Whether an appointment's price is paid now, and where. */
function howPaid(appointment: Appointment): StaffAppointment['paid'] {
  if (!isPaid(appointment)) return 'no'
  return appointment.paidBy === null ? 'card' : 'desk'
}
