import { type Day, formatDay } from '../../contract/date.ts'
import type { Closing, StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import { findClosing, listAskedOn } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { dayQuery, listAlerts, listColumnSlots, listDoctorSlots } from './queries.ts'

/** Everything on one day: treatments as columns of slots, and the appointments in them. */
export async function readDay(query: Queries, day: Day, now: Date): Promise<StaffDay> {
  const appointments = await dayQuery(query, day).execute()
  const treatmentIds = [...new Set(appointments.map(({ treatmentId }) => treatmentId))]
  const rows = await listColumnSlots(query, treatmentIds, { day, now: now.toISOString() })
  const decided = await listDoctorSlots(query, { day, now: now.toISOString() })
  const free = new Map(decided.map((one) => [`${one.id} ${one.slot}`, one.free === 1]))
  const closing = await findClosing(query, day)
  const closed = closing && showClosing(closing.reason)
  return {
    date: formatDay(day),
    closed,
    asked: closed === null ? [] : await listAskedOn(query, day),
    columns: groupColumns(rows, free),
    alerts: await listAlerts(query, [...new Set(appointments.map(({ patientId }) => patientId))]),
    appointments: appointments.map(showStaffAppointment),
  }
}

/** In the wire's words; a closed weekday has no reason of its own. */
export function showClosing(reason: string | undefined): Closing {
  return reason === undefined ? { code: 'closed_weekday' } : { text: reason }
}

type ColumnSlot = Awaited<ReturnType<typeof listColumnSlots>>[number]

/** `free`: of the slots that doctors decide, by treatment and slot. One that is free is held from nobody. */
function groupColumns(
  rows: readonly ColumnSlot[],
  free: ReadonlyMap<string, boolean>,
): StaffDay['columns'] {
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
      const isFree = free.get(`${id} ${slot}`) ?? null
      const held = isFree ? { heldUntil: null, heldFor: null } : { heldUntil, heldFor }
      column.slots.push({ slot, startMinute, endMinute, ...held, free: isFree })
    }
  }
  return columns
}
