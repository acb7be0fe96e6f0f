import { type Kysely, sql } from 'kysely'

/** How many times the provider has answered a refund's request with an error; each ends an idempotency key. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`alter table "refunds" add column "refusals" integer not null default 0`.execute(query)
}
