import { type Kysely, sql } from 'kysely'

/**
 * What the team should know on a day: one text, with a revision for two who edit it at once. PostgreSQL
 * notifies every process of it as of appointments (migration 3).
 */
export async function up(query: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  await sql`create table "dayNotes" (
    "day" text primary key,
    "text" text not null check (length("text") <= 2000),
    "revision" integer not null check ("revision" > 0))`.execute(query)
  if (engine === 'sqlite') return
  await sql`create trigger "dayNotes_told" after insert or update on "dayNotes"
    for each row execute function "tell_of_day"()`.execute(query)
}
