import { Link } from 'react-router'
import type { StaffAppointment } from '../../contract/staff-appointment.ts'
import { paths } from '../paths.ts'
import { paymentText } from './payment-text.ts'
import { StateBadge } from './state-badge.tsx'

/** An appointment in the calendar: who, and how it stands; it leads to its details. */
export function AppointmentCell({ appointment }: { appointment: StaffAppointment }) {
  const { _id, slot, patientName, state } = appointment
  return (
    <Link className="day-appointment" to={paths.staffAppointment(_id)} data-state={state}>
      <span className="visually-hidden">{slot}, </span>
      <strong>{patientName}</strong>
      <span className="day-appointment-facts">
        {state !== 'booked' && <StateBadge state={state} />}
        <span>{paymentText(appointment)}</span>
      </span>
    </Link>
  )
}
