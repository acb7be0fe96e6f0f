import type { Booking } from '../../contract/appointment.ts'
import { formatDay } from '../../contract/date.ts'
import type { Appointment } from './book-appointment.ts'

/** An appointment in the wire's words: a booking, its price in dollars. */
export function showAppointment(appointment: Appointment): Booking {
  return {
    _id: appointment.id,
    treatmentId: appointment.treatmentId,
    treatment: appointment.treatment,
    date: formatDay(appointment.day),
    slot: appointment.slot,
    price: appointment.priceCents / 100,
    patient: appointment.patient,
    patientName: appointment.patientName,
    phone: appointment.phone,
    paid: appointment.paidAt !== null,
    transactionId: appointment.transactionId,
  }
}
