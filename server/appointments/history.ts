import type { SelectQueryBuilder } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type AppointmentEvent, HistoryEntry } from '../../contract/events.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import type { Appointment } from './appointment.ts'

/** What happened to an appointment, as its patient reads it: without which member of staff it was. */
export async function listHistory(
  query: Queries,
  appointment: Appointment,
): Promise<HistoryEntry[]> {
  const entries = await listStaffHistory(query, appointment)
  return entries.map((entry) => ({ ...entry, actor: null }))
}

/**
 * What happened to an appointment and who did it, oldest first: the stored events, and its own
 * instants where no event records them.
 */
export async function listStaffHistory(
  query: Queries,
  appointment: Appointment,
): Promise<HistoryEntry[]> {
  const events = await query
    .selectFrom('appointmentEvents')
    .select(['at', 'actor', 'kind', 'data'])
    .where('appointmentId', '=', appointment.id)
    .orderBy('at')
    .orderBy('id')
    .execute()
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

/** Replaces an actor of appointments, selected by id, with another address or an erased patient's key. */
export async function renameActor(
  query: Queries,
  appointments: SelectQueryBuilder<Tables, 'appointments', { id: string }>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await query
    .updateTable('appointmentEvents')
    .set({ actor: to })
    .where('actor', '=', from)
    .where('appointmentId', 'in', appointments)
    .execute()
  const payments = query
    .selectFrom('payments')
    .select('id')
    .where('appointmentId', 'in', appointments)
  await query
    .updateTable('refunds')
    .set({ actor: to })
    .where('actor', '=', from)
    .where('paymentId', 'in', payments)
    .execute()
}
