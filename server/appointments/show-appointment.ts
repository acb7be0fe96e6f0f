import type { AppointmentStatus, Booking } from '../../contract/appointments/appointment.ts'
import { formatDay } from '../../contract/date.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { type Appointment, cardCentsOf, dueOf, isPaid } from './appointment.ts'
import { isGuest } from './search-keys.ts'

/** The dependent that an appointment is for and the account holder's name; `null` for the holder's own. */
export function showDependent({
  patientName: name,
  relation,
  bookerName,
}: Pick<Appointment, 'patientName' | 'relation' | 'bookerName'>) {
  return { dependent: relation && { name, relation }, bookedBy: bookerName }
}

/** What patients' lists read of an appointment: half of its row, which takes half the time. */
export const listedColumns = [
  'id',
  'treatmentId',
  'treatment',
  'day',
  'slot',
  'doctorId',
  'doctorName',
  'patient',
  'patientName',
  'relation',
  'bookerName',
  'phone',
  'unproved',
  'priceCents',
  'paidCents',
  'paidAt',
  'transactionId',
  'status',
  'confirmedAt',
  'cancelledAt',
  'timeRevision',
] as const

export type Listed = Pick<Appointment, (typeof listedColumns)[number]>

/** An appointment in the wire's words: a booking, its price in dollars; `testCents` by `sumTests`. */
export function showAppointment(appointment: Omit<Listed, 'unproved'>, testCents: number): Booking {
  return {
    _id: appointment.id,
    treatmentId: appointment.treatmentId,
    treatment: appointment.treatment,
    date: formatDay(appointment.day),
    slot: appointment.slot,
    price: appointment.priceCents / 100,
    patient: appointment.patient,
    patientName: appointment.patientName,
    ...showDependent(appointment),
    phone: appointment.phone,
    paid: isPaid(appointment),
    due: dueOf(appointment) / 100,
    paidInTest: testCents / 100,
    transactionId: appointment.transactionId,
    confirmed: appointment.confirmedAt !== null,
    status: statusOf(appointment),
    doctor: showDoctor(appointment),
  }
}

function showDoctor({
  doctorId: _id,
  doctorName: name,
}: Pick<Appointment, 'doctorId' | 'doctorName'>): Booking['doctor'] {
  return _id === null || name === null ? null : { _id, name }
}

export function statusOf({
  cancelledAt,
  status,
}: Pick<Appointment, 'cancelledAt' | 'status'>): AppointmentStatus {
  return cancelledAt === null ? status : 'cancelled'
}

/** An appointment as staff see it, in the wire's words. */
export function showStaffAppointment(
  appointment: Appointment,
  testCents: number,
): StaffAppointment {
  const { patient } = appointment
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
    patientId: appointment.patientId,
    patientName: appointment.patientName,
    ...showDependent(appointment),
    phone: appointment.phone,
    confirmed: appointment.confirmedAt !== null,
    status: statusOf(appointment),
    arrivedAt: appointment.arrivedAt,
    seatedAt: appointment.seatedAt,
    completedAt: appointment.completedAt,
    noShowAt: appointment.noShowAt,
    paid: howPaid(appointment),
    paidByCard: cardCentsOf(appointment) / 100,
    paidAtDesk: appointment.deskCents / 100,
    paidInTest: testCents / 100,
    due: dueOf(appointment) / 100,
    transactionId: appointment.transactionId,
    doctor: showDoctor(appointment),
    chair: appointment.chairId,
    busyUntilMinute: appointment.busyUntilMinute,
  }
}

/** Whether an appointment's price is paid now, and where. */
function howPaid(appointment: Appointment): StaffAppointment['paid'] {
  if (!isPaid(appointment)) return 'no'
  return appointment.paidBy === null ? 'card' : 'desk'
}
