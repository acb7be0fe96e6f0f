import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import type { DoctorWeek } from '../../contract/schedule/team-endpoints.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import { findClosing } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { listNamedChairs, listTeam, onDay, readPlan } from '../doctors/doctor-days.ts'
import type { Reach } from '../doctors/reach.ts'
import { listAlerts, listHolds, listSpans, weekQuery } from './queries.ts'
import { showClosing } from './read-day.ts'

/** The seven days around one, Sunday first, of a doctor; `null` for nobody. */
export async function readDoctorWeek(
  query: Queries,
  { id, day, now, reach }: { id: string; day: Day; now: Date; reach: Reach },
): Promise<DoctorWeek | null> {
  const doctor = (await listTeam(query, [id], reach)).find(({ _id }) => _id === id)
  if (!doctor) return null
  const sunday = addDays(day, -weekdayOf(day))
  const week = Array.from({ length: 7 }, (_, n) => addDays(sunday, n))
  const range = { from: sunday, to: addDays(sunday, 6) }
  const plan = await readPlan(query, range, id)
  const appointments = await weekQuery(query, { ...range, doctorId: id }).execute()
  const holds = await listHolds(query, { ...range, doctorId: id, now: now.toISOString() })
  const days: DoctorWeek['days'] = []
  for (const one of week) {
    const closing = await findClosing(query, one)
    days.push({
      day: one,
      closed: closing && showClosing(closing.reason),
      on: onDay(plan, one, doctor),
      appointments: appointments.filter((each) => each.day === one).map(showStaffAppointment),
      holds: holds.filter((each) => each.day === one).map(({ day: _, ...hold }) => hold),
    })
  }
  const { name, specialty } = doctor
  const unique = <T>(all: readonly T[]) => [...new Set(all)]
  return {
    doctor: { _id: id, name, specialty },
    days,
    chairs: await listNamedChairs(
      query,
      unique(appointments.flatMap(({ chairId }) => chairId ?? [])),
    ),
    alerts: await listAlerts(query, unique(appointments.map(({ patientId }) => patientId))),
    slots: await listSpans(query, unique(appointments.map(({ treatmentId }) => treatmentId))),
  }
}
