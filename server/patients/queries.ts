import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { type FamilyDraft, mostDependents } from '../../contract/patients/dependent.ts'
import type { PatientRow } from '../../contract/patients/patient.ts'
import { foldText } from '../appointments/search-keys.ts'
import type { Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { isWithin, type Reach } from '../doctors/reach.ts'
import { outdated } from '../notifications/notification.ts'
import type { Dependent } from './dependent.ts'

export const dependentColumns = ['id', 'name', 'relation'] as const

export async function listDependents(query: Queries, accountId: string) {
  return query
    .selectFrom('patients')
    .select(dependentColumns)
    .where('accountId', '=', accountId)
    .where('place', 'is not', null)
    .$narrowType<Dependent>()
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** One of an account's own, in its list or formerly, by a name however it is written. */
export async function findByName(query: Queries, accountId: string, name: string) {
  return query
    .selectFrom('patients')
    .select([...dependentColumns, 'place'])
    .where('accountId', '=', accountId)
    .where('nameKey', '=', foldText(name))
    .where('relation', 'is not', null)
    .where('mergedInto', 'is', null)
    .$narrowType<Dependent>()
    .orderBy(sql`"place" is null`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The account with this e-mail, if the e-mail is confirmed; for a picked patient only if it holds them. */
export async function findHolder(query: Queries, email: string, pickedId?: string) {
  return query
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .where('emailVerified', '=', sql<boolean>`true`)
    .$if(pickedId !== undefined, (select) =>
      select.where('id', 'in', ({ selectFrom }) =>
        selectFrom('patients')
          .select('accountId')
          .where('id', '=', pickedId ?? ''),
      ),
    )
    .executeTakeFirst()
}

/** Takes the first free place of the account's list; `undefined` when none is free. */
export async function insertDependent(
  query: Queries,
  dependent: FamilyDraft & { id: string; accountId: string; createdAt: Instant },
): Promise<Dependent | undefined> {
  const { id, accountId, name, relation, createdAt } = dependent
  const { rows } = await sql<Dependent>`
    insert into "patients"
      ("id", "accountId", "place", "name", "nameKey", "relation", "createdAt")
    select ${id}, ${accountId}, ${firstFreePlace(accountId)}, ${name}, ${foldText(name)}, ${relation},
      ${createdAt}
    where ${firstFreePlace(accountId)} is not null
    returning "id", "name", "relation"`.execute(query)
  return rows[0]
}

type Known = FamilyDraft & { id: string; accountId: string }

/** The same for a dependent who was in the list before. */
export async function listAgain(query: Queries, known: Known): Promise<Dependent | undefined> {
  return listingAgain(query, known).executeTakeFirst()
}

/** The same, unless the list has another of that name. */
export async function listUnlessNamed(query: Queries, known: Known): Promise<void> {
  await listingAgain(query, known)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('patients as other')
            .select('other.id')
            .where('other.accountId', '=', known.accountId)
            .where('other.nameKey', '=', foldText(known.name))
            .where('other.place', 'is not', null),
        ),
      ),
    )
    .execute()
}

function listingAgain(query: Queries, { id, accountId, name, relation }: Known) {
  return query
    .updateTable('patients')
    .set({ name, relation, place: firstFreePlace(accountId), revision: sql`"revision" + 1` })
    .where('id', '=', id)
    .where('place', 'is', null)
    .where(sql<boolean>`${firstFreePlace(accountId)} is not null`)
    .returning(dependentColumns)
    .$narrowType<Dependent>()
}

function firstFreePlace(accountId: string) {
  const places = sql.join(
    Array.from({ length: mostDependents }, (_, n) => sql`(${sql.lit(n + 1)})`),
  )
  return sql<number>`(select min(p.column1) from (values ${places}) as p where not exists (
    select 1 from "patients" as d where d."accountId" = ${accountId} and d."place" = p.column1))`
}

export async function updateDependent(
  query: Queries,
  { id, accountId, name, relation }: FamilyDraft & { id: string; accountId: string },
): Promise<Dependent | undefined> {
  return query
    .updateTable('patients')
    .set({ name, nameKey: foldText(name), relation, revision: sql`"revision" + 1` })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('place', 'is not', null)
    .returning(dependentColumns)
    .$narrowType<Dependent>()
    .executeTakeFirst()
}

/** Whether there was one of that id in the account's list. */
export async function unlistDependent(
  query: Queries,
  accountId: string,
  id: string,
): Promise<boolean> {
  const row = await query
    .updateTable('patients')
    .set({ place: null, revision: sql`"revision" + 1` })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('place', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a patient who is in no list and has nothing else stored. */
export async function deleteDependent(query: Queries, id: string): Promise<void> {
  await query
    .deleteFrom('patients')
    .where('id', '=', id)
    .where('place', 'is', null)
    .where('note', '=', '')
    .where('alert', '=', '')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('appointments').select('id').where('patientId', '=', id))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('waits').select('id').where('patientId', '=', id))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('patients as m').select('m.id').where('m.mergedInto', '=', id))),
    )
    .execute()
}

export type PatientRecord = Selectable<Tables['patients']>

/** Patients with what a list shows of them. */
export function selectRows(query: Queries) {
  return query
    .selectFrom('patients as p')
    .leftJoin('users as u', 'u.id', 'p.accountId')
    .select(['p.id', 'p.name', 'p.nameKey', 'p.birthDate', 'p.phone', 'p.alert', 'p.archivedAt'])
    .select(['p.accountId', 'p.relation', 'p.mergedInto', 'p.erasedAt', 'u.name as holderName'])
    .select(sql<string>`coalesce("u"."claims", "u"."email", "p"."email")`.as('email'))
}

/** A doctor's patients are those who have or had an appointment with them that stands. */
export function isOwnPatient(reach: Reach): RawBuilder<SqlBool> {
  if (reach === 'all') return sql<boolean>`true`
  return sql<boolean>`exists (select 1 from "appointments" as o where o."patientId" = "p"."id"
    and o."cancelledAt" is null and ${isWithin(reach, 'o.doctorId')})`
}

export type ListedPatient = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]

export function showRow(row: ListedPatient): PatientRow {
  return {
    _id: row.id,
    name: row.name,
    birthDate: row.birthDate,
    phone: row.phone,
    email: row.email,
    alert: row.alert,
    holder: row.relation === null ? null : row.holderName,
    archived: row.archivedAt !== null,
  }
}

/** An account is theirs, and not only one that they are a dependent of. */
export function isHolder({
  accountId,
  relation,
}: Pick<PatientRecord, 'accountId' | 'relation'>): boolean {
  return accountId !== null && relation === null
}

/** A patient, with a row lock: no other transaction changes it before this one ends. */
export async function lockPatient(
  { engine }: Pick<Database, 'engine'>,
  query: Queries,
  id: string,
): Promise<PatientRecord | undefined> {
  return query
    .selectFrom('patients')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()
}

/** The same of some patients, by their ids and in the order of these: who locks the same never waits for each other. */
export async function lockPatients(
  database: Pick<Database, 'engine'>,
  query: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PatientRecord>> {
  const locked = new Map<string, PatientRecord>()
  for (const id of ids.toSorted()) {
    const patient = await lockPatient(database, query, id)
    if (patient) locked.set(id, patient)
  }
  return locked
}

/** Other patients who could be the same person: one name, or one birth date and phone or e-mail. */
export async function listSimilar(
  query: Queries,
  {
    id,
    nameKey,
    birthDate,
    phoneKey,
    email,
  }: Pick<PatientRecord, 'id' | 'nameKey' | 'birthDate' | 'phoneKey' | 'email'>,
) {
  const isReached = sql<boolean>`((${phoneKey} <> '' and "p"."phoneKey" = ${phoneKey})
    or (${email} <> '' and coalesce("u"."email", "p"."email") = ${email}))`
  return selectRows(query)
    .where('p.id', '<>', id)
    .where('p.mergedInto', 'is', null)
    .where('p.erasedAt', 'is', null)
    .where((row) =>
      birthDate === null
        ? row('p.nameKey', '=', nameKey)
        : row.or([
            row.and([
              row('p.nameKey', '=', nameKey),
              row.or([row('p.birthDate', 'is', null), row('p.birthDate', '=', birthDate)]),
            ]),
            row.and([row('p.birthDate', '=', birthDate), isReached]),
          ]),
    )
    .orderBy('p.id')
    .limit(10)
    .execute()
}

/**
 * What was sent, is to be, or could not be, about a patient's appointments: the newest, and how many there are. What
 * was outdated when it was due is none of these.
 */
export async function listMessages(query: Queries, id: string, limit: number) {
  const rows = await query
    .selectFrom('appointments as a')
    .innerJoin('outbox as o', 'o.appointmentId', 'a.id')
    .where('a.patientId', '=', id)
    .where((row) => row.or([row('o.lastError', 'is', null), row('o.lastError', '!=', outdated)]))
    .select(['o.id', 'o.subject', 'o.createdAt', 'o.sentAt', 'o.failedAt', 'o.channel'])
    .select(sql<number>`cast(count(*) over () as integer)`.as('count'))
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute()
  return { rows, count: rows[0]?.count ?? 0 }
}
