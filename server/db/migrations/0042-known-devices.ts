import { type Kysely, sql } from 'kysely'

/** Browsers that an account has signed in on, by a hash of their cookie. New ones are reported by mail. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`create table "knownDevices" (
    "userId" text not null references "users" ("id") on delete cascade,
    "hash" text not null,
    "since" text not null,
    "lastUsedAt" text not null,
    primary key ("userId", "hash"))`.execute(query)
  await sql`create index "knownDevices_by_use" on "knownDevices" ("lastUsedAt")`.execute(query)
}
