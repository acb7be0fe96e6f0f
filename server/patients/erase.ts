import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { PatientRefusal } from '../../contract/patients/patient.ts'
import { type Appointment, type Refused, refused } from '../appointments/appointment.ts'
import { eraseReasons, renameActor } from '../appointments/history.ts'
import { makeRemovedKey } from '../appointments/search-keys.ts'
import type { ClinicTime, Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import { forgetSearches } from '../privacy/forget-searches.ts'
import { endRequestsOf } from '../waitlist/end-request.ts'
import { holdAppointmentsFirst } from '../waitlist/hold-lines.ts'
import { isHolder, lockPatients, type PatientRecord } from './queries.ts'

/** What stands for a name that is no longer known, in every language. */
export const nobody = '—'

/**
 * Removes the person from patients, and from those who were merged into them, in the caller's
 * transaction. A row stays for as long as appointments or merges refer to it: what was done and paid,
 * without who it was for. Returns the e-mails that they had.
 */
export async function erasePatients(
  query: Queries,
  which: RawBuilder<boolean>,
  { authSecret: secret, now }: { authSecret: string; now: Date },
): Promise<string[]> {
  const people = await listWithMerged(query, which)
  const ids = people.map(({ id }) => id)
  if (ids.length === 0) return []
  const erasedAt = now.toISOString()
  await storeErased(query, people, { secret, erasedAt })
  for (const side of ['keptId', 'goneId'] as const) {
    await query.deleteFrom('patientMerges').where(side, 'in', ids).execute()
  }
  await query
    .updateTable('patients')
    .set({
      ...{ accountId: null, relation: null, place: null, name: nobody, nameKey: '' },
      ...{ birthDate: null, phone: '', phoneKey: '', email: '', guestKey: null, language: null },
      ...{ note: '', alert: '', erasedAt, revision: sql`"revision" + 1` },
    })
    .where('id', 'in', ids)
    .execute()
  await query
    .deleteFrom('patients')
    .where('id', 'in', ids)
    .where('mergedInto', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from "appointments" where "patientId" = "patients"."id")`,
    )
    .where(
      sql<boolean>`not exists (select 1 from "patients" as m where m."mergedInto" = "patients"."id")`,
    )
    .execute()
  return [...new Set(people.map(({ email }) => email))].filter((email) => email !== '')
}

/** Some patients, and those who were merged into them. */
async function listWithMerged(query: Queries, which: RawBuilder<boolean>) {
  const { rows } = await sql<Told & { id: string; name: string; phone: string }>`
    with recursive "gone" ("id") as (
      select "id" from "patients" where ${which}
      union select m."id" from "patients" as m join "gone" as g on m."mergedInto" = g."id")
    select p."id", "name", "nameKey", "birthDate", "phone", "phoneKey", "email"
    from "patients" as p join "gone" as g on g."id" = p."id"`.execute(query)
  return rows
}

/** The facts that identify a person, from a record or a line of a file; '' or `null` if missing. */
type Told = { nameKey: string; birthDate: string | null; phoneKey: string; email: string }

/** The end of a phone number, which is the same with and without its country's code. */
const phoneDigits = 9

/** Keys per statement: SQLite limits the number of parameters. */
const atOnce = 5000

/**
 * What is left of people who were erased, so that an old file does not bring them back: for each fact by which
 * the import would know them, a digest of it and the name under a key that the database does not have.
 */
async function storeErased(
  query: Queries,
  people: readonly Told[],
  { secret, erasedAt }: { secret: string; erasedAt: Instant },
): Promise<void> {
  const keys = [...new Set(people.flatMap((person) => keysOf(secret, person)))]
  if (keys.length === 0) return
  await query
    .insertInto('erasedPeople')
    .values(keys.map((key) => ({ key, erasedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those of some people who were erased. */
export async function findErased<Person extends Told>(
  query: Queries,
  people: readonly Person[],
  secret: string,
): Promise<Set<Person>> {
  const keys = people.flatMap((person) => keysOf(secret, person).map((key) => ({ key, person })))
  const erased = new Set<string>()
  for (let at = 0; at < keys.length; at += atOnce) {
    const some = keys.slice(at, at + atOnce).map(({ key }) => key)
    const rows = await query
      .selectFrom('erasedPeople')
      .select('key')
      .where('key', 'in', some)
      .execute()
    for (const { key } of rows) erased.add(key)
  }
  return new Set(keys.flatMap(({ key, person }) => (erased.has(key) ? person : [])))
}

function keysOf(secret: string, { nameKey, birthDate, phoneKey, email }: Told): string[] {
  const facts = [
    ['born', birthDate ?? ''],
    ['phone', phoneKey.slice(-phoneDigits)],
    ['email', email],
  ] as const
  return facts
    .filter(([, value]) => nameKey !== '' && value !== '')
    .map(([fact, value]) =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['erased', fact, nameKey, value]))
        .digest('base64url'),
    )
}

/**
 * Replaces a person with `key` in the appointments that `own` selects: treatments and payments stay, without
 * the person. Appointments in `kept` keep the name and phone.
 */
export async function eraseAppointments(
  query: Queries,
  own: RawBuilder<boolean>,
  { key, kept, actor }: { key: string; kept: readonly string[]; actor: string },
): Promise<void> {
  await query
    .updateTable('appointments')
    .set({
      ...{ patientName: nobody, phone: '', nameKey: '', phoneKey: '' },
      bookerName: sql`case when "relation" is null then null else ${nobody} end`,
    })
    .where(own)
    .$if(kept.length > 0, (rows) => rows.where('id', 'not in', kept))
    .execute()
  await query.updateTable('appointments').set({ patient: key }).where(own).execute()
  const theirs = query.selectFrom('appointments').select('id').where('patient', '=', key)
  for (const table of ['reviews', 'confirmationsDue', 'closureMailsDue', 'outbox'] as const) {
    await sql`delete from ${sql.id(table)} where "appointmentId" in (${theirs})`.execute(query)
  }
  await renameActor(query, theirs, { from: actor, to: key })
  await eraseReasons(query, theirs, nobody)
}

/** What is stored by an address, unless it is that of an account, of a claim or of another patient. */
export async function eraseUnlessShared(query: Queries, address: string, key: string) {
  if (address === '' || (await isInUse(query, address))) return
  await eraseAddress(query, address, key)
}

/** Whether an address is in use. Where it is, its person is not erased until the transaction is over. */
export async function holdAddress(
  { engine }: Pick<Database, 'engine'>,
  query: Queries,
  address: string,
): Promise<boolean> {
  return isInUse(query, address, engine === 'postgres')
}

/** Whether an address is that of an account, of a claim or of a patient. */
export async function isInUse(query: Queries, email: string, locks = false): Promise<boolean> {
  const user = query
    .selectFrom('users')
    .select('id')
    .where((row) => row.or([row('email', '=', email), row('claims', '=', email)]))
    .$if(locks, (rows) => rows.forShare())
  const patient = query
    .selectFrom('patients')
    .select('id')
    .where('email', '=', email)
    .$if(locks, (rows) => rows.forShare())
  return (
    (await user.executeTakeFirst()) !== undefined ||
    (await patient.executeTakeFirst()) !== undefined
  )
}

/** What is stored by an address that is one person's alone. */
export async function eraseAddress(query: Queries, address: string, key: string): Promise<void> {
  await query.deleteFrom('outbox').where('recipient', '=', address).execute()
  await query.deleteFrom('outbox').where('replyTo', '=', address).execute()
  await query.deleteFrom('contactMessages').where('email', '=', address).execute()
  await query.deleteFrom('noticeSettings').where('email', '=', address).execute()
  await query.deleteFrom('staffInvitations').where('email', '=', address).execute()
  await query
    .updateTable('staffInvitations')
    .set({ invitedBy: key })
    .where('invitedBy', '=', address)
    .execute()
  await query
    .updateTable('auditEntries')
    .set({ subject: key })
    .where('subject', '=', address)
    .where('status', 'is not', null)
    .execute()
}

/**
 * Removes the person from a patient's record and appointments on request: what the law has the clinic keep,
 * dates and money, stays. Not while they have appointments to come, nor of who holds an account: that is
 * removed by the same rules.
 */
export async function erasePatient(
  parts: BookingParts,
  id: string,
): Promise<{ ok: true } | Refused<PatientRefusal | 'not_found'>> {
  for (;;) {
    const outcome = await tryErase(parts, id)
    if (outcome.ok) return outcome
    if (outcome.reason !== 'merged_since') return refused(outcome.reason)
  }
}

async function tryErase(
  parts: BookingParts,
  id: string,
): Promise<{ ok: true } | Refused<PatientRefusal | 'not_found' | 'merged_since'>> {
  const { database, changes, clock, clinicTime, outbox } = parts
  const isIt = sql<boolean>`"id" = ${id}`
  const people = await listWithMerged(database.query, isIt)
  for (const person of people) await forgetSearches(database.query, person)
  const outcome = await database.query.transaction().execute(async (query) => {
    await holdAppointmentsFirst(database, query)
    const ids = people.map((person) => person.id)
    const patient = (await lockPatients(database, query, ids)).get(id)
    if (!patient) return refused('not_found')
    // Searches for somebody who was merged into them meanwhile are still to be forgotten.
    const all = await listWithMerged(query, isIt)
    if (!all.every((person) => ids.includes(person.id))) return refused('merged_since')
    const rows = await query
      .selectFrom('appointments')
      .select(['day', 'startMinute', 'cancelledAt', 'patient'])
      .where('patientId', '=', id)
      .execute()
    const refusal = whyNotErase(patient, rows, clinicTime())
    if (refusal) return refused(refusal)
    const freed = await endRequestsOf(query, parts, { patientId: id })
    const actor = rows[0]?.patient ?? ''
    const isTheirs = sql<boolean>`"patientId" = ${id}`
    const key = makeRemovedKey(id)
    await eraseAppointments(query, isTheirs, { key, kept: [], actor })
    const { authSecret } = parts.config
    const addresses = await erasePatients(query, isIt, { authSecret, now: clock() })
    for (const address of addresses) await eraseUnlessShared(query, address, key)
    const days: Day[] = [...freed, ...rows.map(({ day }) => day)]
    return { ok: true as const, days }
  })
  if (!outcome.ok) return outcome
  changes.publish(...outcome.days)
  outbox.wake()
  return { ok: true }
}

type Held = Pick<Appointment, 'day' | 'startMinute' | 'cancelledAt'>

/** Not who was merged or erased, holds an account, or is expected. */
function whyNotErase(
  patient: PatientRecord,
  visits: readonly Held[],
  { today, firstMinute }: ClinicTime,
): PatientRefusal | undefined {
  if (patient.mergedInto !== null || patient.erasedAt !== null) return 'patient_over'
  if (isHolder(patient)) return 'patient_has_account'
  const isToCome = ({ day, startMinute, cancelledAt }: Held) =>
    cancelledAt === null && (day > today || (day === today && startMinute >= firstMinute))
  return visits.some(isToCome) ? 'appointments_to_come' : undefined
}
