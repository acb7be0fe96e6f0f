import { defineTexts, type Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { dialled } from '../../contract/phone.ts'
import type { NamedChair } from '../../contract/schedule/day-parts.ts'
import type { StaffAppointment, StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { showDollars } from '../../contract/show.ts'
import { DependentNote } from '../domain/appointment-card.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SlotText } from '../i18n/slot-text.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { AlertMark } from '../ui/feedback/alert-mark.tsx'
import { Link } from '../ui/link.tsx'
import type { Column } from '../ui/table.tsx'
import { liveOnes } from './slots.ts'
import { appointmentTexts, dayTexts } from './texts.ts'
import { VisitNote } from './visits/visit-note.tsx'
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

type PairNoteProps = {
  appointment: StaffAppointment
  /** Those of the day, where they are known. */
  chairs?: readonly NamedChair[]
}

/** Who treats and in which chair; nothing where the clinic has set up neither. */
export function PairNote({ appointment: { doctor, chair }, chairs = [] }: PairNoteProps) {
  const pair = [doctor?.name, chairs.find(({ _id }) => _id === chair)?.name]
  const shown = pair.filter((one) => one !== undefined).join(' · ')
  return shown === '' ? null : <span className="dependent-note">{shown}</span>
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
  const number = dialled(phone)
  return number ? <a href={`tel:${number}`}>{phone}</a> : phone
}

type Paid = Pick<StaffAppointment, 'paid' | 'paidInTest' | 'price' | 'due' | 'status'>

/** What is due or how it was paid: `$99 due`, `Paid by card`. */
export function paymentText(language: Language, appointment: Paid): string {
  const { paid, paidInTest, price, due, status } = appointment
  const t = appointmentTexts[language]
  if (paid !== 'no' && paidInTest > 0) return t.paidInTest
  if (paid === 'card') return t.paidByCard
  if (paid === 'desk') return t.paidAtDesk
  if (status === 'cancelled') return t.nothingDue
  return price === 0 ? t.nothingToPay : t.due(showDollars(language, due))
}

/** The same, and of what was paid in test mode that it was not received. */
export function PaymentFact({ appointment }: { appointment: StaffAppointment }) {
  const language = useLanguage()
  const { notReceived } = useTexts(appointmentTexts)
  const { paidInTest } = appointment
  return (
    <>
      {paymentText(language, appointment)}{' '}
      {paidInTest > 0 && (
        <span className="state-badge" data-state="test">
          {notReceived(showDollars(language, paidInTest))}
        </span>
      )}
    </>
  )
}

const alertTexts = defineTexts({
  en: { alerts: 'Alerts of the day’s patients' },
  es: { alerts: 'Avisos de los pacientes del día' },
})

/** What staff must see at once about the day's patients, each with the way to their record. */
export function DayAlerts({ staffDay }: { staffDay: StaffDay }) {
  const t = useTexts(alertTexts)
  const names = new Map(
    liveOnes(staffDay.appointments).map(({ patientId, patientName }) => [patientId, patientName]),
  )
  const alerts = Object.entries(staffDay.alerts).filter(([id]) => names.has(id))
  if (alerts.length === 0) return null
  return (
    <ul className="day-alerts" aria-label={t.alerts}>
      {alerts.map(([id, alert]) => (
        <li key={id}>
          <Link to={paths.patient(id)}>{names.get(id)}</Link> <AlertMark text={alert} />
        </li>
      ))}
    </ul>
  )
}

/** Of a day: whose patients were asked to choose another time, and the chairs. */
export type ListedDay = Pick<StaffDay, 'asked' | 'chairs'>

/** The columns of a day's list. */
export function useListColumns({ asked, chairs }: ListedDay): readonly Column<StaffAppointment>[] {
  const t = useTexts(sharedTexts)
  const { askedToChoose } = useTexts(dayTexts)
  return [
    { heading: t.time, part: 'time', cell: ({ slot }) => <SlotText slot={slot} /> },
    { heading: t.patient, part: 'patient', cell: (one) => <PatientLink appointment={one} /> },
    {
      heading: t.treatment,
      part: 'treatment',
      cell: (one) => (
        <>
          {one.treatment} <PairNote appointment={one} chairs={chairs} />
        </>
      ),
    },
    { heading: t.phone, part: 'phone', cell: ({ phone }) => <PhoneLink phone={phone} /> },
    {
      heading: t.status,
      part: 'status',
      cell: (one) => (
        <>
          <StatusBadge {...one} /> <VisitNote appointment={one} />
          {asked.includes(one._id) && <span className="day-asked">{askedToChoose}</span>}
        </>
      ),
    },
    { heading: t.payment, part: 'payment', cell: (one) => <PaymentFact appointment={one} /> },
  ]
}
