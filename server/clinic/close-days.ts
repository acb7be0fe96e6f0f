import { addDays, type Day, daysBetween, weekdayOf } from '../../contract/date.ts'
import {
  type AsksAboutAffected,
  type Refused,
  refused,
  refusedFor,
} from '../appointments/appointment.ts'
import { holdBookings } from '../appointments/find-appointment.ts'
import type { ClinicParts } from './clinic.ts'
import { closeEach, deleteClosure, listAffected, updateClinic } from './queries.ts'
import { listClosedWeekdays, listClosures } from './read-clinic.ts'

const mostDays = 60

type Closed = { ok: true; closed: number; revision: number }
type Edited = { revision?: number | undefined }
type Why = 'days_backwards' | 'too_many_days' | 'changed_meanwhile'
type Input = { from: Day; to: Day; reason: string; confirmed: boolean } & Edited

/**
 * Closes the days of a range, both ends included. Appointments on days that were open until now stay
 * until they are settled, and are listed first unless that is confirmed. Anyone who books afterwards finds the day closed.
 */
export async function closeDays(
  { database, clinicTime }: ClinicParts,
  { from, to, reason, confirmed, revision: editedFrom }: Input,
): Promise<Closed | Refused<Why> | AsksAboutAffected> {
  const length = daysBetween(from, to) + 1
  if (length < 1) return refused('days_backwards')
  if (length > mostDays) return refused('too_many_days')
  const days = Array.from({ length }, (_, place) => addDays(from, place))
  const now = clinicTime()
  return database.query.transaction().execute(async (query) => {
    await holdBookings(database, query)
    const closed = new Set((await listClosures(query, from, to)).map(({ day }) => day))
    const weekdays = new Set(await listClosedWeekdays(query))
    const closing = days.filter(
      (day) => day >= now.today && !closed.has(day) && !weekdays.has(weekdayOf(day)),
    )
    const affected = await listAffected(query, closing, now)
    if (affected.length > 0 && !confirmed) return refusedFor(affected)
    const revision = await updateClinic(query, { part: 'hoursRevision', revision: editedFrom })
    if (revision === null) return refused('changed_meanwhile')
    await closeEach(query, days, reason)
    return { ok: true, closed: days.length, revision }
  })
}

/** Opens a closed day again, and brings its reminders back; how many closures that ended. */
export async function openDay(
  { database }: Pick<ClinicParts, 'database'>,
  { day, revision: editedFrom }: Edited & { day: Day },
): Promise<{ ok: true; deletedCount: number; revision: number } | Refused<'changed_meanwhile'>> {
  return database.query.transaction().execute(async (query) => {
    const revision = await updateClinic(query, { part: 'hoursRevision', revision: editedFrom })
    if (revision === null) return refused('changed_meanwhile')
    return { ok: true, deletedCount: await deleteClosure(query, day), revision }
  })
}
