import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Day } from '../../contract/date.ts'
import { longestAlert, longestNote, type PatientRefusal } from '../../contract/patients/patient.ts'
import { type Refused, refusalOf, refused } from '../appointments/appointment.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import { retryRace } from '../db/retry-deadlock.ts'
import type { Tables } from '../db/schema.ts'
import type { BookingParts } from '../deps.ts'
import { endRequestsOf } from '../waitlist/end-request.ts'
import { holdAppointmentsFirst } from '../waitlist/hold-lines.ts'
import { isHolder, listUnlessNamed, lockPatients, type PatientRecord } from './queries.ts'
import { readdress } from './readdress.ts'

/** For how long a merge can be taken back. */
const undoMs = 24 * 3_600_000

type Refusal = PatientRefusal | 'not_found'

/**
 * Gives everything of one patient to another, in one transaction: appointments, and what the other's
 * record lacks. The rules about one patient refuse where both have a live appointment of one treatment
 * and day, or at one time; neither's alert or note is cut. Patients of an account that is not confirmed are not merged.
 * Requests on the waitlist of the one who goes end.
 */
export async function mergePatients(
  parts: BookingParts,
  { kept: keptId, gone: goneId }: { kept: string; gone: string },
): Promise<{ ok: true } | Refused<Refusal>> {
  const { database, changes, outbox } = parts
  const merging = () =>
    database.query.transaction().execute(async (query) => {
      await holdAppointmentsFirst(database, query)
      const two = await lockTwo(parts, query, [keptId, goneId])
      if (!two) return refused('not_found')
      const refusal = await whyNotMerge(query, two)
      if (refusal) return refused(refusal)
      const days = await merge(parts, query, two)
      return { ok: true as const, days }
    })
  const outcome = await merging().catch(refusedCollision)
  if (!outcome.ok) return outcome
  changes.publish(...outcome.days)
  outbox.wake()
  return { ok: true }
}

async function lockTwo(
  { database }: BookingParts,
  query: Queries,
  [keptId, goneId]: [string, string],
): Promise<Two | null> {
  const locked = await lockPatients(database, query, [keptId, goneId])
  const [kept, gone] = [locked.get(keptId), locked.get(goneId)]
  return kept && gone && keptId !== goneId ? { kept, gone } : null
}

function isOver({ mergedInto, erasedAt }: PatientRecord): boolean {
  return mergedInto !== null || erasedAt !== null
}

async function whyNotMerge(query: Queries, { kept, gone }: Two): Promise<PatientRefusal | null> {
  if ([kept, gone].some(isOver)) return 'patient_over'
  if (isHolder(gone)) return 'patient_has_account'
  if (await isUnconfirmed(query, [kept.accountId, gone.accountId])) return 'patient_unconfirmed'
  const { note, alert } = filling(kept, gone)
  return note.length > longestNote || alert.length > longestAlert ? 'merged_texts_long' : null
}

/** Whoever proves the address of an account has what is under it: what the other one has must not get there before. */
async function isUnconfirmed(query: Queries, accounts: (string | null)[]): Promise<boolean> {
  const account = await query
    .selectFrom('users')
    .select('id')
    .where('id', 'in', accounts)
    .where('emailVerified', '=', sql<boolean>`false`)
    .executeTakeFirst()
  return account !== undefined
}

function refusedCollision(error: unknown): Refused<'patients_collide' | 'patient_exists'> {
  if (refusingConstraint(error) === 'patients_one_per_address') return refused('patient_exists')
  if (refusalOf(error)) return refused('patients_collide')
  throw error
}

/** True if another transaction just took the name or the place in the list. */
function isListRace(error: unknown): boolean {
  const constraint = refusingConstraint(error)
  return constraint === 'patients_one_per_name' || constraint === 'patients_one_per_place'
}

type Two = { kept: PatientRecord; gone: PatientRecord }

/** The days on which staff see another patient, or on which something is held now or no longer. */
async function merge(parts: BookingParts, query: Queries, { kept, gone }: Two): Promise<Day[]> {
  const id = uuidv7()
  const now = parts.clock()
  const over = new Date(now.getTime() - undoMs).toISOString()
  await query.deleteFrom('patientMerges').where('mergedAt', '<=', over).execute()
  const freed = await endRequestsOf(query, parts, { patientId: gone.id })
  await query
    .insertInto('patientMerges')
    .values({
      id,
      ...{ keptId: kept.id, goneId: gone.id, mergedAt: now.toISOString() },
      keptBefore: JSON.stringify(before(kept, gone)),
      ...{ keptRevision: kept.revision + 1, wasListed: gone.place === null ? 0 : 1 },
    })
    .execute()
  await sql`insert into "patientMergeParts" ("mergeId", "appointmentId", "relation", "bookerName")
    select ${id}, "id", "relation", "bookerName" from "appointments"
    where "patientId" = ${gone.id}`.execute(query)
  const days = await query
    .updateTable('appointments')
    .set({ patientId: kept.id, ...(await dependentOf(query, kept)) })
    .where('patientId', '=', gone.id)
    .returning('day')
    .execute()
  await query
    .updateTable('patients')
    .set({ mergedInto: kept.id, place: null, revision: gone.revision + 1 })
    .where('id', '=', gone.id)
    .execute()
  await query
    .updateTable('patients')
    .set({ ...filling(kept, gone), revision: kept.revision + 1 })
    .where('id', '=', kept.id)
    .execute()
  await readdress(parts, query, kept.id)
  return [...freed, ...days.map(({ day }) => day)]
}

/** The columns of an appointment that describe a dependent; `null` in both for any other patient. */
async function dependentOf(query: Queries, { accountId, relation }: PatientRecord) {
  if (accountId === null || relation === null) return { relation: null, bookerName: null }
  const holder = await query
    .selectFrom('users')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { relation, bookerName: holder.name }
}

/** An account has an address of its own. */
function takesEmail(kept: PatientRecord, gone: PatientRecord): boolean {
  return kept.accountId === null && kept.email === '' && gone.email !== ''
}

type Before = Pick<
  PatientRecord,
  'birthDate' | 'phone' | 'phoneKey' | 'note' | 'alert' | 'language'
> &
  Partial<Pick<PatientRecord, 'email' | 'guestKey'>>

/** What a merge replaces. */
function before(kept: PatientRecord, gone: PatientRecord): Before {
  const { birthDate, phone, phoneKey, note, alert, language, email, guestKey } = kept
  const own = takesEmail(kept, gone) ? { email, guestKey } : {}
  return { birthDate, phone, phoneKey, note, alert, language, ...own }
}

/** What the patient who is kept takes over where their own record says nothing. */
function filling(kept: PatientRecord, gone: PatientRecord) {
  const phone = kept.phone === '' ? gone : kept
  const join = (one: string, other: string) =>
    one.includes(other) ? one : `${one}\n${other}`.trim()
  return {
    ...(takesEmail(kept, gone) && { email: gone.email, guestKey: null }),
    birthDate: kept.birthDate ?? gone.birthDate,
    language: kept.language ?? gone.language,
    ...{ phone: phone.phone, phoneKey: phone.phoneKey },
    note: join(kept.note, gone.note),
    alert: join(kept.alert, gone.alert).replaceAll('\n', '; '),
  }
}

/** Who was merged into a patient, and until when that can be taken back. */
export async function listUndoable(query: Queries, keptId: string, now: Date) {
  const rows = await query
    .selectFrom('patientMerges as m')
    .innerJoin('patients as p', 'p.id', 'm.goneId')
    .where('m.keptId', '=', keptId)
    .where('m.mergedAt', '>', new Date(now.getTime() - undoMs).toISOString())
    .select(['m.id', 'm.mergedAt', 'p.name'])
    .orderBy('m.id', 'desc')
    .execute()
  return rows.map(({ id: _id, name, mergedAt }) => {
    return { _id, name, until: new Date(Date.parse(mergedAt) + undoMs).toISOString() }
  })
}

/**
 * Takes a merge back: the appointments that came with it go with their patient again, and those made since
 * stay; requests on the waitlist for one that goes end. What the merge had filled in goes, unless staff have
 * changed the record since; what later merges bring stays. A dependent is listed again, unless the list has
 * somebody else of the name now.
 */
export async function undoMerge(
  parts: BookingParts,
  { kept: keptId, merge: id }: { kept: string; merge: string },
): Promise<{ ok: true; id: string } | Refused<Refusal>> {
  const { database, changes, clock, outbox } = parts
  const since = new Date(clock().getTime() - undoMs).toISOString()
  const findMerge = (query: Queries) =>
    query
      .selectFrom('patientMerges')
      .selectAll()
      .where('id', '=', id)
      .where('keptId', '=', keptId)
      .where('mergedAt', '>', since)
      .executeTakeFirst()
  const parting = () =>
    database.query.transaction().execute(async (query) => {
      await holdAppointmentsFirst(database, query)
      const asked = await findMerge(query)
      const ids = asked ? [keptId, asked.goneId] : []
      const kept = (await lockPatients(database, query, ids)).get(keptId)
      // It may have been taken back while this waited.
      const merged = await findMerge(query)
      if (!kept || !merged || isOver(kept)) return refused('merge_over')
      const days = await part(parts, query, kept, merged)
      return { ok: true as const, id: merged.goneId, days }
    })
  const outcome = await retryRace(parting, isListRace).catch(refusedCollision)
  if (!outcome.ok) return outcome
  changes.publish(...outcome.days)
  outbox.wake()
  return outcome
}

type Merged = Pick<
  Selectable<Tables['patientMerges']>,
  'id' | 'goneId' | 'keptBefore' | 'keptRevision' | 'wasListed'
>

async function part(
  parts: BookingParts,
  query: Queries,
  kept: PatientRecord,
  merged: Merged,
): Promise<Day[]> {
  const { id, goneId } = merged
  const gone = await query
    .selectFrom('patients')
    .selectAll()
    .where('id', '=', goneId)
    .executeTakeFirstOrThrow()
  // Before the other is a patient again: no two of one name have one address.
  await restore(query, kept, merged, gone.email)
  await query
    .updateTable('patients')
    .set({ mergedInto: null, revision: sql`"revision" + 1` })
    .where('id', '=', goneId)
    .execute()
  const own = sql`(select m."relation" from "patientMergeParts" as m
    where m."mergeId" = ${id} and m."appointmentId" = "appointments"."id")`
  const booker = sql`(select m."bookerName" from "patientMergeParts" as m
    where m."mergeId" = ${id} and m."appointmentId" = "appointments"."id")`
  const days = await query
    .updateTable('appointments')
    .set({ patientId: goneId, relation: sql`${own}`, bookerName: sql`${booker}` })
    .where('patientId', '=', kept.id)
    .where('id', 'in', (part_) =>
      part_.selectFrom('patientMergeParts').select('appointmentId').where('mergeId', '=', id),
    )
    .returning(['id', 'day'])
    .execute()
  const freed = await endRequestsOf(query, parts, { appointments: days.map((one) => one.id) })
  await query.deleteFrom('patientMerges').where('id', '=', id).execute()
  // Merged and taken back, the record is what it was, two revisions later.
  await followRevisions(query, goneId, gone.revision)
  const { accountId, relation, name } = gone
  if (merged.wasListed === 1 && accountId !== null && relation !== null) {
    await listUnlessNamed(query, { id: goneId, accountId, relation, name })
  }
  await readdress(parts, query, goneId)
  await readdress(parts, query, kept.id)
  return [...freed, ...days.map(({ day }) => day)]
}

/**
 * Takes back what a merge filled in, if only merges have changed the record since; what the later ones bring
 * stays. The e-mail that came with it goes in any case, unless staff have written another.
 */
async function restore(
  query: Queries,
  kept: PatientRecord,
  merged: Merged,
  brought: string,
): Promise<void> {
  const { keptBefore, keptRevision } = merged
  const later = await query
    .selectFrom('patientMerges as m')
    .innerJoin('patients as p', 'p.id', 'm.goneId')
    .selectAll('p')
    .select(['m.id as mergeId', 'm.keptBefore', 'm.keptRevision'])
    .where('m.keptId', '=', kept.id)
    .where('m.keptRevision', '>', keptRevision)
    .orderBy('m.keptRevision')
    .execute()
  const isUnchanged =
    kept.revision === keptRevision + later.length &&
    later.every((one, index) => one.keptRevision === keptRevision + index + 1)
  const { email, guestKey }: Before = JSON.parse(keptBefore)
  const isBrought = email === '' && kept.accountId === null && kept.email === brought
  if (!isUnchanged && !isBrought) return
  const back = isUnchanged ? await fillAgain(query, kept, { merged, later }) : { email, guestKey }
  await query
    .updateTable('patients')
    .set({ ...back, revision: kept.revision + 1 })
    .where('id', '=', kept.id)
    .execute()
  await followRevisions(query, kept.id, keptRevision)
}

type Later = PatientRecord & { mergeId: string; keptBefore: string }

/** The record as it was before a merge, with what later merges fill in; they store what that replaces. */
async function fillAgain(
  query: Queries,
  kept: PatientRecord,
  { merged, later }: { merged: Merged; later: readonly Later[] },
): Promise<Required<Before>> {
  let record = kept
  for (const { keptBefore } of [merged, ...later].reverse()) {
    const was: Before = JSON.parse(keptBefore)
    record = { ...record, ...was }
  }
  for (const { mergeId, ...gone } of later) {
    await query
      .updateTable('patientMerges')
      .set({ keptBefore: JSON.stringify(before(record, gone)) })
      .where('id', '=', mergeId)
      .execute()
    record = { ...record, ...filling(record, gone) }
  }
  const { birthDate, phone, phoneKey, note, alert, language, email, guestKey } = record
  return { birthDate, phone, phoneKey, note, alert, language, email, guestKey }
}

/**
 * Follows two changes of a patient's record that leave what the merges up to a revision filled in, and one that
 * leaves what the later ones did: the revision of each still ends before the next begins.
 */
async function followRevisions(query: Queries, keptId: string, upTo: number): Promise<void> {
  await query
    .updateTable('patientMerges')
    .set({
      keptRevision: sql`"keptRevision" + case when "keptRevision" <= ${upTo} then 2 else 1 end`,
    })
    .where('keptId', '=', keptId)
    .execute()
}
