import type { Booking } from '../../contract/appointments/appointment.ts'
import { formatDay } from '../../contract/date.ts'
import type { Appointment } from './appointment.ts'
import { dueOf, isPaid } from './money.ts'

/** Whom it is for where that is somebody else than the account's holder, and the holder's name. */
export function showPerson({
  patientName: name,
  relation,
  bookerName,
}: Pick<Appointment, 'patientName' | 'relation' | 'bookerName'>) {
  return { person: relation && { name, relation }, bookedBy: bookerName }
}

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
    ...showPerson(appointment),
    phone: appointment.phone,
    paid: isPaid(appointment),
    due: dueOf(appointment) / 100,
    transactionId: appointment.transactionId,
    confirmed: appointment.confirmedAt !== null,
  }
}
