import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export type Entry = Tables['auditEntries']

/** Entries whose id is below `before`, the newest first. */
type Page = { before: string; limit: number }

/** Sorts after every text that begins alike: nothing is above the last code point. */
const end = '\u{10FFFF}'

export async function insertEntry(query: Queries, entry: Omit<Entry, 'status'>): Promise<void> {
  await query
    .insertInto('auditEntries')
    .values({ ...entry, status: null })
    .execute()
}

/** An entry of what was over as it was written. */
export async function insertClosed(query: Queries, entry: Entry): Promise<void> {
  await query.insertInto('auditEntries').values(entry).execute()
}

/** The e-mails of those accounts that there still are. */
export async function listEmails(query: Queries, ids: readonly string[]) {
  if (ids.length === 0) return []
  return query
    .selectFrom('users')
    .select(['id', 'email', 'claims'])
    .where('id', 'in', ids)
    .execute()
}

/** The database takes this once an entry, and no other change. */
export async function closeEntry(
  query: Queries,
  id: string,
  outcome: Pick<Entry, 'subject' | 'data'> & { status: number },
): Promise<void> {
  await query.updateTable('auditEntries').set(outcome).where('id', '=', id).execute()
}

export function selectEntries(query: Queries, { before, limit }: Page) {
  return query
    .selectFrom('auditEntries')
    .selectAll()
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
}

export function selectByActor(query: Queries, actor: string, page: Page) {
  return selectEntries(query, page).where('actor', '=', actor)
}

/** Whose subject begins so. */
export function selectBySubject(query: Queries, beginning: string, page: Page) {
  return selectFound(query, page, (entry) =>
    entry.and([entry('subject', '>=', beginning), entry('subject', '<', beginning + end)]),
  )
}

/** About one of these. */
export function selectBySubjects(query: Queries, subjects: readonly string[], page: Page) {
  return selectFound(query, page, (entry) => entry('subject', 'in', subjects))
}

/**
 * Which entries these are is settled first: else PostgreSQL may go through the whole audit, the newest
 * first, until it has found enough.
 */
function selectFound(
  query: Queries,
  { before, limit }: Page,
  isWanted: (entry: ExpressionBuilder<Tables, 'auditEntries'>) => Expression<SqlBool>,
) {
  return query
    .with(
      (cte) => cte('found').materialized(),
      (part) =>
        part.selectFrom('auditEntries').select('id').where(isWanted).where('id', '<', before),
    )
    .selectFrom('auditEntries')
    .selectAll()
    .where('id', 'in', (part) =>
      part.selectFrom('found').select('id').orderBy('id', 'desc').limit(limit),
    )
    .orderBy('id', 'desc')
}

/** The names of those subjects that are patients or their appointments. */
export async function listPatientNames(
  query: Queries,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  if (subjects.length === 0) return new Map()
  const rows = await query
    .selectFrom('appointments')
    .select(['id', 'patientName'])
    .where('id', 'in', subjects)
    .execute()
  const patients = await query
    .selectFrom('patients')
    .select(['id', 'name as patientName'])
    .where('id', 'in', subjects)
    .execute()
  return new Map([...rows, ...patients].map(({ id, patientName }) => [id, patientName]))
}

/**
 * The actors whose e-mail begins so, the first hundred: from one to the next along the index, since
 * few of them have many entries each.
 */
export async function listActors(query: Queries, beginning: string): Promise<string[]> {
  const { rows } = await selectActors(beginning).execute(query)
  return rows.map(({ actor }) => actor)
}

export function selectActors(beginning: string) {
  return sql<{ actor: string }>`with recursive "actors" ("actor") as (
      select min("actor") from "auditEntries"
        where "actor" >= ${beginning} and "actor" < ${beginning + end}
      union all
      select (select min(e."actor") from "auditEntries" as e
          where e."actor" > "actors"."actor" and e."actor" < ${beginning + end})
        from "actors" where "actors"."actor" is not null)
    select "actor" from "actors" where "actor" is not null limit 100`
}
