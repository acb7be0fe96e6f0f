import { Link } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { PersonNote } from '../domain/person-note.tsx'

/** A patient's name that leads to the details of the appointment. */
export function PatientLink({ appointment }: { appointment: StaffAppointment }) {
  return (
    <>
      <Link to={paths.staffAppointment(appointment._id)}>{appointment.patientName}</Link>
      <PersonNote appointment={appointment} byName />
    </>
  )
}
