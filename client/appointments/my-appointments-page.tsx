import { CalendarSync } from 'lucide-react'
import { Link } from 'react-router'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { ApiError } from '../data/api-error.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { calendar, policy } from '../data/shared-queries.ts'
import { type Reading, read, useRead } from '../data/use-read.ts'
import { PolicyNote } from '../domain/policy-note.tsx'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useSession } from '../identity/session.tsx'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { AppointmentsSkeleton } from './appointments-skeleton.tsx'
import { AppointmentsTable } from './appointments-table.tsx'
import type { ChangeRules } from './changeable.ts'
import { listTexts } from './list-texts.ts'
import './my-appointments-page.css'

/** The first page of the dashboard: what the patient has booked, the nearest day first. */
export function MyAppointmentsPage() {
  const { user, signOut } = useSession()
  const email = user?.email ?? ''
  const own = read(endpoints.listAppointments, { query: { email } })
  const appointments = useRead({
    ...own,
    load: (signal) =>
      own.load(signal).catch((error: unknown) => {
        // Not in an effect: the end of the session may have taken this page away before it runs.
        if (error instanceof ApiError && [401, 403].includes(error.status)) void signOut()
        throw error
      }),
  })
  const t = useTexts(listTexts)
  const rules = useRules()
  const zone = useZone(appointments.data, rules?.timeZone)

  return (
    <section className="my-appointments" aria-labelledby="my-appointments-heading">
      <h2 id="my-appointments-heading">{t.title}</h2>
      {zone && <p className="my-appointments-zone">{t.allTimes(zone)}</p>}
      <Appointments {...appointments} rules={rules} />
      {user && !user.emailVerified && <p className="my-appointments-zone">{t.unverified}</p>}
    </section>
  )
}

type AppointmentsProps = Reading<Booking[]> & { rules: ChangeRules | undefined }

function Appointments({ data, error, isLoading, reload, rules }: AppointmentsProps) {
  const t = useTexts(listTexts)
  const { bookAnAppointment } = useTexts(sharedTexts)
  if (!data && error !== undefined) {
    return <LoadFailure what={t.list} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <AppointmentsSkeleton />
  return (
    <>
      {error !== undefined && <Note>{t.outOfDate}</Note>}
      {data.length > 0 ? (
        <>
          <AppointmentsTable appointments={data} rules={rules} />
          <PolicyNote policy={rules?.policy} />
          <Link className="my-appointments-calendar" to={paths.ownCalendar}>
            <Icon of={CalendarSync} />
            {t.toCalendar}
          </Link>
        </>
      ) : (
        <EmptyState
          picture={picture}
          title={t.empty}
          action={<ButtonLink to={paths.appointment}>{bookAnAppointment}</ButtonLink>}
        >
          <p>{t.emptyText}</p>
        </EmptyState>
      )}
    </>
  )
}

/** What tells whether an appointment can still be changed; without it the clinic says so when asked. */
function useRules(): ChangeRules | undefined {
  const { data: days } = useRead(calendar)
  const { data: promises } = useRead(policy)
  return days && { timeZone: days.timeZone, policy: promises }
}

/** Without the clinic's zone the times still stand, only the note is missing. */
function useZone(appointments: readonly Booking[] | undefined, timeZone: string | undefined) {
  const language = useLanguage()
  const day = parseDay(appointments?.[0]?.date ?? '')
  return timeZone !== undefined && day ? zoneNote(language, timeZone, day) : null
}
