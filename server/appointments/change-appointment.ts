import type { HistoryEntry } from '../../contract/appointment.ts'
import type { BookingRefusal } from '../../contract/errors.ts'
import type { StaffRefusal } from '../../contract/staff-refusals.ts'
import type { Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import { type Actor, type Appointment, type BookingParts, refusalOf } from './book-appointment.ts'
import { noteEvent } from './note-event.ts'
import { findById } from './queries.ts'
import type { OnRevision } from './store-appointment.ts'
import { tellPatient, type WriteMail } from './tell-patient.ts'

export type ChangeRefusal = StaffRefusal | BookingRefusal | 'not_found'
export type ChangeOutcome =
  | { ok: true; appointment: Appointment }
  | { ok: false; reason: ChangeRefusal }

/** Which appointment somebody wants to change, as they last saw it. */
export type ChangeWish = OnRevision & { actor: Actor }

/** How an appointment is changed, in one transaction. */
export type Change = {
  /** Writes it if it still stands as it was, by `storeChange` or `storeMove`. */
  store(query: Queries): Promise<Appointment | undefined>
  kind: HistoryEntry['kind']
  detail: string
  mail?: WriteMail | undefined
  /** What else belongs to it. */
  also?: ((query: Queries) => Promise<void>) | undefined
}

/** What is to be done with an appointment as it was read: a change, a refusal, or nothing at all. */
type Decide = (before: Appointment, now: Date) => Change | ChangeRefusal | 'unchanged'

/**
 * Changes an appointment: the row, its history and the mail about it, or none of them. What `decide`
 * reads of the row holds when it is written, since the write asks for the same revision; who comes
 * second is told to look again.
 */
export async function changeAppointment(
  parts: BookingParts,
  { id, revision, actor }: ChangeWish,
  decide: Decide,
): Promise<ChangeOutcome> {
  const { database, clock, changes, outbox } = parts
  const before = await findById(database.query, id)
  if (!before) return { ok: false, reason: 'not_found' }
  if (before.revision !== revision) return { ok: false, reason: reasonOf(before) }
  const now = clock()
  const change = decide(before, now)
  if (change === 'unchanged') return { ok: true, appointment: before }
  if (typeof change === 'string') return { ok: false, reason: change }
  try {
    const appointment = await retryDeadlock(() => write(parts, { change, actor, now }))
    if (!appointment) return { ok: false, reason: await readReason(database.query, id) }
    changes.tell(before.day, appointment.day)
    outbox.wake()
    return { ok: true, appointment }
  } catch (error) {
    const reason = refusalOf(error)
    if (!reason) throw error
    return { ok: false, reason }
  }
}

async function write(
  { config, database }: BookingParts,
  { change, actor, now }: { change: Change; actor: Actor; now: Date },
): Promise<Appointment | undefined> {
  return database.query.transaction().execute(async (transaction) => {
    const appointment = await change.store(transaction)
    if (!appointment) return undefined
    const { kind, detail, mail } = change
    const event = { at: now.toISOString(), actor: actor.email, kind, detail }
    await noteEvent(transaction, { appointmentId: appointment.id, ...event })
    if (mail) await tellPatient(transaction, config, appointment, mail, now)
    await change.also?.(transaction)
    return appointment
  })
}

async function readReason(query: Queries, id: string): Promise<ChangeRefusal> {
  const current = await findById(query, id)
  return current ? reasonOf(current) : 'not_found'
}

/** Why somebody who saw another revision comes too late. */
function reasonOf({ cancelledAt }: Appointment): StaffRefusal {
  return cancelledAt === null ? 'appointment_changed' : 'appointment_cancelled'
}
