import { type Kysely, sql } from 'kysely'

/** Staff read the whole line in its order; wishes that are over are not in the way. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`create index "waits_in_line" on "waits" ("id") where "state" = 'waiting'`.execute(query)
}
