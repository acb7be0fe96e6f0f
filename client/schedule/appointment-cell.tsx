import { Link } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showSlot } from '../../contract/show.ts'
import { PersonNote } from '../domain/person-note.tsx'
import { useLanguage } from '../i18n/language.tsx'
import { paymentText } from './payment-text.ts'
import { StateBadge } from './state-badge.tsx'

/** An appointment in the calendar: who, and how it stands; it leads to its details. */
export function AppointmentCell({ appointment }: { appointment: StaffAppointment }) {
  const language = useLanguage()
  const { _id, slot, patientName, state, confirmed } = appointment
  return (
    <Link className="day-appointment" to={paths.staffAppointment(_id)} data-state={state}>
      <span className="visually-hidden">{showSlot(language, slot)}, </span>
      <strong>{patientName}</strong>
      <PersonNote appointment={appointment} byName />
      <span className="day-appointment-facts">
        {(state !== 'booked' || confirmed) && <StateBadge {...appointment} />}
        <span>{paymentText(language, appointment)}</span>
      </span>
    </Link>
  )
}
