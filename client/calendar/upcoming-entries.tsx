import type { Booking } from '../../contract/appointment.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { AddToCalendar, canBeAdded } from '../add-to-calendar.tsx'
import { call } from '../api.ts'
import { LoadFailure } from '../load-failure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFetched } from '../use-fetched.ts'

/** One's appointments to come, each to be added by itself. */
export function UpcomingEntries({ email }: { email: string }) {
  const { data, error, isLoading, reload } = useFetched(email, (signal) =>
    call(endpoints.listAppointments, { query: { email } }, { signal }),
  )
  return (
    <section className="feed" aria-labelledby="upcoming-entries">
      <h3 id="upcoming-entries">One at a time</h3>
      {data && <Entries appointments={data.filter(canBeAdded)} />}
      {!data && error === undefined && <Skeleton height="64px" />}
      {!data && error !== undefined && (
        <LoadFailure what="Your list" error={error} onRetry={reload} busy={isLoading} />
      )}
    </section>
  )
}

function Entries({ appointments }: { appointments: readonly Booking[] }) {
  if (appointments.length === 0) return <p>You have no appointments to add.</p>
  return (
    <ul className="upcoming-entries">
      {appointments.map((appointment) => (
        <li key={appointment._id}>
          <span>
            {appointment.treatment}
            <span className="upcoming-entry-time">
              {appointment.date}, {appointment.slot}
            </span>
          </span>
          <AddToCalendar appointment={appointment} small />
        </li>
      ))}
    </ul>
  )
}
