import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Reviews, and the order in which a patient's past is read. */
export async function up(query: Kysely<unknown>): Promise<void> {
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(query))
  await run(sql`create table "reviews" (
    "id" text primary key,
    "appointmentId" text not null references "appointments" ("id"),
    "stars" integer not null check ("stars" between 1 and 5),
    "text" text not null check (length("text") between 1 and 2000),
    "state" text not null default 'waiting'
      check ("state" in ('waiting', 'published', 'rejected')),
    "revision" integer not null default 0,
    "createdAt" text not null,
    "writtenAt" text not null)`)
  await run(sql`create unique index "reviews_one_per_appointment" on "reviews" ("appointmentId")`)
  await run(sql`create index "reviews_by_state" on "reviews" ("state", "writtenAt", "id")`)
  await run(sql`create index "appointments_by_patient" on "appointments"
    ("patient", "day", "startMinute", "id")`)
}
