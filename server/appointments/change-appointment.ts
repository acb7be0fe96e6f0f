import type { HistoryEntry } from '../../contract/appointments/appointment.ts'
import type { Day } from '../../contract/date.ts'
import type { StaffRefusal } from '../../contract/schedule/refusals.ts'
import type { Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import type { Sender, WriteMail } from '../notifications/notification.ts'
import { followChange } from '../waitlist/follow-change.ts'
import { passExpired } from '../waitlist/pass-expired.ts'
import {
  type Actor,
  type AnyRefusal,
  type Appointment,
  type ChangeOutcome,
  type ChangeWish,
  refusalOf,
} from './appointment.ts'
import { findById } from './find-appointment.ts'
import { noteEvent } from './note-event.ts'
import { tellPatient } from './tell-patient.ts'

/** How an appointment is changed, in one transaction. */
export type Change = {
  /** Writes it if it still stands as it was, by `storeChange` or `storeMove`. */
  store(query: Queries): Promise<Appointment | undefined>
  kind: HistoryEntry['kind']
  /** Of the history's line; a function of the appointment as it is then. */
  detail: string | ((after: Appointment) => string)
  /** What else belongs to it; answers the appointment where it has changed that. */
  also?: ((query: Queries) => Promise<Appointment | undefined>) | undefined
  mail?: ((sender: Sender, after: Appointment) => ReturnType<WriteMail>) | undefined
}

type Decision<R extends string> = Change | R | AnyRefusal | 'unchanged'

/** What is to be done with an appointment as it was read: a change, a refusal, or nothing at all. */
export type Decide<R extends string> = (
  before: Appointment,
  now: Date,
  query: Queries,
) => Decision<R> | Promise<Decision<R>>

/**
 * Changes an appointment: the row, its history and the mail about it, or none of them. What `decide`
 * reads of the row holds when it is written, since the write asks for the same revision; who comes
 * second is told to look again.
 */
export async function changeAppointment<R extends string = StaffRefusal>(
  parts: BookingParts,
  wish: ChangeWish,
  decide: Decide<NoInfer<R>>,
): Promise<ChangeOutcome<R>> {
  const { database, changes, outbox } = parts
  await passExpired(parts)
  try {
    const {
      before,
      outcome,
      days = [],
    } = await retryDeadlock(() =>
      database.query.transaction().execute((query) => change(parts, query, wish, decide)),
    )
    if (!outcome.ok || outcome.appointment === before) return outcome
    changes.tell(outcome.appointment.day, before?.day ?? outcome.appointment.day, ...days)
    outbox.wake()
    return outcome
  } catch (error) {
    const reason = refusalOf(error)
    if (!reason) throw error
    return { ok: false, reason }
  }
}

type Changed<R extends string> = {
  before?: Appointment
  outcome: ChangeOutcome<R>
  /** On which the waiting line changed something else. */
  days?: Day[]
}

async function change<R extends string>(
  parts: BookingParts,
  query: Queries,
  { id, revision, actor }: ChangeWish,
  decide: Decide<R>,
): Promise<Changed<R>> {
  const before = await findById(query, id)
  if (!before) return { outcome: { ok: false, reason: 'not_found' } }
  if (before.revision !== revision) return { outcome: { ok: false, reason: reasonOf(before) } }
  const now = parts.clock()
  const decided = await decide(before, now, query)
  if (decided === 'unchanged') return { before, outcome: { ok: true, appointment: before } }
  if (typeof decided === 'string') return { outcome: { ok: false, reason: decided } }
  const appointment = await write(parts, query, { change: decided, actor, now })
  if (appointment) {
    const days = await followChange(query, parts, before, appointment)
    return { before, outcome: { ok: true, appointment }, days }
  }
  const current = await findById(query, id)
  return { outcome: { ok: false, reason: current ? reasonOf(current) : 'not_found' } }
}

async function write(
  { config }: BookingParts,
  query: Queries,
  { change, actor, now }: { change: Change; actor: Actor; now: Date },
): Promise<Appointment | undefined> {
  const stored = await change.store(query)
  if (!stored) return undefined
  const { kind, detail, also, mail } = change
  const event = { appointmentId: stored.id, at: now.toISOString(), actor: actor.email, kind }
  const said = typeof detail === 'string' ? detail : detail(stored)
  await noteEvent(query, { ...event, detail: said })
  const appointment = (await also?.(query)) ?? stored
  if (mail) await tellPatient(query, config, appointment, (to) => mail(to, appointment), now)
  return appointment
}

/** Why somebody who saw another revision comes too late. */
function reasonOf({ cancelledAt }: Appointment): 'appointment_changed' | 'appointment_cancelled' {
  return cancelledAt === null ? 'appointment_changed' : 'appointment_cancelled'
}
