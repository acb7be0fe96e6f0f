import { CalendarSync } from 'lucide-react'
import { Link } from 'react-router'
import type { Booking } from '../../contract/appointment.ts'
import { parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { ApiError, call } from '../api.ts'
import { zoneNote } from '../clinic-zone.ts'
import { useSession } from '../identity/session.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { paths } from '../paths.ts'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Fetched, useFetched } from '../use-fetched.ts'
import { AppointmentsSkeleton } from './appointments-skeleton.tsx'
import { AppointmentsTable } from './appointments-table.tsx'
import { Note } from './note.tsx'
import './my-appointments-page.css'

/** The first page of the dashboard: what the patient has booked, the nearest day first. */
export function MyAppointmentsPage() {
  const { user, signOut } = useSession()
  const email = user?.email ?? ''
  const appointments = useFetched(email, async (signal) => {
    try {
      return await call(endpoints.listAppointments, { query: { email } }, { signal })
    } catch (error) {
      // Not in an effect: the end of the session may have taken this page away by now.
      if (error instanceof ApiError && [401, 403].includes(error.status)) void signOut()
      throw error
    }
  })
  const zone = useZone(appointments.data)

  return (
    <section className="my-appointments" aria-labelledby="my-appointments-heading">
      <h2 id="my-appointments-heading">My Appointments</h2>
      {zone && <p className="my-appointments-zone">All times are {zone}.</p>}
      <Appointments {...appointments} />
      {user && !user.emailVerified && (
        <p className="my-appointments-zone">
          What the clinic books for you appears here once you have confirmed your e-mail address, by
          the link in our first mail to you.
        </p>
      )}
    </section>
  )
}

function Appointments({ data, error, isLoading, reload }: Fetched<Booking[]>) {
  if (!data && error !== undefined) {
    return <LoadFailure what="Your list" error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <AppointmentsSkeleton />
  return (
    <>
      {error !== undefined && <Note>This list may be out of date: we could not renew it.</Note>}
      {data.length > 0 ? (
        <>
          <AppointmentsTable appointments={data} />
          <Link className="my-appointments-calendar" to={paths.ownCalendar}>
            <Icon of={CalendarSync} />
            Add them to your own calendar
          </Link>
        </>
      ) : (
        <EmptyState
          picture={picture}
          title="You have no appointments yet"
          action={<ButtonLink to={paths.appointment}>Book an appointment</ButtonLink>}
        >
          <p>Once you have booked one, its day and time are here.</p>
        </EmptyState>
      )}
    </>
  )
}

/** Without the clinic's zone the times still stand, only the note is missing. */
function useZone(appointments: readonly Booking[] | undefined): string | null {
  const calendar = useFetched('calendar', (signal) => call(endpoints.readCalendar, {}, { signal }))
  const day = parseDay(appointments?.[0]?.date ?? '')
  return calendar.data && day ? zoneNote(calendar.data.timeZone, day) : null
}
