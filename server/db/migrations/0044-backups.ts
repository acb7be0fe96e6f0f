import { type Kysely, sql } from 'kysely'

/** Backups that were started. A running one has no `endedAt`; across all processes there is at most one. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`create table "backups" (
    "id" text not null primary key,
    "startedAt" text not null,
    "heldUntil" text not null,
    "endedAt" text,
    "file" text,
    "bytes" bigint,
    "failure" text,
    check (("file" is null) = ("bytes" is null)),
    check (case when "endedAt" is null then "file" is null and "failure" is null
      else ("file" is null) <> ("failure" is null) end))`.execute(query)
  await sql`create unique index "backups_one_under_way" on "backups" (("endedAt" is null))
    where "endedAt" is null`.execute(query)
  await sql`create index "backups_by_start" on "backups" ("startedAt")`.execute(query)
}
