import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * What the account page needs: a phone, when a session was last seen, changes of the e-mail address. An
 * account books in its own name or not at all, also while it is removed or gets another address.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await run(sql`alter table "users" add column "phone" text not null default ''`)
  await run(sql`alter table "sessions" add column "lastSeenAt" text`)
  // Indexes to find mails and messages by their writer, when the writer is removed.
  await run(sql`create index "outbox_by_writer" on "outbox" ("replyTo")
    where "replyTo" is not null`)
  await run(sql`create index "contactMessages_by_email" on "contactMessages" ("email")`)
  await emailChangeTable(run, engine)
  await (engine === 'sqlite' ? ownNameOnSqlite(run) : ownNameOnPostgres(run))
  await (engine === 'sqlite' ? auditOnSqlite(run) : auditOnPostgres(run))
}

/**
 * One change of an account is open at a time. A confirmed one stays for as long as its former address
 * may take it back; ended ones count against the hour.
 */
async function emailChangeTable(run: Run, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await run(sql`create table "emailChanges" (
    "id" text primary key,
    "userId" text not null references "users" ("id") on delete cascade,
    "fromEmail" ${key} not null check ("fromEmail" = lower("fromEmail")),
    "toEmail" ${key} not null check ("toEmail" = lower("toEmail") and "toEmail" <> "fromEmail"),
    "confirmHash" text not null unique,
    "confirmUntil" text not null,
    "stopHash" text unique,
    "stopUntil" text not null,
    "requestedAt" text not null,
    "confirmedAt" text,
    "endedAt" text)`)
  await run(sql`create unique index "emailChanges_one_open" on "emailChanges" ("userId")
    where "confirmedAt" is null and "endedAt" is null`)
  await run(sql`create index "emailChanges_by_user" on "emailChanges" ("userId", "requestedAt")`)
  await run(sql`create index "emailChanges_by_end" on "emailChanges" ("stopUntil")`)
}

const isOwnName = sql`"id" = new."bookedBy" and coalesce("claims", "email") = new."patient"`

async function ownNameOnSqlite(run: Run): Promise<void> {
  await run(sql`create trigger "appointments_own_name" before insert on "appointments"
    when new."bookedBy" is not null begin
      select raise(abort, 'appointments_own_name')
        where not exists (select 1 from "users" where ${isOwnName});
    end`)
  // What follows its account to another address must not collide there; as in migration 12.
  await run(sql`create trigger "appointments_one_chair_follow"
    before update of "patient" on "appointments"
    when new."cancelledAt" is null and new."patient" <> old."patient" begin
      select raise(abort, 'appointments_one_chair') where exists (
        select 1 from "appointments" as other
        where other."patient" = new."patient" and other."day" = new."day"
          and ${samePerson} and other."unproved" = new."unproved"
          and other."cancelledAt" is null and other."id" <> new."id"
          and other."startMinute" < new."endMinute" and new."startMinute" < other."endMinute");
    end`)
}

const samePerson = sql`(other."person" = new."person" or (other."person" <> ''
  and new."person" <> '' and other."nameKey" = new."nameKey"))`

/** The key share makes a booking and a change of its account's address, or its end, wait for each other. */
async function ownNameOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "book_in_own_name"() returns trigger language plpgsql as $$
    begin
      perform 1 from "users" where ${isOwnName} for key share;
      if not found then perform "refuse_by_rule"('appointments_own_name'); end if;
      return new;
    end $$`)
  await run(sql`create trigger "appointments_in_own_name" before insert on "appointments"
    for each row when (new."bookedBy" is not null) execute function "book_in_own_name"()`)
  await run(sql`create function "follow_without_collision"() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(new."patient", 0));
      if exists (select 1 from "appointments" as other
        where other."patient" = new."patient" and other."day" = new."day"
          and ${samePerson} and other."unproved" = new."unproved"
          and other."cancelledAt" is null and other."id" <> new."id"
          and other."startMinute" < new."endMinute" and new."startMinute" < other."endMinute") then
        perform "refuse_by_rule"('appointments_one_chair');
      end if;
      return new;
    end $$`)
  await run(sql`create trigger "appointments_one_chair_follow" before update of "patient"
    on "appointments" for each row
    when (new."cancelledAt" is null and new."patient" <> old."patient")
    execute function "follow_without_collision"()`)
}

/**
 * As in migration 3, except that the subject of a closed entry may be replaced, once, by the key of a removed
 * account: the action stays on record, the person does not.
 */
async function auditOnSqlite(run: Run): Promise<void> {
  await run(sql`drop trigger "auditEntries_closed"`)
  await run(sql`create trigger "auditEntries_closed" before update on "auditEntries"
    when new."status" is null or new."id" <> old."id" or new."at" <> old."at"
      or new."actor" <> old."actor" or new."action" <> old."action"
      or new."address" <> old."address"
      or (old."status" is not null and not (new."status" = old."status"
        and new."data" is old."data" and new."subject" like 'guest:removed:%'
        and old."subject" not like 'guest:removed:%')) begin
    select raise(abort, 'auditEntries_closed'); end`)
}

async function auditOnPostgres(run: Run): Promise<void> {
  await run(sql`create or replace function "refuse_audit_change"() returns trigger
    language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or new."status" is null
        or (new."id", new."at", new."actor", new."action", new."address")
          is distinct from (old."id", old."at", old."actor", old."action", old."address")
        or (old."status" is not null and not (new."status" = old."status"
          and new."data" is not distinct from old."data" and new."subject" like 'guest:removed:%'
          and old."subject" not like 'guest:removed:%')) then
        raise exception 'auditEntries are kept as they are';
      end if;
      return new;
    end $$`)
}
