import { type Kysely, sql } from 'kysely'

/**
 * One table for all limits that are counted in windows: by the limit's name and by who is counted. It
 * takes the place of the one for sign-ups, whose counts go on, and of better-auth's own.
 */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`create table "limitCounts" (
    "name" text not null,
    "key" text not null,
    "count" integer not null,
    "endsAt" text not null,
    primary key ("name", "key"))`.execute(query)
  await sql`insert into "limitCounts" ("name", "key", "count", "endsAt")
    select 'sign_ups_per_hour', "network", "inHour", "hourEndsAt" from "signUpNetworks"`.execute(
    query,
  )
  await sql`insert into "limitCounts" ("name", "key", "count", "endsAt")
    select 'sign_ups_per_day', "network", "inDay", "dayEndsAt" from "signUpNetworks"`.execute(query)
  await sql`drop table "signUpNetworks"`.execute(query)
  await sql`drop table "rateLimits"`.execute(query)
}
