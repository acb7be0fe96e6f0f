import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Day, parseDay } from '../../contract/date.ts'
import type { PatientRow } from '../../contract/patients/patient.ts'
import {
  foldText,
  isGuest,
  phoneKey,
  rangeOf,
  readSearch,
  type Sought,
} from '../appointments/search-keys.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Reach } from '../doctors/reach.ts'
import { type Failure, fail, issueAt } from '../http/errors.ts'
import { findByName, findHolder, isOwnPatient, selectRows, showRow } from './queries.ts'

type Page = { rows: PatientRow[]; next: string | null }

/** One letter is in nearly every name. */
const leastLetters = 2

/**
 * A page of patients in the order of their names: all of them without a search, or those where every word is a
 * part of the name, the phone's digits or the e-mail before its @, or whose birth date it is.
 */
export async function listPatients(
  query: Queries,
  asked: { search?: string | undefined; after?: string | undefined; limit: number; reach: Reach },
): Promise<Page | Failure> {
  const { search = '', after, limit, reach } = asked
  const place = readPlace(after)
  if (place === undefined) {
    return fail('invalid_input', { issues: [issueAt('after', 'place_unknown')] })
  }
  const wanted = { place, limit: limit + 1, reach }
  const births = readBirthDates(search)
  const sought = readSearch(search)
  const isLong = (sought.words[0] ?? '').length >= leastLetters
  if (search !== '' && !isLong && births.length === 0) return { rows: [], next: null }
  const found =
    search === ''
      ? await allQuery(query, wanted).execute()
      : await foundQuery(query, { ...wanted, sought, births }).execute()
  // One more than asked for shows whether there is another page.
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? `${last.id} ${last.nameKey}` : null
  return { rows: rows.map(showRow), next }
}

type Place = { nameKey: string; id: string } | null
type Wanted = { place: Place; limit: number; reach?: Reach }

function readPlace(after: string | undefined): Place | undefined {
  if (after === undefined) return null
  const [, id, nameKey] = /^(\S+) (.*)$/.exec(after) ?? []
  return id === undefined || nameKey === undefined ? undefined : { id, nameKey }
}

/** The days that a search may mean: `1988-06-05`, `Jun 5, 1988`, and 6/5/1988 in both orders. */
export function readBirthDates(search: string): Day[] {
  const text = search.trim()
  const day = parseDay(text)
  if (day) return [day]
  const [, first = '', second = '', year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? []
  if (year === undefined) return []
  const of = (month: string, date: string) =>
    parseDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
  return [of(first, second), of(second, first)].flatMap((one) => one ?? [])
}

export function allQuery(query: Queries, { place, limit, reach = 'all' }: Wanted) {
  return listedRows(query)
    .where(isOwnPatient(reach))
    .where(isAfter(place))
    .orderBy('p.nameKey')
    .orderBy('p.id')
    .limit(limit)
}

/** Who they are is settled first: else PostgreSQL may go through all patients by their names. */
export function foundQuery(
  query: Queries,
  {
    sought,
    births,
    place,
    limit,
    reach = 'all',
  }: Wanted & { sought: Sought; births: readonly Day[] },
) {
  return query
    .with(
      (cte) => cte('sought').materialized(),
      () => sql<{ id: string }>`(${sql.join(waysTo(sought, births), sql` union `)})`,
    )
    .selectFrom('sought')
    .innerJoin(listedRows(query).as('p'), 'p.id', 'sought.id')
    .selectAll('p')
    .where(isOwnPatient(reach))
    .where(isAfter(place))
    .orderBy('p.nameKey')
    .orderBy('p.id')
    .limit(limit)
}

/** Each enters an index; one condition with `or` would have PostgreSQL read the table. */
function waysTo({ words, phones }: Sought, births: readonly Day[]): RawBuilder<unknown>[] {
  const hasAll = words.map((word) => {
    const { from, below } = rangeOf(word)
    return sql`select distinct "patient" as "id" from "patientParts" where "part" >= ${from} and "part" < ${below}`
  })
  const isBorn = sql`select "id" from "patients" where "birthDate" in (${sql.join(births)})`
  const isCalled = sql`select "id" from "patients" where "phoneKey" in (${sql.join(phones)})
    and "phoneKey" <> ''`
  return [
    ...(hasAll.length > 0
      ? [sql`select "id" from (${sql.join(hasAll, sql` intersect `)}) as w`]
      : []),
    ...(births.length > 0 ? [isBorn] : []),
    ...(phones.length > 0 ? [isCalled] : []),
  ]
}

/**
 * Neither merged nor erased, and no sign-up that was neither confirmed nor has booked: anyone can make
 * any number of those. Whether one has booked is a value, which is read for that patient alone; in place
 * of an `exists`, PostgreSQL may read all appointments first.
 */
function listedRows(query: Queries) {
  return selectRows(query)
    .where('p.mergedInto', 'is', null)
    .where('p.erasedAt', 'is', null)
    .where(sql<boolean>`("u"."emailVerified" is not false or (select true from "appointments" as a
      where a."patientId" = "p"."id" limit 1))`)
}

function isAfter(place: Place) {
  if (place === null) return sql<boolean>`true`
  const { nameKey, id } = place
  return sql<boolean>`("p"."nameKey", "p"."id") > (${nameKey}, ${id})`
}

/** The patient that staff name: by the e-mail or the guest's key, as they are called, and the record if picked. */
type Named = { patient: string; name: string; pickedId?: string | undefined }

/**
 * The patient that staff name, created in the caller's transaction if unknown: the picked record, unless its
 * account is not confirmed, else the record with that e-mail and name, else the holder of the e-mail's confirmed
 * account, unless staff picked another. Losing a race for the patient throws an error of `isPatientRace`.
 */
export async function findOrAddPatient(
  query: Queries,
  { phone, now, ...named }: Named & { phone: string; now: Date },
): Promise<string> {
  const { patient, name } = named
  const known = await findNamed(query, named)
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

/** True if another transaction just created the same patient, merged it, or took the place in the list. */
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
    pickedId,
  }: {
    bookedBy: string | null
    patient: string
    patientName: string
    relation?: string | null | undefined
    pickedId?: string | undefined
  },
): Promise<string | undefined> {
  if (bookedBy !== null) return findHolderPatient(query, bookedBy)
  if (!relation) return findNamed(query, { patient, name, pickedId })
  const holder = await findHolder(query, patient, pickedId)
  return holder && (await findByName(query, holder.id, name))?.id
}

async function findNamed(query: Queries, named: Named): Promise<string | undefined> {
  const { patient, pickedId } = named
  const record = (await findPicked(query, pickedId)) ?? (await findRecord(query, named))
  if (record) return record.mergedInto === null ? record.id : followMerges(query, record.mergedInto)
  const holder = isGuest(patient) ? undefined : await findHolder(query, patient, pickedId)
  return holder && findHolderPatient(query, holder.id)
}

/** The picked record, unless it is erased by now, or of an account that is not confirmed. */
async function findPicked(query: Queries, pickedId = '') {
  return query
    .selectFrom('patients as p')
    .leftJoin('users as u', 'u.id', 'p.accountId')
    .select(['p.id', 'p.mergedInto'])
    .where('p.id', '=', pickedId)
    .where('p.erasedAt', 'is', null)
    .where(sql<boolean>`"u"."emailVerified" is not false`)
    .executeTakeFirst()
}

async function findRecord(query: Queries, { patient, name }: Named) {
  const records = query.selectFrom('patients').select(['id', 'mergedInto'])
  if (isGuest(patient)) return records.where('guestKey', '=', patient).executeTakeFirst()
  return records
    .where('email', '=', patient)
    .where('nameKey', '=', foldText(name))
    .where('accountId', 'is', null)
    .orderBy(sql`"mergedInto" is not null`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The patient that a merged record belongs to now, followed through later merges. */
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

/**
 * Keeps a patient from being merged, erased, given another e-mail or taken out of a family list until the transaction is
 * over. Before lines of the waitlist, as by whoever does that. On SQLite a transaction holds the one connection.
 */
export async function holdPatient(
  { engine }: Pick<Database, 'engine'>,
  query: Queries,
  id: string,
): Promise<void> {
  if (engine === 'sqlite') return
  await query.selectFrom('patients').select('id').where('id', '=', id).forShare().execute()
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
    .select(['u.id as holder', 'u.name as holderName'])
    .select(sql<string | null>`coalesce(u."claims", u."email")`.as('accountEmail'))
    .execute()
}

/** The account's e-mail, or the one it signed up with; their own; or the guest's key. */
export function addressOf({ accountEmail, email, guestKey }: Addressee): string {
  return accountEmail ?? (email || (guestKey ?? ''))
}
