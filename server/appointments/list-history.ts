import type { HistoryEntry } from '../../contract/appointment.ts'
import type { Queries } from '../db/database.ts'
import type { Appointment } from './book-appointment.ts'

/** What happened to an appointment, oldest first: its own instants and the events noted since. */
export async function listHistory(
  query: Queries,
  appointment: Appointment,
): Promise<HistoryEntry[]> {
  const events = await query
    .selectFrom('appointmentEvents')
    .select(['at', 'actor', 'kind', 'detail'])
    .where('appointmentId', '=', appointment.id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const { createdAt, cancelledAt, slot } = appointment
  const entries: HistoryEntry[] = [
    { at: createdAt, by: 'patient', kind: 'booked', detail: slot },
    ...events.map(({ actor, ...event }) => ({ ...event, by: roleOf(actor, appointment) })),
  ]
  if (cancelledAt) entries.push({ at: cancelledAt, by: 'clinic', kind: 'cancelled', detail: '' })
  return entries.toSorted((one, other) => one.at.localeCompare(other.at))
}

/** A patient reads that the clinic did something, not which member of staff. */
function roleOf(actor: string, { patient }: Appointment): HistoryEntry['by'] {
  if (actor === 'portal') return 'portal'
  return actor === patient ? 'patient' : 'clinic'
}
