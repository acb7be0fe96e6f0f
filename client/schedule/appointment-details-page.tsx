import { ChevronLeft } from 'lucide-react'
import { useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { parseDay } from '../../contract/date.ts'
import { paths } from '../../contract/page-paths.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointmentDetails } from '../../contract/schedule/staff-appointment.ts'
import { showDate } from '../../contract/show.ts'
import { ApiError, call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { calendar as clinicCalendar } from '../data/shared-queries.ts'
import { useFetched } from '../data/use-fetched.ts'
import { useRead } from '../data/use-read.ts'
import { PersonNote } from '../domain/person-note.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import nothing from '../ui/art/nothing-free.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import { AppointmentHistory } from './appointment-history.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { LiveNote } from './live-note.tsx'
import { StateBadge } from './state-badge.tsx'
import { appointmentTexts } from './texts-appointment.ts'
import { useLive } from './use-live.ts'
import { useNewest } from './use-newest.ts'
import './appointment-details.css'
import './day-page.css'

/** One appointment as staff see it: who, when, how it stands, what happened, what can be done. */
export function AppointmentDetailsPage() {
  const { id = '' } = useParams()
  return (
    <section className="details" aria-labelledby="day-heading">
      <Details key={id} id={id} />
    </section>
  )
}

function Details({ id }: { id: string }) {
  const t = useTexts(appointmentTexts)
  const calendar = useLive(useRead(clinicCalendar)).data
  const details = useFetched(id, (signal) =>
    call(dayEndpoints.readStaffAppointment, { params: { id } }, { signal }),
  )
  const { data, error, isLoading, reload } = details
  // Where it was moved away, that day is told as well.
  useLive(details, (changed) => parseDay(data?.appointment.date ?? '') === changed)

  if (error instanceof ApiError && error.code === 'not_found') return <Unknown />
  if (data) {
    const isOld = error !== undefined
    return <Known details={data} calendar={calendar} isOld={isOld} reload={reload} />
  }
  if (error === undefined) return <DaySkeleton withHead />
  return (
    <>
      <h2 id="day-heading">{t.appointment}</h2>
      <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
    </>
  )
}

type KnownProps = {
  details: StaffAppointmentDetails
  calendar: BookingCalendar | undefined
  isOld: boolean
  reload: () => void
}

function Known({ details, calendar, isOld, reload }: KnownProps) {
  const language = useLanguage()
  const { newest, learn } = useNewest()
  const heading = useRef<HTMLHeadingElement>(null)
  const appointment = newest(details.appointment)
  const day = parseDay(appointment.date) ?? ''
  return (
    <>
      <div className="day-top">
        <Link className="details-back" to={paths.dayOf(day)}>
          <Icon of={ChevronLeft} />
          {showDate(language, appointment.date)}
        </Link>
        <LiveNote />
      </div>
      <header className="details-head">
        <h2 id="day-heading" ref={heading} tabIndex={-1}>
          {appointment.patientName}
          <PersonNote appointment={appointment} byName />
        </h2>
        <StateBadge {...appointment} />
      </header>
      {isOld && (
        <p className="day-note" role="status">
          {appointmentTexts[language].isOld}
        </p>
      )}
      <AppointmentFacts appointment={appointment} day={day} refund={details.refund} />
      {calendar && (
        <AppointmentActions
          appointment={appointment}
          day={day}
          calendar={calendar}
          heading={heading}
          reload={reload}
          onChanged={(answer) => {
            learn(answer)
            reload()
          }}
        />
      )}
      <AppointmentHistory entries={details.history} timeZone={calendar?.timeZone} />
    </>
  )
}

function Unknown() {
  const t = useTexts(appointmentTexts)
  return (
    <>
      <h2 id="day-heading" className="visually-hidden">
        {t.appointment}
      </h2>
      <EmptyState
        picture={nothing}
        title={t.unknown}
        action={<ButtonLink to={paths.day}>{t.goToDay}</ButtonLink>}
      >
        <p>{t.unknownHint}</p>
      </EmptyState>
    </>
  )
}
