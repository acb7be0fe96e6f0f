import { formatDay } from '../../contract/date.ts'
import type { StaffAppointment } from '../../contract/staff-appointment.ts'
import type { Appointment } from './book-appointment.ts'
import { isGuest } from './make-guest-key.ts'

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
    phone: appointment.phone,
    state: cancelledAt === null ? (mark ?? 'booked') : 'cancelled',
    paid: howPaid(appointment),
    transactionId: appointment.transactionId,
  }
}

/** Whether an appointment's price is paid now, and where. */
export function howPaid({ paidAt, paidBy }: Appointment): StaffAppointment['paid'] {
  if (paidAt === null) return 'no'
  return paidBy === null ? 'card' : 'desk'
}
