import { type Kysely, sql } from 'kysely'

/** A request of the waitlist may name a doctor. Without one it is offered any doctor who is free. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`alter table "waits" add column "doctorId" text references "doctors" ("id")`.execute(
    query,
  )
  await sql`create index "waits_by_doctor" on "waits" ("doctorId")
    where "doctorId" is not null`.execute(query)
}
