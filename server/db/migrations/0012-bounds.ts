import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * Limits how much one account may book. Appointments that an account books before its e-mail is confirmed do
 * not affect others. `unproved` is that account's id until then. The rules for one patient compare it, so
 * such an appointment neither conflicts with those of the address nor reveals them.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await limitColumns(run)
  await appointmentColumns(run, engine)
  await rules(run, engine)
  await (engine === 'sqlite' ? boundsOnSqlite(run) : boundsOnPostgres(run))
  await (engine === 'sqlite' ? proofOnSqlite(run) : proofOnPostgres(run))
}

async function limitColumns(run: Run): Promise<void> {
  for (const column of [
    sql`"unprovedAppointments" integer not null default 3
      check ("unprovedAppointments" between 0 and 20)`,
    sql`"unprovedHours" integer not null default 24 check ("unprovedHours" between 1 and 168)`,
    sql`"unpaidAppointments" integer not null default 20
      check ("unpaidAppointments" between 1 and 200)`,
    sql`"bookingsPerHour" integer not null default 30
      check ("bookingsPerHour" between 1 and 200)`,
    sql`"waitRequests" integer not null default 5 check ("waitRequests" between 1 and 50)`,
    sql`"openOffers" integer not null default 2 check ("openOffers" between 1 and 20)`,
  ]) {
    await run(sql`alter table "clinic" add column ${column}`)
  }
  await run(sql`alter table "users" add column "unbounded" integer not null default 0
    check ("unbounded" in (0, 1))`)
}

async function appointmentColumns(run: Run, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await run(sql`alter table "appointments" add column "unproved" ${key} not null default ''`)
  await run(sql`alter table "appointments" add column "bookedOn" ${key} not null default ''`)
  await run(sql`update "appointments" set "unproved" = "bookedBy" where "bookedBy" in
    (select "id" from "users" where "emailVerified" = false and "email" = "patient")`)
  await run(sql`create index "appointments_unproved" on "appointments" ("unproved")
    where "unproved" <> ''`)
  await run(sql`create index "appointments_by_booker" on "appointments" ("bookedBy", "createdAt")
    where "bookedBy" is not null`)
}

/** As in migration 7, and of the same account while its e-mail is unconfirmed. */
async function rules(run: Run, engine: Engine): Promise<void> {
  await run(sql`drop index "appointments_one_per_treatment"`)
  await run(sql`create unique index "appointments_one_per_treatment" on "appointments"
    ("patient", "day", "person", "unproved", "treatmentId") where "cancelledAt" is null`)
  if (engine === 'postgres') {
    await run(sql`alter table "appointments" drop constraint "appointments_one_chair"`)
    await run(sql`alter table "appointments" add constraint "appointments_one_chair"
      exclude using gist ("patient" with =, "day" with =, "person" with =, "unproved" with =,
        int4range("startMinute", "endMinute") with &&) where ("cancelledAt" is null)`)
    return
  }
  for (const event of ['insert', 'update']) {
    const trigger = sql.id(`appointments_one_chair_${event}`)
    const columns = sql.raw(
      event === 'insert' ? '' : 'of "day", "startMinute", "endMinute", "unproved", "cancelledAt"',
    )
    await run(sql`drop trigger ${trigger}`)
    await run(sql`create trigger ${trigger}
      before ${sql.raw(event)} ${columns} on "appointments" when new."cancelledAt" is null begin
        select raise(abort, 'appointments_one_chair') where exists (
          select 1 from "appointments" as other
          where other."patient" = new."patient" and other."day" = new."day"
            and ${samePerson(sql`new`)} and other."unproved" = new."unproved"
            and other."cancelledAt" is null and other."id" <> new."id"
            and other."startMinute" < new."endMinute" and new."startMinute" < other."endMinute"
            and other."treatmentId" <> new."treatmentId");
      end`)
  }
}

/** A dependent who was removed and added again has another id and the same name. */
function samePerson(one: RawBuilder<unknown>) {
  return sql`(other."person" = ${one}."person" or (other."person" <> '' and ${one}."person" <> ''
    and other."nameKey" = ${one}."nameKey"))`
}

/** The live appointments of today and later that an account has booked and not paid. */
const unpaid = sql`(select count(*) from "appointments" as other
  where other."patient" = new."patient" and other."day" >= new."bookedOn"
    and other."bookedBy" = new."bookedBy" and other."paidCents" = 0
    and other."cancelledAt" is null)`

async function boundsOnSqlite(run: Run): Promise<void> {
  const most = sql`case when new."unproved" = '' then c."unpaidAppointments"
    else c."unprovedAppointments" end`
  await run(sql`create trigger "appointments_bounds" before insert on "appointments"
    when new."bookedBy" is not null and new."cancelledAt" is null begin
      select case
        when ${unpaid} >= ${most} then case when new."unproved" = ''
          then raise(abort, 'appointments_unpaid_bound')
          else raise(abort, 'appointments_unproved_bound') end
        when (select count(*) from "appointments" as other
          where other."bookedBy" = new."bookedBy" and other."createdAt" >
            strftime('%Y-%m-%dT%H:%M:%fZ', new."createdAt", '-1 hour')) >= c."bookingsPerHour"
          then raise(abort, 'appointments_hourly_bound') end
      from "users" as u, "clinic" as c where u."id" = new."bookedBy" and u."unbounded" = 0;
    end`)
}

/**
 * Bookings and moves of one patient wait in line before they touch anything that another of them may
 * hold: they cannot wait for each other in a circle, and each counts what those before it have booked.
 */
async function boundsOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "refuse_by_rule"(rule text) returns void language plpgsql as $$
    begin
      raise exception '%', rule using errcode = 'unique_violation', constraint = rule;
    end $$`)
  await run(sql`create function "wait_in_line"() returns trigger language plpgsql as $$
    declare
      bounds record;
    begin
      perform pg_advisory_xact_lock(hashtextextended(new."patient", 0));
      if new."person" <> '' and exists (select 1 from "appointments" as other
        where other."patient" = new."patient" and other."day" = new."day"
          and ${samePerson(sql`new`)} and other."person" <> new."person"
          and other."unproved" = new."unproved"
          and other."cancelledAt" is null and other."id" <> new."id"
          and other."startMinute" < new."endMinute"
          and new."startMinute" < other."endMinute") then
        perform "refuse_by_rule"('appointments_one_chair');
      end if;
      if tg_op = 'UPDATE' or new."bookedBy" is null then return new; end if;
      select c.* into bounds from "users" as u, "clinic" as c
        where u."id" = new."bookedBy" and u."unbounded" = 0;
      if not found then return new; end if;
      if new."unproved" <> '' and ${unpaid} >= bounds."unprovedAppointments" then
        perform "refuse_by_rule"('appointments_unproved_bound');
      end if;
      if new."unproved" = '' and ${unpaid} >= bounds."unpaidAppointments" then
        perform "refuse_by_rule"('appointments_unpaid_bound');
      end if;
      if (select count(*) from "appointments" as other
        where other."bookedBy" = new."bookedBy" and other."createdAt" >
          to_char((new."createdAt"::timestamptz - interval '1 hour') at time zone 'UTC',
            'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) >= bounds."bookingsPerHour" then
        perform "refuse_by_rule"('appointments_hourly_bound');
      end if;
      return new;
    end $$`)
  await run(sql`create trigger "appointments_in_line" before insert
    or update of "day", "startMinute", "endMinute", "treatmentId", "unproved" on "appointments"
    for each row when (new."cancelledAt" is null) execute function "wait_in_line"()`)
}

/**
 * Once its e-mail is confirmed, what an account has booked is the address's. What collides with an
 * appointment that the address has already stays the account's until the server cancels it.
 */
async function proofOnSqlite(run: Run): Promise<void> {
  await run(sql`create trigger "users_proved" after update of "emailVerified" on "users"
    when new."emailVerified" and not old."emailVerified" begin
      update "appointments" set "unproved" = ''
      where "unproved" = new."id" and "unproved" <> '' and ("cancelledAt" is not null
        or not exists (select 1 from "appointments" as other
          where other."patient" = "appointments"."patient" and other."day" = "appointments"."day"
            and ${samePerson(sql`"appointments"`)} and other."unproved" = ''
            and other."cancelledAt" is null
            and (other."treatmentId" = "appointments"."treatmentId"
              or (other."startMinute" < "appointments"."endMinute"
                and "appointments"."startMinute" < other."endMinute"))));
    end`)
}

async function proofOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "own_what_was_booked"() returns trigger language plpgsql as $$
    declare
      one text;
    begin
      for one in select "id" from "appointments"
        where "unproved" = new."id" and "unproved" <> '' order by "id" loop
        begin
          update "appointments" set "unproved" = '' where "id" = one;
        exception when unique_violation or exclusion_violation then null;
        end;
      end loop;
      return null;
    end $$`)
  await run(sql`create trigger "users_proved" after update of "emailVerified" on "users"
    for each row when (new."emailVerified" and not old."emailVerified")
    execute function "own_what_was_booked"()`)
}
