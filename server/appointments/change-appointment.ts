import type { BookingRefusal } from '../../contract/errors.ts'
import type { Database, Queries } from '../db/database.ts'
import { retryRace } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import type { Reach } from '../doctors/reach.ts'
import { runRefunds } from '../payments/refunds/refund.ts'
import { holdAppointmentsFirst } from '../waitlist/hold-lines.ts'
import { passExpired } from '../waitlist/pass-expired.ts'
import {
  type Actor,
  type Appointment,
  type Changed,
  isPairRace,
  type OnRevision,
  type Refused,
  refusalOf,
  refused,
} from './appointment.ts'
import { findById, holdAppointment } from './find-appointment.ts'

/**
 * Runs one change of an appointment as a transaction: its row, its history, its money, the mail about
 * it and what the waitlist makes of it are committed together or not at all. A race, as `isRace` knows it,
 * repeats it; a rule of the database that forbids it becomes the refusal that `readRule` knows it by. Once
 * it is committed, the days are published and its refunds are tried; the sweep goes on with a refund whose
 * try fails. It begins once a change that holds all bookings (`holdBookings`) is committed: a doctor and chair
 * are chosen by the plan that holds when they are stored.
 */
export async function changeAppointment<R extends string>(
  parts: BookingParts,
  change: (query: Queries) => Promise<Changed | Refused<R>>,
  readRule: (error: unknown) => R | BookingRefusal | null = refusalOf,
  isRace: (error: unknown) => boolean = isPairRace,
): Promise<Changed | Refused<R | BookingRefusal>> {
  const { database, changes, outbox } = parts
  await passExpired(parts)
  const run = async (query: Queries) => {
    await holdAppointmentsFirst(database, query)
    return change(query)
  }
  const outcome = await retryRace(() => database.query.transaction().execute(run), isRace).catch(
    (error: unknown) => {
      const reason = readRule(error)
      if (!reason) throw error
      return refused(reason)
    },
  )
  if (!outcome.ok || outcome.days.length === 0) return outcome
  changes.publish(...outcome.days)
  outbox.wake()
  await runRefunds(parts, outcome.refunds)
  return outcome
}

type Late = 'not_found' | 'appointment_changed' | 'appointment_cancelled'
type Found = { ok: true; appointment: Appointment } | Refused<Late>

/**
 * The appointment on which a change is decided, as its reader last saw it. It is not locked: the write
 * asks for the same revision, so what is decided holds when it is written.
 */
export async function findUnchanged(
  query: Queries,
  { id, revision }: OnRevision,
  reach: Reach = 'all',
): Promise<Found> {
  const appointment = await findById(query, id, reach)
  if (appointment?.revision === revision) return { ok: true, appointment }
  return refused(appointment ? whyLate(appointment) : 'not_found')
}

/**
 * The same for its patient, who acts by an address that they may have left since: the appointment stays theirs until the
 * transaction is over.
 */
export async function findUnchangedOwn(
  database: Database,
  query: Queries,
  { id, revision, actor }: OnRevision & { actor: Pick<Actor, 'email'> },
): Promise<Found> {
  const appointment = await holdAppointment(database, query, id)
  const isTheirs = appointment.patient === actor.email
  if (isTheirs && appointment.revision === revision) return { ok: true, appointment }
  return refused(whyLate(appointment))
}

/** Why a write found no row of the revision that it was decided on: another change was first. */
export async function refuseLate(query: Queries, id: string): Promise<Refused<Late>> {
  const appointment = await findById(query, id)
  return refused(appointment ? whyLate(appointment) : 'not_found')
}

function whyLate({ cancelledAt }: Appointment): Late {
  return cancelledAt === null ? 'appointment_changed' : 'appointment_cancelled'
}

/** The appointment is already as it was asked to be: nothing to write, to notify or to publish. */
export function unchanged(appointment: Appointment): Changed {
  return { ok: true, appointment, refunds: [], days: [] }
}
