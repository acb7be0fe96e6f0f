import { type Kysely, sql } from 'kysely'

/** Whose password is not theirs to stay: the work of the clinic waits until they have chosen another. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`alter table "users" add column "passwordDue" integer not null default 0
    check ("passwordDue" in (0, 1))`.execute(query)
}
