import { type Kysely, type RawBuilder, sql } from 'kysely'
import { foldOnSqlite } from './0023-search.ts'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * Patients are rows of their own: the holders of accounts, their dependents, and patients known only to the
 * clinic. Every appointment and request belongs to one of them. Patients are never merged by guess: a guest
 * stays a guest, and one e-mail with two names is two patients.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await patientTable(run, engine)
  await makePatients(run, engine)
  await attachAppointments(run, engine)
  await attachRequests(run)
  await dropFamily(run, engine)
  // Who gave no phone with the account gave one with an appointment.
  await run(sql`update "patients" set ("phone", "phoneKey") = (select a."phone", a."phoneKey"
      from "appointments" as a where a."patientId" = "patients"."id" and a."phoneKey" <> ''
      order by a."createdAt" desc, a."id" desc limit 1)
    where "phone" = '' and exists (select 1 from "appointments" as a
      where a."patientId" = "patients"."id" and a."phoneKey" <> '')`)
}

async function patientTable(run: Run, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await run(sql`create table "patients" (
    "id" text primary key,
    "accountId" text references "users" ("id") on delete set null,
    "relation" text check ("relation" in ('child', 'partner', 'parent', 'other')),
    "place" integer check ("place" between 1 and 20),
    "name" text not null,
    "nameKey" ${key} not null,
    "birthDate" text,
    "phone" text not null default '',
    "phoneKey" ${key} not null default '',
    "email" ${key} not null default '' check ("email" = lower("email")),
    "guestKey" ${key} unique,
    "language" text check ("language" in ('en', 'es')),
    "note" text not null default '',
    "alert" text not null default '',
    "revision" integer not null default 0,
    "createdAt" text not null,
    "archivedAt" text,
    "erasedAt" text,
    "mergedInto" text references "patients" ("id"),
    constraint "patients_listed" check
      ("place" is null or ("accountId" is not null and "relation" is not null)),
    constraint "patients_merged_apart" check ("mergedInto" <> "id"),
    constraint "patients_erased" check ("erasedAt" is null or ("birthDate" is null
      and "accountId" is null and "phone" = '' and "email" = '' and "note" = '' and "alert" = '')))`)
  await run(sql`create unique index "patients_one_holder" on "patients" ("accountId")
    where "relation" is null and "accountId" is not null`)
  await run(sql`create unique index "patients_one_per_place" on "patients" ("accountId", "place")
    where "place" is not null`)
  await run(sql`create unique index "patients_one_per_name" on "patients" ("accountId", "nameKey")
    where "place" is not null`)
  await run(sql`create unique index "patients_one_per_address" on "patients" ("email", "nameKey")
    where "accountId" is null and "email" <> '' and "mergedInto" is null`)
  await run(sql`create index "patients_by_account" on "patients" ("accountId")
    where "accountId" is not null`)
  await run(sql`create index "patients_by_name" on "patients" ("nameKey", "id")`)
  await run(sql`create index "patients_by_birth" on "patients" ("birthDate")
    where "birthDate" is not null`)
  await run(sql`create index "patients_by_phone" on "patients" ("phoneKey")
    where "phoneKey" <> ''`)
  await run(sql`create index "patients_by_merge" on "patients" ("mergedInto")
    where "mergedInto" is not null`)
  await mergeTables(run)
  await run(
    sql`alter table "appointments" add column "patientId" text references "patients" ("id")`,
  )
  await run(sql`create index "appointments_of_patient" on "appointments"
    ("patientId", "day", "startMinute", "id")`)
  await run(sql`alter table "waits" add column "patientId" text
    references "patients" ("id") on delete cascade`)
  await run(sql`create index "waits_of_patient" on "waits" ("patientId")`)
}

/** What a merge has changed, for as long as it can be taken back; JSON of what it filled. */
async function mergeTables(run: Run): Promise<void> {
  await run(sql`create table "patientMerges" (
    "id" text primary key,
    "keptId" text not null references "patients" ("id") on delete cascade,
    "goneId" text not null references "patients" ("id") on delete cascade,
    "mergedAt" text not null,
    "keptBefore" text not null,
    "keptRevision" integer not null,
    "wasListed" integer not null check ("wasListed" in (0, 1)))`)
  await run(sql`create index "patientMerges_by_kept" on "patientMerges" ("keptId")`)
  await run(sql`create index "patientMerges_by_gone" on "patientMerges" ("goneId")`)
  await run(sql`create table "patientMergeParts" (
    "mergeId" text not null references "patientMerges" ("id") on delete cascade,
    "appointmentId" text not null references "appointments" ("id") on delete cascade,
    "relation" text, "bookerName" text,
    primary key ("mergeId", "appointmentId"))`)
  await run(sql`create index "patientMergeParts_by_appointment"
    on "patientMergeParts" ("appointmentId")`)
}

/** Text as a search compares it. */
export function fold(engine: Engine, text: RawBuilder<unknown>) {
  return engine === 'sqlite' ? foldOnSqlite(text) : sql`"fold_text"(${text})`
}

export function digits(engine: Engine, text: RawBuilder<unknown>) {
  if (engine === 'postgres') return sql`regexp_replace(${text}, '[^0-9]', '', 'g')`
  return ['-', ' ', '(', ')', '+', '.', '/'].reduce(
    (all, mark) => sql`replace(${all}, ${sql.lit(mark)}, '')`,
    text,
  )
}

/** An instant of better-auth in the words of all others. */
function instant(engine: Engine, at: RawBuilder<unknown>) {
  return engine === 'postgres'
    ? sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at})`
}

/** The holder of an account, whose patient has the account's own id from the start. */
export function holderColumns(engine: Engine, user: RawBuilder<unknown>) {
  return sql`${user}."id", ${user}."id", ${user}."name", ${fold(engine, sql`${user}."name"`)},
    case when ${user}."claims" is null then ${user}."email" else '' end, ${user}."phone",
    ${digits(engine, sql`${user}."phone"`)}, ${instant(engine, sql`${user}."createdAt"`)}`
}

export const holderInto = sql`"id", "accountId", "name", "nameKey", "email", "phone", "phoneKey", "createdAt"`

/** Creates account holders and dependents, including those since removed from an account's list. */
async function makePatients(run: Run, engine: Engine): Promise<void> {
  await run(sql`insert into "patients" (${holderInto})
    select ${holderColumns(engine, sql`u`)} from "users" as u`)
  // Two names of one list may only differ by what a search does not see.
  const name = fold(engine, sql`m."name"`)
  await run(sql`insert into "patients"
      ("id", "accountId", "relation", "place", "name", "nameKey", "createdAt")
    select f."id", f."userId", f."relation", f."place", f."name",
      case when f."again" = 1 then f."key" else f."key" || ' ' || f."id" end, f."createdAt"
    from (select m.*, ${name} as "key", row_number() over
      (partition by m."userId", ${name} order by m."createdAt", m."id") as "again"
      from "familyMembers" as m) as f`)
  await run(sql`insert into "patients"
      ("id", "accountId", "relation", "name", "nameKey", "createdAt", "guestKey")
    select f."person", f."accountId", case when f."accountId" is null then null else f."relation" end,
      f."patientName", ${fold(engine, sql`f."patientName"`)}, f."createdAt",
      case when f."accountId" is null then 'guest:' || f."person" end
    from (select a.*, u."id" as "accountId",
        row_number() over (partition by a."person" order by a."createdAt" desc, a."id" desc) as "place"
      from "appointments" as a left join "users" as u on ${isOfAccount}
      where a."person" <> '' and a."person" not in (select "id" from "patients")) as f
    where f."place" = 1`)
}

/** What an account has: all of its address once that is proved, before only what it booked itself. */
const isOfAccount = sql`((a."unproved" = '' and u."emailVerified" = true and u."claims" is null
    and u."email" = a."patient")
  or (a."unproved" <> '' and u."id" = a."unproved"))`

/** Also creates the patients known only to the clinic, with the name of their latest appointment. */
async function attachAppointments(run: Run, engine: Engine): Promise<void> {
  await run(sql`update "appointments" set "patientId" = "person" where "person" <> ''`)
  await run(sql`update "appointments" set "patientId" = "unproved"
    where "patientId" is null and "unproved" in (select "id" from "users")`)
  await run(sql`update "appointments" set "patientId" = (select u."id" from "users" as u
      where u."email" = "appointments"."patient")
    where "patientId" is null and "unproved" = '' and "patient" in (select u."email" from "users" as u
      where u."emailVerified" = true and u."claims" is null)`)
  const isGuest = sql`(a."unproved" <> '' or a."patient" like 'guest:%')`
  const guestKey = sql`case when a."unproved" <> '' then 'guest:' || a."unproved" else a."patient" end`
  const nameKey = fold(engine, sql`a."patientName"`)
  await run(sql`insert into "patients" ("id", "name", "nameKey", "createdAt", "guestKey")
    select f."first", f."patientName", ${fold(engine, sql`f."patientName"`)}, f."since", f."key"
    from (select a.*, ${guestKey} as "key",
        min(a."id") over (partition by ${guestKey}) as "first",
        min(a."createdAt") over (partition by ${guestKey}) as "since",
        row_number() over (partition by ${guestKey} order by a."createdAt" desc, a."id" desc) as "place"
      from "appointments" as a where a."patientId" is null and ${isGuest}) as f
    where f."place" = 1`)
  await run(sql`update "appointments" set "patientId" = (select p."id" from "patients" as p
      where p."guestKey" = case when "appointments"."unproved" <> ''
        then 'guest:' || "appointments"."unproved" else "appointments"."patient" end)
    where "patientId" is null and ("unproved" <> '' or "patient" like 'guest:%')`)
  await run(sql`insert into "patients" ("id", "name", "nameKey", "createdAt", "email")
    select f."first", f."patientName", f."key", f."since", f."patient"
    from (select a.*, ${nameKey} as "key",
        min(a."id") over (partition by a."patient", ${nameKey}) as "first",
        min(a."createdAt") over (partition by a."patient", ${nameKey}) as "since",
        row_number() over (partition by a."patient", ${nameKey}
          order by a."createdAt" desc, a."id" desc) as "place"
      from "appointments" as a where a."patientId" is null) as f
    where f."place" = 1`)
  await run(sql`update "appointments" set "patientId" = (select p."id" from "patients" as p
      where p."accountId" is null and p."email" <> '' and p."email" = "appointments"."patient"
        and p."nameKey" = ${fold(engine, sql`"appointments"."patientName"`)})
    where "patientId" is null`)
  // Their accounts were removed; what stays of them says so.
  await run(sql`update "patients" set "erasedAt" = "createdAt"
    where "guestKey" like 'guest:removed:%' and "name" = '—'`)
}

async function attachRequests(run: Run): Promise<void> {
  await run(sql`update "waits" set "patientId" = coalesce(
    (select p."id" from "patients" as p where p."id" = "waits"."person"), "userId")`)
  await run(sql`drop index "waits_one_per_treatment"`)
  await run(sql`create unique index "waits_one_per_treatment" on "waits"
    ("userId", "treatmentId", "patientId") where "state" = 'waiting' and "appointmentId" is null`)
  await run(sql`alter table "waits" drop column "person"`)
}

async function dropFamily(run: Run, engine: Engine): Promise<void> {
  await run(sql`drop table "familyMembers"`)
  await run(sql`drop index "appointments_one_per_treatment"`)
  if (engine === 'sqlite') {
    for (const trigger of ['insert', 'update', 'follow']) {
      await run(sql`drop trigger ${sql.id(`appointments_one_chair_${trigger}`)}`)
    }
    await run(sql`drop trigger "users_proved"`)
  } else {
    await run(sql`alter table "appointments" drop constraint "appointments_one_chair"`)
    await run(sql`drop trigger "appointments_one_chair_follow" on "appointments"`)
    await run(sql`drop function "follow_without_collision"`)
  }
  // The check of a column cannot be changed on SQLite: the names stand aside while it is made again.
  await run(sql`create table "heldFor" as select "id", coalesce("relation", 'other') as "relation",
    coalesce("bookerName", '—') as "bookerName" from "appointments" where "person" <> ''`)
  await run(sql`update "appointments" set "person" = '', "relation" = null, "bookerName" = null
    where "person" <> ''`)
  await run(sql`alter table "appointments" drop column "bookerName"`)
  await run(sql`alter table "appointments" drop column "person"`)
  await run(sql`alter table "appointments" add column "bookerName" text
    check (("bookerName" is null) = ("relation" is null))`)
  await run(sql`update "appointments" set ("relation", "bookerName") = (select h."relation", h."bookerName"
      from "heldFor" as h where h."id" = "appointments"."id")
    where "id" in (select "id" from "heldFor")`)
  await run(sql`drop table "heldFor"`)
}
