import type { Booking } from '../../contract/appointments/appointment.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useFetched } from '../data/use-fetched.ts'
import { AddToCalendar, canBeAdded } from '../domain/add-to-calendar.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { feedTexts } from './texts.ts'

/** One's appointments to come, each to be added by itself. */
export function UpcomingEntries({ email }: { email: string }) {
  const t = useTexts(feedTexts)
  const { data, error, isLoading, reload } = useFetched(email, (signal) =>
    call(endpoints.listAppointments, { query: { email } }, { signal }),
  )
  return (
    <section className="feed" aria-labelledby="upcoming-entries">
      <h3 id="upcoming-entries">{t.oneAtATime}</h3>
      {data && <Entries appointments={data.filter(canBeAdded)} />}
      {!data && error === undefined && <Skeleton height="64px" />}
      {!data && error !== undefined && (
        <LoadFailure what={t.listWhat} error={error} onRetry={reload} busy={isLoading} />
      )}
    </section>
  )
}

function Entries({ appointments }: { appointments: readonly Booking[] }) {
  const language = useLanguage()
  if (appointments.length === 0) return <p>{feedTexts[language].nothingToAdd}</p>
  return (
    <ul className="upcoming-entries">
      {appointments.map((appointment) => (
        <li key={appointment._id}>
          <span>
            {appointment.treatment}
            <span className="upcoming-entry-time">
              {showDate(language, appointment.date)}, {showSlot(language, appointment.slot)}
            </span>
          </span>
          <AddToCalendar appointment={appointment} small />
        </li>
      ))}
    </ul>
  )
}
