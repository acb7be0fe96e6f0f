import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** Rules on which mails may be sent, to which address, in which order and how many, by the outbox's rows. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  // Rises to the revision with each reschedule; links and mails about the time before end by it.
  await run(sql`alter table "appointments" add column "timeRevision" integer not null default 0`)
  for (const column of [
    sql`"bookedBy" text`,
    sql`"onlyWhile" text check ("onlyWhile" in ('standing', 'cancelled'))`,
    sql`"timeRevision" integer`,
    sql`"urgency" integer not null default 1 check ("urgency" between 0 and 2)`,
    sql`"takenAt" text`,
  ]) {
    await run(sql`alter table "outbox" add column ${column}`)
  }
  await run(sql`update "outbox" set "onlyWhile" = 'standing'
    where "appointmentDay" is not null and "sentAt" is null and "failedAt" is null`)
  await run(sql`update "outbox" set "text" = '', "html" = '', "calendar" = null
    where "failedAt" is not null`)
  // A phone number stays no longer than the account that stored it.
  await run(sql`update "noticeSettings" set "phone" = null, "bySms" = 0
    where not exists (select 1 from "users" as u
      where u."email" = "noticeSettings"."email" and u."emailVerified")`)
  // Appointments on days that were closed, whose patients are still to be notified.
  await run(sql`create table "closureMailsDue" (
    "patient" text not null, "appointmentId" text not null, "reason" text,
    primary key ("patient", "appointmentId"))`)
  await indexes(run)
  await (engine === 'sqlite' ? triggersOnSqlite(run) : triggersOnPostgres(run))
}

async function indexes(run: Run): Promise<void> {
  await run(sql`drop index "outbox_waiting"`)
  await run(sql`create index "outbox_due" on "outbox" ("urgency", "dueAt", "id")
    where "sentAt" is null and "failedAt" is null`)
  await run(sql`create index "outbox_by_appointment" on "outbox" ("appointmentId", "id")
    where "appointmentId" is not null`)
  await run(sql`create index "outbox_by_recipient" on "outbox" ("recipient", "createdAt")`)
  await run(sql`create index "outbox_taken" on "outbox" ("recipient", "takenAt")
    where "takenAt" is not null`)
  await run(sql`create index "outbox_by_age" on "outbox" ("createdAt")`)
}

/**
 * An account that is confirmed is owed a confirmation of each live appointment that it booked before.
 * On PostgreSQL a debt that a worker is taking at this moment is owed again: the worker may have read
 * the account as unconfirmed.
 */
async function triggersOnSqlite(run: Run): Promise<void> {
  await run(sql`create trigger "users_confirmations_owed" after update of "emailVerified" on "users"
    when new."emailVerified" and not old."emailVerified" begin
      insert into "confirmationsDue" select "id" from "appointments"
        where "patient" = new."email" and "bookedBy" = new."id" and "cancelledAt" is null
        on conflict do nothing; end`)
  await run(sql`create trigger "users_notice_settings_ended" after delete on "users"
    when old."emailVerified" begin
      delete from "noticeSettings" where "email" = old."email"; end`)
}

async function triggersOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "owe_confirmations"() returns trigger language plpgsql as $$
    begin
      insert into "confirmationsDue" select "id" from "appointments"
        where "patient" = new."email" and "bookedBy" = new."id" and "cancelledAt" is null
        on conflict ("appointmentId") do update set "appointmentId" = excluded."appointmentId";
      return null;
    end $$`)
  await run(sql`create trigger "users_confirmations_owed" after update of "emailVerified" on "users"
    for each row when (new."emailVerified" and not old."emailVerified")
    execute function "owe_confirmations"()`)
  await run(sql`create function "end_notice_settings"() returns trigger language plpgsql as $$
    begin delete from "noticeSettings" where "email" = old."email"; return null; end $$`)
  await run(sql`create trigger "users_notice_settings_ended" after delete on "users"
    for each row when (old."emailVerified") execute function "end_notice_settings"()`)
}
