import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/** Everything the portal needs to take a booking, and the tables that better-auth 1.7 expects. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(query))
  await clinicTables(run)
  await appointmentTable(run)
  await (engine === 'sqlite' ? oneChairOnSqlite(run) : oneChairOnPostgres(run))
  await identityTables(run, engine)
  await messageTables(run)
}

type Run = (statement: RawBuilder<unknown>) => Promise<void>

async function clinicTables(run: Run): Promise<void> {
  await run(sql`create table "clinic" (
    "id" integer primary key check ("id" = 1),
    "name" text not null,
    "address" text not null,
    "phone" text not null,
    "horizonDays" integer not null check ("horizonDays" >= 0))`)
  await run(sql`create table "closedWeekdays" (
    "weekday" integer primary key check ("weekday" between 0 and 6))`)
  await run(sql`create table "closures" ("day" text primary key, "reason" text not null)`)
  await run(sql`create table "treatments" (
    "id" text primary key,
    "name" text not null,
    "priceCents" integer not null check ("priceCents" >= 0),
    "position" integer not null,
    "archivedAt" text)`)
  await run(sql`create unique index "treatments_one_per_name" on "treatments" (lower("name"))
    where "archivedAt" is null`)
  await run(sql`create table "treatmentSlots" (
    "treatmentId" text not null references "treatments" ("id"),
    "slot" text not null,
    "startMinute" integer not null check ("startMinute" >= 0),
    "endMinute" integer not null check ("endMinute" > "startMinute" and "endMinute" <= 1440),
    primary key ("treatmentId", "slot"))`)
}

async function appointmentTable(run: Run): Promise<void> {
  await run(sql`create table "appointments" (
    "id" text primary key,
    "treatmentId" text not null references "treatments" ("id"),
    "treatment" text not null,
    "priceCents" integer not null check ("priceCents" >= 0),
    "day" text not null,
    "slot" text not null,
    "startMinute" integer not null,
    "endMinute" integer not null check ("endMinute" > "startMinute"),
    "patient" text not null check ("patient" = lower("patient")),
    "patientName" text not null,
    "phone" text not null,
    "createdAt" text not null,
    "cancelledAt" text,
    "paidAt" text,
    "transactionId" text,
    check (("paidAt" is null) = ("transactionId" is null)))`)
  // Day first: the same index answers which slots of a day are taken.
  await run(sql`create unique index "appointments_one_per_slot"
    on "appointments" ("day", "treatmentId", "slot") where "cancelledAt" is null`)
  // Patient and day first: the same index finds what a patient has on a day.
  await run(sql`create unique index "appointments_one_per_treatment"
    on "appointments" ("patient", "day", "treatmentId") where "cancelledAt" is null`)
}

/** A patient never has two chairs at a time, even if slots of two treatments overlap without being equal. */
async function oneChairOnSqlite(run: Run): Promise<void> {
  for (const event of ['insert', 'update']) {
    await run(sql`create trigger ${sql.id(`appointments_one_chair_${event}`)}
      before ${sql.raw(event)} on "appointments" when new."cancelledAt" is null begin
        select raise(abort, 'appointments_one_chair') where exists (
          select 1 from "appointments" as other
          where other."patient" = new."patient" and other."day" = new."day"
            and other."cancelledAt" is null and other."id" <> new."id"
            and other."startMinute" < new."endMinute" and new."startMinute" < other."endMinute"
            and other."treatmentId" <> new."treatmentId");
      end`)
  }
}

async function oneChairOnPostgres(run: Run): Promise<void> {
  await run(sql`create extension if not exists btree_gist`)
  await run(sql`alter table "appointments" add constraint "appointments_one_chair"
    exclude using gist ("patient" with =, "day" with =,
      int4range("startMinute", "endMinute") with &&) where ("cancelledAt" is null)`)
}

async function identityTables(run: Run, engine: Engine): Promise<void> {
  const instant = sql.raw(engine === 'postgres' ? 'timestamptz' : 'date')
  const flag = sql.raw(engine === 'postgres' ? 'boolean' : 'integer')
  await run(sql`create table "users" (
    "id" text primary key, "name" text not null, "email" text not null unique,
    "emailVerified" ${flag} not null, "image" text,
    "role" text not null default 'patient' check ("role" in ('patient', 'admin')),
    "createdAt" ${instant} not null, "updatedAt" ${instant} not null)`)
  await run(sql`create unique index "users_one_per_email" on "users" (lower("email"))`)
  await run(sql`create table "sessions" (
    "id" text primary key, "token" text not null unique,
    "userId" text not null references "users" ("id") on delete cascade,
    "expiresAt" ${instant} not null, "ipAddress" text, "userAgent" text,
    "createdAt" ${instant} not null, "updatedAt" ${instant} not null)`)
  await run(sql`create index "sessions_by_user" on "sessions" ("userId")`)
  await run(sql`create table "accounts" (
    "id" text primary key, "accountId" text not null, "providerId" text not null,
    "userId" text not null references "users" ("id") on delete cascade,
    "accessToken" text, "refreshToken" text, "idToken" text,
    "accessTokenExpiresAt" ${instant}, "refreshTokenExpiresAt" ${instant},
    "scope" text, "password" text,
    "createdAt" ${instant} not null, "updatedAt" ${instant} not null,
    unique ("providerId", "accountId"))`)
  await run(sql`create index "accounts_by_user" on "accounts" ("userId")`)
  await run(sql`create table "verifications" (
    "id" text primary key, "identifier" text not null, "value" text not null,
    "expiresAt" ${instant} not null,
    "createdAt" ${instant} not null, "updatedAt" ${instant} not null)`)
  await run(sql`create index "verifications_by_identifier" on "verifications" ("identifier")`)
  await run(sql`create table "rateLimits" (
    "id" text primary key, "key" text not null unique, "count" integer not null,
    "lastRequest" bigint not null)`)
  // A token is deleted with its session, however that ended: sign-out, removal or a new password.
  await run(sql`create table "accessTokens" (
    "hash" text primary key,
    "sessionId" text not null references "sessions" ("id") on delete cascade,
    "expiresAt" text not null)`)
  await run(sql`create index "accessTokens_by_session" on "accessTokens" ("sessionId")`)
}

async function messageTables(run: Run): Promise<void> {
  await run(sql`create table "outbox" (
    "id" text primary key, "kind" text not null, "recipient" text not null, "replyTo" text,
    "subject" text not null, "text" text not null, "html" text not null,
    "createdAt" text not null, "dueAt" text not null,
    "attempts" integer not null default 0, "claimedUntil" text,
    "sentAt" text, "failedAt" text, "lastError" text)`)
  await run(sql`create index "outbox_waiting" on "outbox" ("dueAt")
    where "sentAt" is null and "failedAt" is null`)
  await run(sql`create table "contactMessages" (
    "id" text primary key, "email" text not null, "subject" text not null,
    "message" text not null, "createdAt" text not null)`)
}
