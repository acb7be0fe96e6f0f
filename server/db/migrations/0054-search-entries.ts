import { type Kysely, sql } from 'kysely'

/**
 * The entries of the audit that hold what was searched for have an index of their own: whoever is erased is taken out of
 * them, and the whole audit was read for it.
 */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`create index "auditEntries_of_searches" on "auditEntries" ("id")
    where substr("data", 1, 10) = '{"search":'`.execute(query)
}
