import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addEnds, beforeAt, foldOnSqlite, whole } from './0023-search.ts'
import { digits, fold, holderColumns, holderInto } from './0026-patients.ts'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** The rules about one patient, what accounts and their patients do to each other, and the search. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await (engine === 'sqlite' ? rulesOnSqlite(run) : rulesOnPostgres(run))
  await (engine === 'sqlite' ? accountsOnSqlite(run) : accountsOnPostgres(run))
  await (engine === 'sqlite' ? searchOnSqlite(run) : searchOnPostgres(run))
  // The trigger writes the parts.
  await run(sql`update "patients" set "nameKey" = "nameKey"`)
}

/** As in migration 12, by the patient. */
async function rulesOnSqlite(run: Run): Promise<void> {
  await run(sql`create unique index "appointments_one_per_treatment" on "appointments"
    ("patientId", "day", "unproved", "treatmentId") where "cancelledAt" is null`)
  for (const [event, columns] of [
    ['insert', ''],
    ['update', 'of "patientId", "day", "startMinute", "endMinute", "unproved", "cancelledAt"'],
  ] as const) {
    await run(sql`create trigger ${sql.id(`appointments_one_chair_${event}`)}
      before ${sql.raw(event)} ${sql.raw(columns)} on "appointments"
      when new."cancelledAt" is null begin
        select raise(abort, 'appointments_one_chair') where exists (
          select 1 from "appointments" as other
          where other."patientId" = new."patientId" and other."day" = new."day"
            and other."unproved" = new."unproved"
            and other."cancelledAt" is null and other."id" <> new."id"
            and other."startMinute" < new."endMinute" and new."startMinute" < other."endMinute"
            and other."treatmentId" <> new."treatmentId");
      end`)
    await run(sql`create trigger ${sql.id(`appointments_patient_${event}`)}
      before ${sql.raw(event === 'insert' ? event : 'update of "patientId"')} on "appointments"
      when new."patientId" is null or new."bookedBy" is null or new."relation" is not null begin
        select raise(abort, 'appointments_patient') where new."patientId" is null or exists (
          select 1 from "patients" where "id" = new."patientId" and "mergedInto" is not null);
      end`)
  }
  await run(sql`create trigger "appointments_phone" after insert on "appointments"
    when new."phoneKey" <> '' begin ${phoneFromBooking} end`)
}

/** Sets the phone of a patient without one to the phone given with a booking. */
const phoneFromBooking = sql`update "patients" set "phone" = new."phone", "phoneKey" = new."phoneKey"
  where "id" = new."patientId" and "phone" = '' and "erasedAt" is null;`

const unpaid = sql`(select count(*) from "appointments" as other
  where other."patient" = new."patient" and other."day" >= new."bookedOn"
    and other."bookedBy" = new."bookedBy" and other."paidCents" = 0
    and other."cancelledAt" is null)`

async function rulesOnPostgres(run: Run): Promise<void> {
  await run(sql`alter table "appointments" alter column "patientId" set not null`)
  await run(sql`alter table "waits" alter column "patientId" set not null`)
  await run(sql`create unique index "appointments_one_per_treatment" on "appointments"
    ("patientId", "day", "unproved", "treatmentId") where "cancelledAt" is null`)
  await run(sql`alter table "appointments" add constraint "appointments_one_chair"
    exclude using gist ("patientId" with =, "day" with =, "unproved" with =,
      int4range("startMinute", "endMinute") with &&) where ("cancelledAt" is null)`)
  await run(sql`create or replace function "wait_in_line"() returns trigger language plpgsql as $$
    declare
      bounds record;
    begin
      perform pg_advisory_xact_lock(hashtextextended(new."patient", 0));
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
  // Waits for a merge that is under way, and sees its outcome. Holders of accounts are never merged away.
  await run(sql`create function "refuse_merged"() returns trigger language plpgsql as $$
    begin
      perform 1 from "patients" where "id" = new."patientId" and "mergedInto" is null for key share;
      if not found then perform "refuse_by_rule"('appointments_patient'); end if;
      return new;
    end $$`)
  await run(sql`create trigger "appointments_patient" before insert or update of "patientId"
    on "appointments" for each row when (new."bookedBy" is null or new."relation" is not null)
    execute function "refuse_merged"()`)
  await run(sql`create function "phone_from_booking"() returns trigger language plpgsql as $$
    begin ${phoneFromBooking} return null; end $$`)
  await run(sql`create trigger "appointments_phone" after insert on "appointments"
    for each row when (new."phoneKey" <> '') execute function "phone_from_booking"()`)
}

const holder = (column: string) => sql`(select ${sql.id(column)} from "patients"
  where "accountId" = new."id" and "relation" is null)`

/** The record of the clinic that has the address and the name of an account's holder. */
const metRecord = sql`new."emailVerified" and "accountId" is null and "email" = new."email"
  and "mergedInto" is null and "nameKey" = ${holder('nameKey')}`

/** The clinic's record fills the fields that are empty in the account holder's own record. */
const filled = sql`update "patients" set
    "birthDate" = coalesce("patients"."birthDate", met."birthDate"),
    "note" = case when "patients"."note" = '' then met."note" else "patients"."note" end,
    "alert" = case when "patients"."alert" = '' then met."alert" else "patients"."alert" end,
    "phone" = case when "patients"."phone" = '' then met."phone" else "patients"."phone" end,
    "phoneKey" = case when "patients"."phone" = '' then met."phoneKey" else "patients"."phoneKey" end,
    "revision" = "patients"."revision" + 1
  from (select * from "patients" where ${metRecord}) as met`

/** The holder of an account takes over what the clinic has recorded of them. */
const meet = sql`
  update "appointments" set "patientId" = ${holder('id')}
    where "patientId" in (select "id" from "patients" where ${metRecord});
  ${filled} where "patients"."accountId" = new."id" and "patients"."relation" is null;
  update "patients" set "mergedInto" = ${holder('id')} where ${metRecord};`

/** A sign-up without a matching record does not access "appointments", so it never waits for a lock on it. */
const meetOnPostgres = sql`if exists (select 1 from "patients" where ${metRecord}) then
    ${meet}
  end if;`

const mine = sql`"accountId" = new."id" and "relation" is null`

/** A holder is called as the account is, and reached where it is. */
function follow(engine: Engine) {
  return sql`update "patients" set "name" = new."name", "nameKey" = ${fold(engine, sql`new."name"`)},
      "revision" = "revision" + 1
    where ${mine} and new."name" <> old."name";
  update "patients" set "email" = case when new."claims" is null then new."email" else '' end
    where ${mine};
  update "patients" set "phone" = new."phone", "phoneKey" = ${digits(engine, sql`new."phone"`)},
      "revision" = "revision" + 1
    where ${mine} and new."phone" <> old."phone" and new."phone" <> '';`
}

/**
 * When an account ends, its patients with appointments stay. Their e-mail is cleared, so a later account with
 * the same address is not matched with them.
 */
const leave = sql`
  delete from "patients" where "accountId" = old."id"
    and not exists (select 1 from "appointments" as a where a."patientId" = "patients"."id")
    and not exists (select 1 from "patients" as m where m."mergedInto" = "patients"."id");
  update "patients" set "accountId" = null, "relation" = null, "place" = null, "email" = '',
    "guestKey" = 'guest:' || "id", "revision" = "revision" + 1 where "accountId" = old."id";`

/**
 * Every account has a patient, its holder. Once its address is proved, the clinic's record of that address
 * and that very name becomes the holder's; a record of another name stays apart until staff merge it.
 */
async function accountsOnSqlite(run: Run): Promise<void> {
  await run(sql`create trigger "users_patient" after insert on "users" begin
    insert into "patients" (${holderInto}) values (${holderColumns('sqlite', sql`new`)});
    ${meet} end`)
  await run(sql`create trigger "users_patient_follows"
    after update of "name", "email", "claims", "phone" on "users" begin ${follow('sqlite')} end`)
  await run(sql`create trigger "users_patient_met" after update of "email" on "users"
    when new."emailVerified" and old."emailVerified" and new."email" <> old."email" begin
      ${meet} end`)
  await run(sql`create trigger "users_proved" after update of "emailVerified" on "users"
    when new."emailVerified" and not old."emailVerified" begin
      ${meet}
      update "appointments" set "unproved" = ''
      where "unproved" = new."id" and "unproved" <> '' and ("cancelledAt" is not null
        or not exists (select 1 from "appointments" as other
          where other."patientId" = "appointments"."patientId"
            and other."day" = "appointments"."day" and other."unproved" = ''
            and other."cancelledAt" is null
            and (other."treatmentId" = "appointments"."treatmentId"
              or (other."startMinute" < "appointments"."endMinute"
                and "appointments"."startMinute" < other."endMinute"))));
    end`)
  await run(sql`create trigger "users_patients_left" before delete on "users" begin ${leave} end`)
}

async function accountsOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "make_holder"() returns trigger language plpgsql as $$
    begin
      insert into "patients" (${holderInto}) values (${holderColumns('postgres', sql`new`)});
      ${meetOnPostgres}
      return null;
    end $$`)
  await run(sql`create trigger "users_patient" after insert on "users"
    for each row execute function "make_holder"()`)
  await run(sql`create function "follow_account"() returns trigger language plpgsql as $$
    begin ${follow('postgres')} return null; end $$`)
  await run(sql`create trigger "users_patient_follows"
    after update of "name", "email", "claims", "phone" on "users"
    for each row execute function "follow_account"()`)
  await run(sql`create function "meet_record"() returns trigger language plpgsql as $$
    begin ${meetOnPostgres} return null; end $$`)
  await run(sql`create trigger "users_patient_met" after update of "email" on "users" for each row
    when (new."emailVerified" and old."emailVerified" and new."email" <> old."email")
    execute function "meet_record"()`)
  await run(sql`create or replace function "own_what_was_booked"() returns trigger
    language plpgsql as $$
    declare
      one text;
    begin
      ${meetOnPostgres}
      for one in select "id" from "appointments"
        where "unproved" = new."id" and "unproved" <> '' order by "id" loop
        begin
          update "appointments" set "unproved" = '' where "id" = one;
        exception when unique_violation or exclusion_violation then null;
        end;
      end loop;
      return null;
    end $$`)
  await run(sql`create function "leave_patients"() returns trigger language plpgsql as $$
    begin ${leave} return old; end $$`)
  await run(sql`create trigger "users_patients_left" before delete on "users"
    for each row execute function "leave_patients"()`)
}

/** Of each patient every end of the name, the phone's digits and the e-mail before its @. */
async function searchOnSqlite(run: Run): Promise<void> {
  await run(sql`create table "patientParts" ("part" text not null,
    "patient" text not null references "patients" ("id") on delete cascade,
    primary key ("part", "patient")) without rowid`)
  await run(sql`create index "patientParts_by_patient" on "patientParts" ("patient")`)
  const parts = sql`
    ${addEnds('patientParts', { text: sql`new."nameKey"`, before: whole })}
    ${addEnds('patientParts', { text: sql`new."phoneKey"`, before: whole })}
    ${addEnds('patientParts', { text: foldOnSqlite(sql`new."email"`), before: beforeAt })}`
  await run(sql`create trigger "patients_searched" after insert on "patients" begin ${parts} end`)
  await run(sql`create trigger "patients_searched_again"
    after update of "nameKey", "phoneKey", "email" on "patients" begin
    delete from "patientParts" where "patient" = new."id"; ${parts} end`)
}

async function searchOnPostgres(run: Run): Promise<void> {
  await run(sql`create table "patientParts" ("part" text collate "C" not null,
    "patient" text not null references "patients" ("id") on delete cascade,
    primary key ("part", "patient"))`)
  await run(sql`create index "patientParts_by_patient" on "patientParts" ("patient")`)
  await run(sql`create function "part_patient"() returns trigger language plpgsql as $$
    declare
      address text := "fold_text"(new."email");
    begin
      delete from "patientParts" where "patient" = new."id";
      insert into "patientParts" select part, new."id" from (
        select "ends_of"(new."nameKey", length(new."nameKey")) as part union
        select "ends_of"(new."phoneKey", length(new."phoneKey")) union
        select "ends_of"(address, strpos(address, '@') - 1)) as parts;
      return null;
    end $$`)
  await run(sql`create trigger "patients_searched"
    after insert or update of "nameKey", "phoneKey", "email" on "patients"
    for each row execute function "part_patient"()`)
}
