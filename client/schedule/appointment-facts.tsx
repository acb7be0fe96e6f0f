import { Link } from 'react-router'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDollars } from '../../contract/show.ts'
import { DependentNote } from '../domain/dependent-note.tsx'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { appointmentTexts } from './texts-appointment.ts'
import './schedule.css'

type StatusBadgeProps = Pick<StaffAppointment, 'status' | 'confirmed'>

/** An appointment's status; until its day, also whether the patient has confirmed it. */
export function StatusBadge({ status, confirmed }: StatusBadgeProps) {
  const { statuses } = useTexts(appointmentTexts)
  const shown = status === 'booked' && confirmed ? 'confirmed' : status
  return (
    <span className="state-badge" data-state={shown}>
      {statuses[shown]}
    </span>
  )
}

/** A patient's name that leads to the details of the appointment. */
export function PatientLink({ appointment }: { appointment: StaffAppointment }) {
  return (
    <>
      <Link to={paths.staffAppointment(appointment._id)}>{appointment.patientName}</Link>
      <DependentNote appointment={appointment} byName />
    </>
  )
}

/** A number that a phone can call, or a dash where there is none. */
export function PhoneLink({ phone }: { phone: string }) {
  const { none } = useTexts(sharedTexts)
  if (phone === '') {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{none}</span>
      </>
    )
  }
  const number = phone.replaceAll(/[^\d+]/g, '')
  return number ? <a href={`tel:${number}`}>{phone}</a> : phone
}

type Paid = Pick<StaffAppointment, 'paid' | 'price' | 'due' | 'status'>

/** What is due or how it was paid: `$99 due`, `Paid by card`. */
export function paymentText(language: Language, { paid, price, due, status }: Paid): string {
  const t = appointmentTexts[language]
  if (paid === 'card') return t.paidByCard
  if (paid === 'desk') return t.paidAtDesk
  if (status === 'cancelled') return t.nothingDue
  return price === 0 ? t.nothingToPay : t.due(showDollars(language, due))
}
