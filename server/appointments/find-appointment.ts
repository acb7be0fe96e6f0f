import { sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Database, Queries } from '../db/database.ts'
import { isWithin, type Reach } from '../doctors/reach.ts'
import type { Caller } from '../identity/caller.ts'
import { type Appointment, isOwn, type Refused, refused } from './appointment.ts'

/** The `owner` rule of the contract: an appointment for its own patient, a refusal for others. */
export async function findOwn(
  query: Queries,
  id: string,
  caller: Caller,
): Promise<{ ok: true; appointment: Appointment } | Refused<'not_found' | 'forbidden'>> {
  const appointment = await findById(query, id)
  if (!appointment) return refused('not_found')
  return isOwn(appointment, caller) ? { ok: true, appointment } : refused('forbidden')
}

export async function findById(query: Queries, id: string, reach: Reach = 'all') {
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .where(isWithin(reach))
    .executeTakeFirst()
}

/**
 * Reads an appointment whose money is about to change, and makes everybody else wait who wants to
 * change it: to be called first in a transaction. On SQLite a transaction holds the one connection.
 */
export async function holdAppointment(
  { engine }: Database,
  query: Queries,
  id: string,
): Promise<Appointment> {
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'postgres', (select) => select.forNoKeyUpdate())
    .executeTakeFirstOrThrow()
}

/**
 * Locks appointments that a mail is about to be written about, until the transaction ends: a change of their
 * patients' addresses waits, and gives them the mail. Read them afterwards. On SQLite a transaction holds the one
 * connection, with the same effect.
 */
export async function holdForMails(
  { engine }: Database,
  query: Queries,
  ids: readonly string[],
): Promise<void> {
  if (engine === 'sqlite' || ids.length === 0) return
  await query
    .selectFrom('appointments')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
}

/** A patient's live appointments for which so much is to be paid. */
export async function listUnpaid(query: Queries, patient: string, dueCents: number) {
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('patient', '=', patient)
    .where((row) => row(row('priceCents', '-', row.ref('paidCents')), '=', dueCents))
    .where('cancelledAt', 'is', null)
    .execute()
}

type Read = { sessionId: string; appointmentId: string }

/** The appointment that a session read last; the same for all processes. */
export async function findLastRead(query: Queries, sessionId: string): Promise<string | undefined> {
  const row = await query
    .selectFrom('lastReads')
    .select('appointmentId')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  return row?.appointmentId
}

/** Stores which appointment a session has read, where it is another than before. */
export async function storeLastRead(query: Queries, read: Read): Promise<void> {
  const { sessionId, appointmentId } = read
  if ((await findLastRead(query, sessionId)) === appointmentId) return
  await query
    .insertInto('lastReads')
    .values(read)
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ appointmentId }))
    .execute()
}

/**
 * Until the transaction ends, other transactions cannot book, reschedule or cancel, and those in progress
 * have finished: each appointment is either visible here or decided after the change. On SQLite a transaction
 * holds the only connection, with the same effect. Call it before anything else in the transaction: a booking
 * locks patients, accounts and requests after the table of appointments, and waits here with none of them locked.
 */
export async function holdBookings({ engine }: Database, query: Queries): Promise<void> {
  if (engine === 'postgres') {
    await sql`lock table "appointments" in share row exclusive mode`.execute(query)
  }
}

/** What a patient has or is proposed, as far as it decides where else they can be. */
export type PatientTime = Pick<
  Appointment,
  'id' | 'patientId' | 'treatmentId' | 'unproved' | 'day' | 'startMinute' | 'endMinute'
>

/** What patients have on a day and after it. */
export async function listPatientTimes(
  query: Queries,
  patients: readonly string[],
  from: Day,
): Promise<PatientTime[]> {
  if (patients.length === 0) return []
  return query
    .selectFrom('appointments')
    .select(['id', 'patientId', 'treatmentId', 'unproved', 'day', 'startMinute', 'endMinute'])
    .where('patientId', 'in', patients)
    .where('day', '>=', from)
    .where('cancelledAt', 'is', null)
    .execute()
}

/**
 * A patient is not in two places at a time, and has a treatment once a day, as the database decides for each claim to an
 * address.
 */
export function excludes(own: PatientTime, wanted: Omit<PatientTime, 'id' | 'patientId'>): boolean {
  if (own.day !== wanted.day) return false
  const isSame = own.treatmentId === wanted.treatmentId && own.unproved === wanted.unproved
  return isSame || (own.startMinute < wanted.endMinute && wanted.startMinute < own.endMinute)
}
