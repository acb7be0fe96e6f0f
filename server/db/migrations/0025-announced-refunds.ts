import { type Kysely, sql } from 'kysely'

/** Whether the mail about a change has said that this money goes back; then no mail of its own follows. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`alter table "refunds" add column "announced" integer not null default 0
    constraint "refunds_announced" check ("announced" in (0, 1))`.execute(query)
}
