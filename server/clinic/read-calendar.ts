import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, type Day } from '../../contract/date.ts'
import type { Queries } from '../db/database.ts'
import { listClosedWeekdays, listClosures, readClinic } from './queries.ts'

/** Which days can be booked, seen from the clinic's today. */
export async function readCalendar(
  query: Queries,
  today: Day,
  timeZone: string,
): Promise<BookingCalendar> {
  const { horizonDays } = await readClinic(query)
  const lastDay = addDays(today, horizonDays)
  const [closedWeekdays, closures] = await Promise.all([
    listClosedWeekdays(query),
    listClosures(query, today, lastDay),
  ])
  return { timeZone, today, lastDay, closedWeekdays, closures }
}
