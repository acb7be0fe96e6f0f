import { type Kysely, sql } from 'kysely'

/** What a treatment is, in the clinic's words; '' where it says nothing. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`alter table "treatments" add column "description" text not null default ''
    constraint "treatments_description_short" check (length("description") <= 300)`.execute(query)
}
