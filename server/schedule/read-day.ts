import { addDays, type Day, formatDay, weekdayOf } from '../../contract/date.ts'
import type { DayNote } from '../../contract/schedule/day-parts.ts'
import type { DoctorWeek } from '../../contract/schedule/endpoints.ts'
import type {
  Closing,
  StaffAppointment,
  StaffAppointmentDetails,
  StaffDay,
} from '../../contract/schedule/staff-appointment.ts'
import { type Appointment, type Refused, refused } from '../appointments/appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import { listStaffHistory } from '../appointments/history.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import { findClosing, listAskedOn } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { listNamedChairs, listTeam, onDay, readPlan } from '../doctors/doctor-days.ts'
import type { Reach } from '../doctors/reach.ts'
import { showDeskPayments } from '../payments/desk-payment.ts'
import { findNewestRefund, isWaiting } from '../payments/refunds/refund.ts'
import { sumTests, testCentsOf } from '../payments/test-payments.ts'
import {
  dayQuery,
  listAlerts,
  listColumnSlots,
  listDoctorSlots,
  listHolds,
  listSpans,
  weekQuery,
} from './queries.ts'

/** Everything on one day: treatments as columns of slots, and the appointments in them. */
export async function readDay(
  query: Queries,
  { day, now, reach, payments }: { day: Day; now: Date; reach: Reach } & Pick<Deps, 'payments'>,
): Promise<StaffDay> {
  const appointments = await dayQuery(query, day, reach).execute()
  const isShown = new Set(appointments.map(({ id }) => id))
  const treatmentIds = [...new Set(appointments.map(({ treatmentId }) => treatmentId))]
  const rows = await listColumnSlots(query, treatmentIds, { day, now: now.toISOString() })
  const decided = await listDoctorSlots(query, { day, now: now.toISOString() })
  const free = new Map(decided.map((one) => [`${one.id} ${one.slot}`, one.free === 1]))
  const closing = await findClosing(query, day)
  const closed = closing && showClosing(closing.reason)
  return {
    date: formatDay(day),
    closed,
    asked: closed === null ? [] : (await listAskedOn(query, day)).filter((id) => isShown.has(id)),
    columns: groupColumns(reach === 'all' ? rows : withoutHolds(rows), free),
    alerts: await listAlerts(query, [...new Set(appointments.map(({ patientId }) => patientId))]),
    appointments: await showAll(query, payments, appointments),
    ...(await readTeam(query, { day, now, appointments, reach })),
    note: await readDayNote(query, day),
  }
}

/** Appointments as staff see them, in the wire's words. */
export async function showAll(
  query: Queries,
  payments: Deps['payments'],
  appointments: readonly Appointment[],
): Promise<StaffAppointment[]> {
  const ids = appointments.map(({ id }) => id)
  const tests = await sumTests(query, payments, ids)
  return appointments.map((one) => showStaffAppointment(one, tests.get(one.id) ?? 0))
}

async function readDayNote(query: Queries, day: Day): Promise<DayNote> {
  const row = await query
    .selectFrom('dayNotes')
    .select(['text', 'revision'])
    .where('day', '=', day)
    .executeTakeFirst()
  return row ?? { text: '', revision: 0 }
}

/** Writes the note of a day, unless it has been written since it was read. */
export async function writeDayNote(
  { database: { query }, changes }: Pick<Deps, 'database' | 'changes'>,
  { day, text, revision }: { day: Day; text: string; revision: number },
): Promise<{ ok: true; note: DayNote } | Refused<'changed_meanwhile'>> {
  const note = await (revision === 0
    ? query
        .insertInto('dayNotes')
        .values({ day, text, revision: 1 })
        .onConflict((conflict) => conflict.column('day').doNothing())
        .returning(['text', 'revision'])
        .executeTakeFirst()
    : query
        .updateTable('dayNotes')
        .set({ text, revision: revision + 1 })
        .where('day', '=', day)
        .where('revision', '=', revision)
        .returning(['text', 'revision'])
        .executeTakeFirst())
  if (!note) return refused('changed_meanwhile')
  changes.publish(day)
  return { ok: true, note }
}

type TeamInput = { day: Day; now: Date; appointments: readonly Appointment[]; reach: Reach }

/** Who works on a day and in which chairs, and what the waitlist holds of their time. */
async function readTeam(query: Queries, { day, now, appointments, reach }: TeamInput) {
  const live = appointments.filter(({ cancelledAt }) => cancelledAt === null)
  const idsOf = (read: (one: Appointment) => string | null) => [
    ...new Set(live.flatMap((one) => read(one) ?? [])),
  ]
  const team = await listTeam(
    query,
    idsOf(({ doctorId }) => doctorId),
    reach,
  )
  const chairs = await listNamedChairs(
    query,
    idsOf(({ chairId }) => chairId),
  )
  if (team.length === 0) return { doctors: [], chairs, holds: [] }
  const range = { from: day, to: day }
  const plan = await readPlan(query, range)
  const holds = await listHolds(query, { ...range, now: now.toISOString(), reach })
  return {
    doctors: team.map((doctor) => onDay(plan, day, doctor)),
    chairs,
    holds: holds.map(({ day: _, ...hold }) => hold),
  }
}

/** In the wire's words; a closed weekday has no reason of its own. */
export function showClosing(reason: string | undefined): Closing {
  return reason === undefined ? { code: 'closed_weekday' } : { text: reason }
}

type ColumnSlot = Awaited<ReturnType<typeof listColumnSlots>>[number]

/** A hold without a doctor is not for a patient that a doctor may see. */
function withoutHolds(rows: readonly ColumnSlot[]): ColumnSlot[] {
  return rows.map((row) => ({ ...row, heldUntil: null, heldFor: null }))
}

/** `free`: of the slots that doctors decide, by treatment and slot. A free slot is shown without a hold. */
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

/** The week of a doctor that contains `day`, Sunday first; `null` if there is no such doctor. */
export async function readDoctorWeek(
  query: Queries,
  input: { id: string; day: Day; now: Date; reach: Reach } & Pick<Deps, 'payments'>,
): Promise<DoctorWeek | null> {
  const { id, day, now, reach, payments } = input
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
      appointments: await showAll(
        query,
        payments,
        appointments.filter((each) => each.day === one),
      ),
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

/** An appointment with who did what to it, its payments at the desk, and how the newest refund of its card payments stands. */
export async function readDetails(
  query: Queries,
  { id, reach, payments }: { id: string; reach: Reach } & Pick<Deps, 'payments'>,
): Promise<StaffAppointmentDetails | null> {
  const appointment = await findById(query, id, reach)
  if (!appointment) return null
  const refund = await findNewestRefund(query, id)
  const { patientId } = appointment
  return {
    appointment: showStaffAppointment(appointment, await testCentsOf(query, payments, id)),
    alert: (await listAlerts(query, [patientId]))[patientId] ?? '',
    history: await listStaffHistory(query, appointment),
    refund: refund ? (isWaiting(refund, payments) ? 'waiting' : refund.state) : null,
    deskPayments: await showDeskPayments(query, id),
  }
}
