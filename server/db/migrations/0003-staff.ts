import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** What staff need to run the clinic: doctors, the day, profile, inbox, and the audit. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await clinicColumns(run)
  await appointmentColumns(run, engine)
  await doctorTables(run, engine)
  await inboxColumns(run)
  await userIndexes(run, engine)
  await auditTable(run, engine)
  await (engine === 'sqlite' ? guardAuditOnSqlite(run) : guardAuditOnPostgres(run))
  if (engine === 'postgres') await notifyOfChanges(run)
}

async function clinicColumns(run: Run): Promise<void> {
  const columns = [
    sql`"openingHours" text not null default 'Mon to Sat, 8:00 AM to 5:00 PM'`,
    sql`"about" text not null default 'this is about page'`,
    sql`"contact" text not null default 'This is contact page'`,
    sql`"leadMinutes" integer not null default 0 check ("leadMinutes" >= 0)`,
  ]
  for (const column of columns) await run(sql`alter table "clinic" add column ${column}`)
}

/** Search keys are compared byte by byte, so that one index serves the beginning of a word. */
async function appointmentColumns(run: Run, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  const columns = [
    sql`"revision" integer not null default 0`,
    sql`"mark" text check ("mark" in ('arrived', 'done', 'no_show'))`,
    sql`"bookedBy" text`,
    sql`"paidBy" text check ("paidBy" in ('cash', 'card', 'other'))`,
    sql`"nameKey" ${key} not null default ''`,
    sql`"familyKey" ${key} not null default ''`,
    sql`"phoneKey" ${key} not null default ''`,
  ]
  for (const column of columns) await run(sql`alter table "appointments" add column ${column}`)
  await run(sql`update "appointments" set "bookedBy" =
    (select "id" from "users" where "email" = "patient")`)
  const digits = sql.raw(
    engine === 'postgres'
      ? `regexp_replace("phone", '[^0-9]', '', 'g')`
      : `replace(replace(replace(replace(replace("phone", ' ', ''), '-', ''), '(', ''), ')', ''), '+', '')`,
  )
  const family = sql.raw(
    engine === 'postgres'
      ? `substring(lower("patientName") from '[^ ]*$')`
      : `replace(lower("patientName"), rtrim(lower("patientName"), replace(lower("patientName"), ' ', '')), '')`,
  )
  await run(sql`update "appointments" set "nameKey" = lower("patientName"),
    "familyKey" = ${family}, "phoneKey" = ${digits}`)
  // Migration 4 has an index of it, which then serves the beginning of an e-mail, too.
  if (engine === 'postgres') {
    await run(sql`alter table "appointments" alter column "patient" type text collate "C"`)
  }
  for (const one of ['nameKey', 'familyKey', 'phoneKey']) {
    await run(sql`create index ${sql.id(`appointments_by_${one}`)} on "appointments"
      (${sql.id(one)}) where ${sql.id(one)} <> ''`)
  }
  await run(sql`create index "appointments_by_day" on "appointments" ("day", "startMinute", "id")`)
  await run(sql`create index "appointments_paid_at_desk" on "appointments" ("paidAt", "id")
    where "paidBy" is not null`)
  await run(sql`create index "payments_by_charge" on "payments" ("chargedAt", "id")`)
}

async function doctorTables(run: Run, engine: Engine): Promise<void> {
  await run(sql`create table "doctors" (
    "id" text primary key, "name" text not null,
    "email" text not null check ("email" = lower("email")),
    "specialty" text not null, "img" text not null, "createdAt" text not null)`)
  await run(sql`create unique index "doctors_one_per_email" on "doctors" ("email")`)
  const bytes = sql.raw(engine === 'postgres' ? 'bytea' : 'blob')
  // Named by what is in them, so a photo that comes twice is kept once.
  await run(sql`create table "images" (
    "name" text primary key, "bytes" ${bytes} not null, "createdAt" text not null)`)
}

async function inboxColumns(run: Run): Promise<void> {
  await run(sql`alter table "contactMessages" add column "state" text not null default 'new'
    check ("state" in ('new', 'read', 'answered', 'spam'))`)
  await run(sql`create index "contactMessages_by_state" on "contactMessages" ("state", "id")`)
}

/** Compared byte by byte as search keys are; `lower` then knows ASCII alone, as SQLite's does. */
async function userIndexes(run: Run, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await run(sql`alter table "users" alter column "email" type text collate "C",
      alter column "name" type text collate "C"`)
  }
  await run(sql`create index "users_by_name" on "users" (lower("name"), "email")`)
  await run(sql`create index "users_admins" on "users" ("id") where "role" = 'admin'`)
}

async function auditTable(run: Run, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await run(sql`create table "auditEntries" (
    "id" text primary key, "at" text not null, "actor" ${key} not null, "action" text not null,
    "subject" ${key} not null, "detail" text not null, "address" text not null, "status" integer)`)
  await run(sql`create index "auditEntries_by_actor" on "auditEntries" ("actor", "id")`)
  await run(sql`create index "auditEntries_by_subject" on "auditEntries" ("subject", "id")`)
}

/** An entry is written before its act and closed after it, once; nothing else ever touches it. */
async function guardAuditOnSqlite(run: Run): Promise<void> {
  await run(sql`create trigger "auditEntries_kept" before delete on "auditEntries" begin
    select raise(abort, 'auditEntries_kept'); end`)
  await run(sql`create trigger "auditEntries_closed" before update on "auditEntries"
    when old."status" is not null or new."status" is null
      or new."id" <> old."id" or new."at" <> old."at"
      or new."actor" <> old."actor" or new."action" <> old."action"
      or new."address" <> old."address" begin
    select raise(abort, 'auditEntries_closed'); end`)
  // A replacing insert deletes without asking the trigger above.
  await run(sql`create trigger "auditEntries_new" before insert on "auditEntries"
    when exists (select 1 from "auditEntries" where "id" = new."id") begin
    select raise(abort, 'auditEntries_new'); end`)
}

async function guardAuditOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "refuse_audit_change"() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or old."status" is not null or new."status" is null
        or (new."id", new."at", new."actor", new."action", new."address")
          is distinct from (old."id", old."at", old."actor", old."action", old."address") then
        raise exception 'auditEntries are kept as they are';
      end if;
      return new;
    end $$`)
  await run(sql`create trigger "auditEntries_kept" before delete or update on "auditEntries"
    for each row execute function "refuse_audit_change"()`)
  await run(sql`create trigger "auditEntries_whole" before truncate on "auditEntries"
    for each statement execute function "refuse_audit_change"()`)
}

/** Notifies every process at commit of the day that has changed; '*' if any day may have. */
async function notifyOfChanges(run: Run): Promise<void> {
  await run(sql`create function "tell_of_day"() returns trigger language plpgsql as $$
    begin
      perform pg_notify('molar_days', new."day");
      if tg_op = 'UPDATE' and old."day" <> new."day" then
        perform pg_notify('molar_days', old."day");
      end if;
      return null;
    end $$`)
  await run(sql`create trigger "appointments_told" after insert or update on "appointments"
    for each row execute function "tell_of_day"()`)
  await run(sql`create function "tell_of_all"() returns trigger language plpgsql as $$
    begin perform pg_notify('molar_days', '*'); return null; end $$`)
  for (const table of ['clinic', 'closedWeekdays', 'closures', 'treatments', 'treatmentSlots']) {
    await run(sql`create trigger ${sql.id(`${table}_told`)}
      after insert or update or delete on ${sql.id(table)}
      for each statement execute function "tell_of_all"()`)
  }
}
