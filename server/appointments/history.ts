import { v7 as uuidv7 } from 'uuid'
import type { HistoryEntry } from '../../contract/appointments/appointment.ts'
import type { StaffHistoryEntry } from '../../contract/schedule/staff-appointment.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import type { Appointment } from './appointment.ts'

/** What happened to an appointment, as its patient reads it: without who of the staff it was. */
export async function listHistory(
  query: Queries,
  appointment: Appointment,
): Promise<HistoryEntry[]> {
  const entries = await listStaffHistory(query, appointment)
  return entries.map(({ actor: _, ...entry }) => entry)
}

/**
 * What happened to an appointment and who did it, oldest first: the events noted since, and its own
 * instants where no event tells of them.
 */
export async function listStaffHistory(
  query: Queries,
  appointment: Appointment,
): Promise<StaffHistoryEntry[]> {
  const events = await query
    .selectFrom('appointmentEvents')
    .select(['at', 'actor', 'kind', 'detail'])
    .where('appointmentId', '=', appointment.id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const { createdAt, cancelledAt, slot, patient } = appointment
  const entries = events.map((event) => ({ ...event, by: roleOf(event.actor, appointment) }))
  const tells = (kind: HistoryEntry['kind']) => events.some((event) => event.kind === kind)
  const own = { actor: patient, by: 'patient' as const }
  // Where it was moved since, that line says from where.
  const detail = tells('moved') ? '' : slot
  if (!tells('booked')) entries.unshift({ ...own, at: createdAt, kind: 'booked', detail })
  if (cancelledAt && !tells('cancelled')) {
    const portal = { actor: 'portal', by: 'clinic' as const }
    entries.push({ ...portal, at: cancelledAt, kind: 'cancelled', detail: '' })
  }
  return entries.toSorted((one, other) => one.at.localeCompare(other.at))
}

/** A patient reads that the clinic did something, not which member of staff. */
function roleOf(actor: string, { patient }: Appointment): HistoryEntry['by'] {
  if (actor === 'portal') return 'portal'
  return actor === patient ? 'patient' : 'clinic'
}

/** Adds to an appointment's history, in the transaction of the change it tells of. */
export async function noteEvent(
  query: Queries,
  event: Omit<Tables['appointmentEvents'], 'id'>,
): Promise<void> {
  await query
    .insertInto('appointmentEvents')
    .values({ id: uuidv7(), ...event })
    .execute()
}
