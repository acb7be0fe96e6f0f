import { Link } from 'react-router'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDate } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import './appointment-actions.css'
import { type ChangeRules, changeableOf } from './changeable.ts'
import { listTexts } from './list-texts.ts'

type AppointmentActionsProps = { appointment: Booking; rules: ChangeRules | undefined }

/** What a patient can do about one of their appointments. */
export function AppointmentActions({ appointment, rules }: AppointmentActionsProps) {
  const { _id: id } = appointment
  const t = useTexts(listTexts)
  const changeable = changeableOf(appointment, rules, Date.now())
  if (changeable === 'nothing') return <p className="appointment-action-note">{t.begun}</p>
  return (
    <div className="appointment-actions">
      {appointment.confirmed && <p className="appointment-action-note">{t.confirmed}</p>}
      {changeable === 'all' ? (
        <Action appointment={appointment} label={t.move} to={paths.moveAppointment(id)} />
      ) : (
        <p className="appointment-action-note">{t.tooLateToMove}</p>
      )}
      <Action appointment={appointment} label={t.earlier} to={paths.askEarlier(id)} />
      <Action appointment={appointment} label={t.cancel} to={paths.cancelAppointment(id)} />
    </div>
  )
}

type ActionProps = { appointment: Booking; label: string; to: string }

/** Its name says which appointment it is about, too. */
function Action({ appointment: { treatment, date }, label, to }: ActionProps) {
  const language = useLanguage()
  const { about } = useTexts(listTexts)
  return (
    <Link
      className="appointment-action"
      to={to}
      aria-label={about(label, treatment, showDate(language, date))}
    >
      {label}
    </Link>
  )
}
