import type { SelectQueryBuilder } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type AppointmentEvent, HistoryEntry, isAsWritten } from '../../contract/events.ts'
import type { Reason } from '../../contract/payments/refund-reasons.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import type { Appointment } from './appointment.ts'

/** What happened to an appointment, as its patient reads it: without which member of staff it was. */
export async function listHistory(
  query: Queries,
  appointment: Appointment,
): Promise<HistoryEntry[]> {
  return showHistory(appointment, await listEvents(query, [appointment.id]))
}

/** The same of an appointment whose events were read. */
export function showHistory(appointment: Appointment, events: readonly Event[]): HistoryEntry[] {
  return showStaffHistory(appointment, events).map((entry) => ({ ...entry, actor: null }))
}

/** What happened to an appointment and who did it, oldest first. */
export async function listStaffHistory(
  query: Queries,
  appointment: Appointment,
): Promise<HistoryEntry[]> {
  return showStaffHistory(appointment, await listEvents(query, [appointment.id]))
}

type Event = Awaited<ReturnType<typeof listEvents>>[number]

/** The events of some appointments, oldest first. */
export async function listEvents(query: Queries, appointmentIds: readonly string[]) {
  return query
    .selectFrom('appointmentEvents')
    .select(['appointmentId', 'at', 'actor', 'kind', 'data'])
    .where('appointmentId', 'in', appointmentIds)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** The stored events, and the appointment's own instants where no event records them. */
function showStaffHistory(appointment: Appointment, events: readonly Event[]): HistoryEntry[] {
  const { createdAt, cancelledAt, slot, patient } = appointment
  const entries = events.map((event) =>
    HistoryEntry.parse({
      ...event,
      by: roleOf(event.actor, appointment),
      data: JSON.parse(event.data),
    }),
  )
  const has = (kind: HistoryEntry['kind']) => events.some((event) => event.kind === kind)
  if (!has('booked') && !has('imported')) {
    // Where it was moved since, that line says from where.
    const data = has('moved') ? { text: '' } : { slot }
    entries.unshift({ at: createdAt, by: 'patient', actor: patient, kind: 'booked', data })
  }
  if (cancelledAt && !has('cancelled')) {
    const portal = { actor: 'portal', by: 'clinic' as const }
    entries.push({ ...portal, at: cancelledAt, kind: 'cancelled', data: { reason: null } })
  }
  return entries.toSorted((one, other) => one.at.localeCompare(other.at))
}

/** A patient reads that the clinic did something, not which member of staff. */
function roleOf(actor: string, { patient }: Appointment): HistoryEntry['by'] {
  if (actor === 'portal') return 'portal'
  return actor === patient ? 'patient' : 'clinic'
}

type Circumstances = Pick<Tables['appointmentEvents'], 'appointmentId' | 'at' | 'actor'>

/** Adds to an appointment's history, in the transaction of the change it records. */
export async function noteEvent(
  query: Queries,
  event: Circumstances & AppointmentEvent,
): Promise<void> {
  await noteEvents(query, [event])
}

/** The same for several. */
export async function noteEvents(
  query: Queries,
  events: readonly (Circumstances & AppointmentEvent)[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ data, ...event }) => ({
    id: uuidv7(),
    ...event,
    data: JSON.stringify(data),
  }))
  await query.insertInto('appointmentEvents').values(rows).execute()
}

type SelectedIds = SelectQueryBuilder<Tables, 'appointments', { id: string }>

function paymentsOf(query: Queries, appointments: SelectedIds) {
  return query.selectFrom('payments').select('id').where('appointmentId', 'in', appointments)
}

/** Replaces an actor of appointments, selected by id, with another address or an erased patient's key. */
export async function renameActor(
  query: Queries,
  appointments: SelectedIds,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await query
    .updateTable('appointmentEvents')
    .set({ actor: to })
    .where('actor', '=', from)
    .where('appointmentId', 'in', appointments)
    .execute()
  await query
    .updateTable('refunds')
    .set({ actor: to })
    .where('actor', '=', from)
    .where('paymentId', 'in', paymentsOf(query, appointments))
    .execute()
}

/** The kinds of events that say why, in words that may have been typed. */
const reasoned = ['cancelled', 'payment_surplus', 'refund_requested', 'refunded'] as const

/** Replaces what was typed as a reason for cancelling or refunding appointments, selected by id, with `dash`. */
export async function eraseReasons(
  query: Queries,
  appointments: SelectedIds,
  dash: string,
): Promise<void> {
  const events = await query
    .selectFrom('appointmentEvents')
    .select(['id', 'data'])
    .where('appointmentId', 'in', appointments)
    .where('kind', 'in', reasoned)
    .execute()
  for (const { id, data } of events) {
    const fields: object & { reason?: Reason | null } = JSON.parse(data)
    const isTyped = fields.reason && 'text' in fields.reason
    if (!isTyped && !isAsWritten(fields)) continue
    const erased = isTyped ? { ...fields, reason: { text: dash } } : { text: dash }
    await query
      .updateTable('appointmentEvents')
      .set({ data: JSON.stringify(erased) })
      .where('id', '=', id)
      .execute()
  }
  await query
    .updateTable('refunds')
    .set({ reason: dash })
    .where('reasonCode', 'is', null)
    .where('paymentId', 'in', paymentsOf(query, appointments))
    .execute()
  for (const refund of [true, false]) {
    const entry = (reason: string) => JSON.stringify({ reason, refund })
    await query
      .updateTable('auditEntries')
      .set({ data: entry(dash) })
      .where('action', '=', 'appointment_cancelled')
      .where('subject', 'in', appointments)
      .where('data', 'like', entry('%'))
      .where('status', 'is not', null)
      .execute()
  }
}
