import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { foldText, isGuest, phoneKey } from '../appointments/search-keys.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import { findByName, findHolder } from './queries.ts'

/** The patient that staff name: by the e-mail or the guest's key, and as they are called. */
type Named = { patient: string; name: string }

/**
 * The patient that staff name, made in the caller's transaction where nobody knows them: the record of
 * that e-mail and name, else the holder of the e-mail's confirmed account. Who loses a race for it gets
 * an error of `isPatientRace`.
 */
export async function findOrAddPatient(
  query: Queries,
  { patient, name, phone, now }: Named & { phone: string; now: Date },
): Promise<string> {
  const known = await findNamed(query, { patient, name })
  if (known !== undefined) return known
  const id = uuidv7()
  const reached = isGuest(patient) ? { guestKey: patient } : { email: patient }
  const keys = { nameKey: foldText(name), phoneKey: phoneKey(phone) }
  await query
    .insertInto('patients')
    .values({ id, name, phone, ...keys, ...reached, createdAt: now.toISOString() })
    .execute()
  return id
}

/** Somebody else has just made the same patient, merged them, or taken the place in the list. */
export function isPatientRace(error: unknown): boolean {
  const constraint = refusingConstraint(error) ?? ''
  return constraint.startsWith('patients_') || constraint === 'appointments_patient'
}

/** The patient of a booking that was tried: of an account, or as staff named them. */
export async function findTreated(
  query: Queries,
  {
    bookedBy,
    patient,
    patientName: name,
    relation,
  }: {
    bookedBy: string | null
    patient: string
    patientName: string
    relation?: string | null | undefined
  },
): Promise<string | undefined> {
  if (bookedBy !== null) return findHolderPatient(query, bookedBy)
  if (!relation) return findNamed(query, { patient, name })
  const holder = await findHolder(query, patient)
  return holder && (await findByName(query, holder.id, name))?.id
}

async function findNamed(query: Queries, { patient, name }: Named): Promise<string | undefined> {
  const records = query.selectFrom('patients').select(['id', 'mergedInto'])
  const record = isGuest(patient)
    ? await records.where('guestKey', '=', patient).executeTakeFirst()
    : await records
        .where('email', '=', patient)
        .where('nameKey', '=', foldText(name))
        .where('accountId', 'is', null)
        .orderBy(sql`"mergedInto" is not null`)
        .orderBy('id', 'desc')
        .executeTakeFirst()
  if (record) return record.mergedInto === null ? record.id : followMerges(query, record.mergedInto)
  const holder = isGuest(patient) ? undefined : await findHolder(query, patient)
  return holder && findHolderPatient(query, holder.id)
}

/** The patient who has everything now that was somebody's, who may have been merged again since. */
export async function followMerges(query: Queries, id: string): Promise<string> {
  const { mergedInto } = await query
    .selectFrom('patients')
    .select('mergedInto')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return mergedInto === null ? id : followMerges(query, mergedInto)
}

/** The patient who holds an account. */
export async function findHolderPatient(query: Queries, accountId: string) {
  const holder = await query
    .selectFrom('patients')
    .select('id')
    .where('accountId', '=', accountId)
    .where('relation', 'is', null)
    .executeTakeFirst()
  return holder?.id
}

export type Addressee = Awaited<ReturnType<typeof listAddressees>>[number]

/** Some patients with what a booking says of who they are. */
export async function listAddressees(query: Queries, ids: readonly string[]) {
  return query
    .selectFrom('patients as p')
    .leftJoin('users as u', 'u.id', 'p.accountId')
    .where('p.id', 'in', ids)
    .select(['p.id', 'p.name', 'p.email', 'p.guestKey', 'p.relation', 'p.place'])
    .select(['p.mergedInto', 'p.erasedAt'])
    .select(['u.id as holder', 'u.email as accountEmail', 'u.name as holderName'])
    .execute()
}

/** The account's e-mail, their own, or the guest's key. */
export function addressOf({ accountEmail, email, guestKey }: Addressee): string {
  return accountEmail ?? (email || (guestKey ?? ''))
}
