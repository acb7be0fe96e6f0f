import { type Kysely, sql } from 'kysely'

/** Minutes after the start when a patient who is not there counts as late on the staff's screens. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`alter table "clinic" add column "lateMinutes" integer not null default 10
    check ("lateMinutes" between 1 and 120)`.execute(query)
}
