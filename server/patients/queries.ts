import { sql } from 'kysely'
import { type FamilyDraft, mostDependents } from '../../contract/patients/dependent.ts'
import { foldText } from '../appointments/search-keys.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
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

/** Whose account an e-mail is, once they have proved that it is theirs. */
export async function findHolder(query: Queries, email: string) {
  return query
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .where('emailVerified', '=', sql<boolean>`true`)
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

/** The same for somebody who was in the list before. */
export async function listAgain(
  query: Queries,
  { id, accountId, name, relation }: FamilyDraft & { id: string; accountId: string },
): Promise<Dependent | undefined> {
  return query
    .updateTable('patients')
    .set({ name, relation, place: firstFreePlace(accountId), revision: sql`"revision" + 1` })
    .where('id', '=', id)
    .where('place', 'is', null)
    .where(sql<boolean>`${firstFreePlace(accountId)} is not null`)
    .returning(dependentColumns)
    .$narrowType<Dependent>()
    .executeTakeFirst()
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

/** Deletes somebody who is in no list and of whom nothing is stored. */
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
