import { type Day, formatDay, weekdayOf } from '../../contract/date.ts'
import type { StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import { listAskedOn, listClosedWeekdays, listClosures } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { dayQuery, listColumnSlots } from './queries.ts'

export const closedWeekday = 'Closed on this weekday'

/** Everything on one day: treatments as columns of slots, and the appointments in them. */
export async function readDay(query: Queries, day: Day, now: Date): Promise<StaffDay> {
  const appointments = await dayQuery(query, day).execute()
  const treatmentIds = [...new Set(appointments.map(({ treatmentId }) => treatmentId))]
  const rows = await listColumnSlots(query, treatmentIds, { day, now: now.toISOString() })
  const [closure] = await listClosures(query, day, day)
  const weekdays = await listClosedWeekdays(query)
  const closed = closure?.reason ?? (weekdays.includes(weekdayOf(day)) ? closedWeekday : null)
  return {
    date: formatDay(day),
    closed,
    asked: closed === null ? [] : await listAskedOn(query, day),
    columns: groupColumns(rows),
    appointments: appointments.map(showStaffAppointment),
  }
}

type ColumnSlot = Awaited<ReturnType<typeof listColumnSlots>>[number]

function groupColumns(rows: readonly ColumnSlot[]): StaffDay['columns'] {
  const columns: StaffDay['columns'] = []
  for (const {
    id,
    name,
    priceCents,
    archivedAt,
    slot,
    startMinute,
    endMinute,
    heldUntil,
    heldFor,
  } of rows) {
    let column = columns.at(-1)
    if (column?._id !== id) {
      const archived = archivedAt !== null
      column = { _id: id, name, price: priceCents / 100, archived, slots: [] }
      columns.push(column)
    }
    if (slot !== null && startMinute !== null && endMinute !== null) {
      column.slots.push({ slot, startMinute, endMinute, heldUntil, heldFor })
    }
  }
  return columns
}
