import { daysOfMonth, weekdayOf } from '../../contract/date.ts'
import type { MonthDay } from '../../contract/schedule/staff-appointment.ts'
import { listClosedWeekdays, listClosures } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import type { Reach } from '../doctors/reach.ts'
import { capacityOf, readOffer } from './month-capacity.ts'
import { bookedQuery } from './queries.ts'
import { showClosing } from './read-day.ts'

/** How full each day of a month, such as `2022-06`, is. */
export async function readMonth(
  query: Queries,
  month: string,
  reach: Reach = 'all',
): Promise<MonthDay[]> {
  const days = daysOfMonth(month)
  const range = { from: `${month}-01`, to: days.at(-1) ?? `${month}-01` }
  const booked = new Map(
    (await bookedQuery(query, range, reach).execute()).map((row) => [row.day, row.booked]),
  )
  const offer = await readOffer(query, days)
  const closures = new Map(
    (await listClosures(query, range.from, range.to)).map(({ day, reason }) => [day, reason]),
  )
  const weekdays = await listClosedWeekdays(query)
  return days.map((day) => {
    const reason = closures.get(day)
    const isClosed = reason !== undefined || weekdays.includes(weekdayOf(day))
    const closed = isClosed ? showClosing(reason) : null
    // What the clinic has room for says nothing of one doctor's appointments.
    const capacity = closed === null && reach === 'all' ? capacityOf(offer, day) : 0
    return { day, booked: booked.get(day) ?? 0, capacity, closed }
  })
}
