import { sql } from 'kysely'
import { type FamilyDraft, mostMembers } from '../../contract/patients/dependent.ts'
import { searchKey } from '../appointments/search-keys.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Member } from './dependent.ts'

export const memberColumns = ['id', 'name', 'relation'] as const

export async function listMembers(query: Queries, userId: string) {
  return query
    .selectFrom('familyMembers')
    .select(memberColumns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** One of a user's own, by a name however it is written. */
export async function findByName(query: Queries, userId: string, name: string) {
  return query
    .selectFrom('familyMembers')
    .select(memberColumns)
    .where('userId', '=', userId)
    .where('nameKey', '=', searchKey(name))
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

/** Takes the first free place of the user's list; `undefined` when none is free. */
export async function insertMember(
  query: Queries,
  member: FamilyDraft & { id: string; userId: string; createdAt: Instant },
): Promise<Member | undefined> {
  const { id, userId, name, relation, createdAt } = member
  const { rows } = await sql<Member>`
    insert into "familyMembers"
      ("id", "userId", "place", "name", "nameKey", "relation", "createdAt")
    select ${id}, ${userId}, ${firstFreePlace(userId)}, ${name}, ${searchKey(name)}, ${relation},
      ${createdAt}
    where ${firstFreePlace(userId)} is not null
    returning "id", "name", "relation"`.execute(query)
  return rows[0]
}

function firstFreePlace(userId: string) {
  const places = sql.join(Array.from({ length: mostMembers }, (_, n) => sql`(${sql.lit(n + 1)})`))
  return sql`(select min(p.column1) from (values ${places}) as p where not exists (
    select 1 from "familyMembers" as m where m."userId" = ${userId} and m."place" = p.column1))`
}

export async function updateMember(
  query: Queries,
  { id, userId, name, relation }: FamilyDraft & { id: string; userId: string },
): Promise<Member | undefined> {
  return query
    .updateTable('familyMembers')
    .set({ name, nameKey: searchKey(name), relation })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(memberColumns)
    .executeTakeFirst()
}

/** Whether there was one of that id in the user's list. */
export async function deleteMember(query: Queries, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('familyMembers')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
