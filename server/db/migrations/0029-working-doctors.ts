import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * When doctors work, in which chairs, and that neither is booked twice at once. Appointments and offers
 * without a doctor keep the rule of one per treatment, day and slot.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await treatmentColumns(run)
  await doctorTables(run)
  await chairTables(run)
  await pairColumns(run)
  await (engine === 'sqlite' ? rulesOnSqlite(run) : rulesOnPostgres(run))
}

async function treatmentColumns(run: Run): Promise<void> {
  await run(sql`alter table "treatments" add column "bufferMinutes" integer not null default 0
    check ("bufferMinutes" between 0 and 240)`)
  // Set together or not at all: slots of `lengthMinutes` that start every `startEvery` minutes within its
  // doctors' hours.
  await run(sql`alter table "treatments" add column "lengthMinutes" integer
    check ("lengthMinutes" between 5 and 720)`)
  await run(sql`alter table "treatments" add column "startEvery" integer
    check ("startEvery" between 5 and 240
      and ("startEvery" is null) = ("lengthMinutes" is null))`)
  // From this day on its doctors decide what is free; null: never, '': always.
  await run(sql`alter table "treatments" add column "doctorsFrom" text`)
}

const minutes = sql`"startMinute" integer not null check ("startMinute" >= 0),
  "endMinute" integer not null check ("endMinute" > "startMinute" and "endMinute" <= 1440)`
const ofDoctor = sql`"doctorId" text not null references "doctors" ("id") on delete cascade`

async function doctorTables(run: Run): Promise<void> {
  await run(sql`alter table "doctors" add column "removedAt" text`)
  await run(sql`alter table "doctors" add column "revision" integer not null default 0`)
  await run(sql`create table "doctorTreatments" (
    "treatmentId" text not null references "treatments" ("id"), ${ofDoctor},
    primary key ("treatmentId", "doctorId"))`)
  await run(sql`create index "doctorTreatments_by_doctor" on "doctorTreatments" ("doctorId")`)
  // The hours of a week hold from a day until the next ones begin.
  await run(sql`create table "doctorWeeks" (${ofDoctor}, "fromDay" text not null,
    primary key ("doctorId", "fromDay"))`)
  await run(sql`create table "doctorHours" (
    "doctorId" text not null, "fromDay" text not null,
    "weekday" integer not null check ("weekday" between 0 and 6), ${minutes},
    primary key ("doctorId", "fromDay", "weekday", "startMinute"),
    foreign key ("doctorId", "fromDay")
      references "doctorWeeks" ("doctorId", "fromDay") on delete cascade)`)
  await run(sql`create table "doctorDays" (${ofDoctor}, "day" text not null,
    primary key ("doctorId", "day"))`)
  await run(sql`create table "doctorDayHours" (
    "doctorId" text not null, "day" text not null, ${minutes},
    primary key ("doctorId", "day", "startMinute"),
    foreign key ("doctorId", "day")
      references "doctorDays" ("doctorId", "day") on delete cascade)`)
  await run(sql`create table "doctorTimeOff" (${ofDoctor},
    "fromDay" text not null, "untilDay" text not null check ("untilDay" >= "fromDay"),
    "reason" text not null, primary key ("doctorId", "fromDay"))`)
  await run(sql`create table "doctorBlocks" (${ofDoctor},
    "day" text not null, ${minutes}, "reason" text not null,
    primary key ("doctorId", "day", "startMinute"))`)
}

async function chairTables(run: Run): Promise<void> {
  await run(sql`create table "chairs" ("id" text primary key,
    "name" text not null check ("name" <> ''), "position" integer not null,
    "archivedAt" text, "revision" integer not null default 0)`)
  await run(sql`create unique index "chairs_one_per_name" on "chairs" (lower("name"))
    where "archivedAt" is null`)
  // A chair that serves none by name serves all treatments; a doctor in none by name works in any.
  await run(sql`create table "chairTreatments" (
    "chairId" text not null references "chairs" ("id"),
    "treatmentId" text not null references "treatments" ("id"),
    primary key ("chairId", "treatmentId"))`)
  await run(sql`create table "doctorChairs" (${ofDoctor},
    "chairId" text not null references "chairs" ("id"), primary key ("doctorId", "chairId"))`)
}

async function pairColumns(run: Run): Promise<void> {
  for (const table of ['appointments', 'offers']) {
    const on = sql.id(table)
    await run(sql`alter table ${on} add column "doctorId" text references "doctors" ("id")`)
    await run(sql`alter table ${on} add column "chairId" text references "chairs" ("id")
      check ("chairId" is null or "doctorId" is not null)`)
    // Doctor and chair are free again from here on: the end and the treatment's buffer.
    await run(sql`alter table ${on} add column "busyUntilMinute" integer
      check ("busyUntilMinute" >= "endMinute"
        and ("busyUntilMinute" is null) = ("doctorId" is null))`)
  }
  await run(sql`alter table "appointments" add column "doctorName" text
    check (("doctorName" is null) = ("doctorId" is null))`)
  await run(sql`drop index "appointments_one_per_slot"`)
  await run(sql`create unique index "appointments_one_per_slot"
    on "appointments" ("day", "treatmentId", "slot")
    where "cancelledAt" is null and "doctorId" is null`)
  await run(sql`create index "appointments_with_doctor" on "appointments" ("day", "treatmentId")
    where "doctorId" is not null and "cancelledAt" is null`)
  await run(sql`drop index "offers_one_per_slot"`)
  await run(sql`create unique index "offers_one_per_slot"
    on "offers" ("day", "treatmentId", "slot") where "state" = 'open' and "doctorId" is null`)
  for (const column of ['doctorId', 'chairId']) {
    await run(sql`create index ${sql.id(`appointments_by_${column}`)} on "appointments"
      (${sql.id(column)}, "day") where "cancelledAt" is null and ${sql.id(column)} is not null`)
    await run(sql`create index ${sql.id(`offers_by_${column}`)} on "offers"
      (${sql.id(column)}, "day") where "state" = 'open' and ${sql.id(column)} is not null`)
  }
}

// The plus keeps SQLite from the index of the day's times: those of the rarer kinds are all but empty.
const sameTime = sql`+"startMinute" < new."endMinute" and new."startMinute" < "endMinute"`
const busyAtOnce = sql`"startMinute" < new."busyUntilMinute"
  and new."startMinute" < "busyUntilMinute"`

const isHeldSlot = sql`select 1 from "offers" where "day" = new."day"
  and "treatmentId" = new."treatmentId" and "slot" = new."slot" and "state" = 'open'
  and "doctorId" is null`

/** Another live appointment of the treatment at that time; each kind is found by an index of its own. */
const other = (isOf: RawBuilder<unknown>) => sql`exists (select 1 from "appointments"
  where "day" = new."day" and "treatmentId" = new."treatmentId" and ${isOf}
    and "cancelledAt" is null and "id" <> new."id" and ${sameTime})`
const atOddTime = other(sql`"outside" = 1`)
const withDoctor = other(sql`"doctorId" is not null`)

/** As in migration 23 among appointments without a doctor, which never share a time with one that has. */
const crossed = sql`${atOddTime} or ${withDoctor}
  or (new."outside" = 1 and ${other(sql`true`)})`
const outsideOffered = sql`new."outside" = 1 and exists (select 1 from "offers"
  where "day" = new."day" and "treatmentId" = new."treatmentId" and "state" = 'open'
    and "doctorId" is null and ${sameTime} and "expiresAt" > new."createdAt")`

/** An offer without a doctor of a slot that is taken or crossed, as in migrations 15 and 23. */
const isTaken = sql`exists (select 1 from "appointments" where "day" = new."day"
  and "treatmentId" = new."treatmentId" and "slot" = new."slot" and "cancelledAt" is null
  and "doctorId" is null)`
const isCrossed = sql`${atOddTime} or ${withDoctor}`
/** The account of a new offer may hold one more: migration 15. */
const mayHold = sql`exists (select 1 from "waits" as w
  join "users" as u on u."id" = w."userId" and u."emailVerified" = true, "clinic" as c
  where w."id" = new."waitId" and w."state" = 'waiting' and (u."unbounded" = 1
    or c."openOffers" > (select count(*) from "waits" as v
      join "offers" as o on o."waitId" = v."id" and o."state" = 'open'
      where v."userId" = w."userId")))`

/** Whether the new row's doctor or chair is busy with another row of a table. */
const busyIn = (table: string, column: string, live: RawBuilder<unknown>) =>
  sql`exists (select 1 from ${sql.id(table)} where ${sql.id(column)} = new.${sql.id(column)}
    and "day" = new."day" and ${live} and "id" <> new."id" and ${busyAtOnce})`
const doctorBooked = busyIn('appointments', 'doctorId', sql`"cancelledAt" is null`)
const chairBooked = busyIn('appointments', 'chairId', sql`"cancelledAt" is null`)
const doctorHeld = (live: RawBuilder<unknown>) =>
  busyIn('offers', 'doctorId', sql`"state" = 'open' ${live}`)
const chairHeld = (live: RawBuilder<unknown>) =>
  busyIn('offers', 'chairId', sql`"state" = 'open' ${live}`)
/** Without an instant of its own a move counts every open offer. */
const none = sql``
const inTime = sql`and "expiresAt" > new."createdAt"`

async function rulesOnSqlite(run: Run): Promise<void> {
  for (const name of [
    ...['appointments_slot_offered_insert', 'appointments_slot_offered_update'],
    ...['appointments_crossed_insert', 'appointments_crossed_update'],
    ...['offers_bounds', 'offers_crossed'],
  ]) {
    await run(sql`drop trigger ${sql.id(name)}`)
  }
  await run(sql`create trigger "appointments_slot_offered_insert" before insert on "appointments"
    when new."cancelledAt" is null and new."doctorId" is null begin
      select raise(abort, 'appointments_slot_offered')
        where exists (${isHeldSlot} and "expiresAt" > new."createdAt"); end`)
  await run(sql`create trigger "appointments_slot_offered_update"
    before update of "day", "slot", "treatmentId" on "appointments"
    when new."cancelledAt" is null and new."doctorId" is null and (new."day" <> old."day"
      or new."slot" <> old."slot" or new."treatmentId" <> old."treatmentId") begin
      select raise(abort, 'appointments_slot_offered') where exists (${isHeldSlot}); end`)
  for (const [event, columns, live] of [
    ['insert', '', inTime],
    [
      'update',
      'of "day", "startMinute", "endMinute", "treatmentId", "outside", "cancelledAt", "doctorId", "chairId", "busyUntilMinute"',
      none,
    ],
  ] as const) {
    const before = sql`before ${sql.raw(event)} ${sql.raw(columns)} on "appointments"`
    await run(sql`create trigger ${sql.id(`appointments_crossed_${event}`)} ${before}
      when new."cancelledAt" is null and new."doctorId" is null begin
        select raise(abort, 'appointments_crossed') where ${crossed};
        select raise(abort, 'appointments_slot_offered') where ${outsideOffered};
      end`)
    await run(sql`create trigger ${sql.id(`appointments_pair_${event}`)} ${before}
      when new."cancelledAt" is null and new."doctorId" is not null begin
        select raise(abort, 'appointments_doctor_busy') where ${doctorBooked};
        select raise(abort, 'appointments_chair_busy') where ${chairBooked};
        select raise(abort, 'appointments_pair_held')
          where ${doctorHeld(live)} or ${chairHeld(live)};
      end`)
  }
  await run(sql`create trigger "offers_bounds" before insert on "offers"
    when new."state" = 'open' begin
      select raise(ignore) where not ${mayHold};
      select raise(ignore) where new."doctorId" is null and (${isTaken} or ${isCrossed});
      select raise(ignore) where new."doctorId" is not null and (${doctorBooked}
        or ${chairBooked} or ${doctorHeld(none)} or ${chairHeld(none)});
    end`)
  await run(sql`create trigger "doctors_renamed" after update of "name" on "doctors" begin
      update "appointments" set "doctorName" = new."name"
      where "doctorId" = new."id" and "cancelledAt" is null; end`)
}

/**
 * Constraints keep one doctor and one chair from two appointments at once. Who books takes a lock of
 * that doctor's and that chair's day first: two never wait for each other inside a constraint, and an
 * offer and an appointment, which stand in two tables, see each other.
 */
async function rulesOnPostgres(run: Run): Promise<void> {
  for (const [name, column] of [
    ['appointments_doctor_busy', 'doctorId'],
    ['appointments_chair_busy', 'chairId'],
  ] as const) {
    await run(sql`alter table "appointments" add constraint ${sql.id(name)}
      exclude using gist (${sql.id(column)} with =, "day" with =,
        int4range("startMinute", "busyUntilMinute") with &&)
      where ("cancelledAt" is null and ${sql.id(column)} is not null)`)
  }
  await pairsOnPostgres(run)
  await slotsOnPostgres(run)
  await run(sql`create function "rename_doctor"() returns trigger language plpgsql as $$
    begin
      update "appointments" set "doctorName" = new."name"
        where "doctorId" = new."id" and "cancelledAt" is null;
      return null;
    end $$`)
  await run(sql`create trigger "doctors_renamed" after update of "name" on "doctors"
    for each row execute function "rename_doctor"()`)
  for (const table of [
    ...['doctors', 'doctorTreatments', 'doctorWeeks', 'doctorHours', 'doctorDays'],
    ...['doctorDayHours', 'doctorTimeOff', 'doctorBlocks'],
    ...['chairs', 'chairTreatments', 'doctorChairs'],
  ]) {
    await run(sql`create trigger ${sql.id(`${table}_told`)}
      after insert or update or delete on ${sql.id(table)}
      for each statement execute function "tell_of_all"()`)
  }
}

async function pairsOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "lock_pair"(day text, doctor text, chair text) returns void
    language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(day || ' ' || doctor, 27));
      if chair is not null then
        perform pg_advisory_xact_lock(hashtextextended(day || ' ' || chair, 28));
      end if;
    end $$`)
  await run(sql`create function "refuse_busy_pair"() returns trigger language plpgsql as $$
    begin
      perform "lock_pair"(new."day", new."doctorId", new."chairId");
      if ${doctorBooked} then perform "refuse_by_rule"('appointments_doctor_busy'); end if;
      if ${chairBooked} then perform "refuse_by_rule"('appointments_chair_busy'); end if;
      if (tg_op = 'INSERT' and (${doctorHeld(inTime)} or ${chairHeld(inTime)}))
        or (tg_op = 'UPDATE' and (${doctorHeld(none)} or ${chairHeld(none)})) then
        perform "refuse_by_rule"('appointments_pair_held');
      end if;
      return new;
    end $$`)
  await run(sql`create trigger "appointments_pair" before insert or update of "day",
      "startMinute", "endMinute", "cancelledAt", "doctorId", "chairId", "busyUntilMinute"
    on "appointments" for each row
    when (new."cancelledAt" is null and new."doctorId" is not null)
    execute function "refuse_busy_pair"()`)
  await run(sql`create function "leave_out_busy_pair"() returns trigger language plpgsql as $$
    begin
      perform "lock_pair"(new."day", new."doctorId", new."chairId");
      if ${doctorBooked} or ${chairBooked} or ${doctorHeld(none)} or ${chairHeld(none)} then
        return null;
      end if;
      return new;
    end $$`)
  await run(sql`create trigger "offers_pair" before insert on "offers" for each row
    when (new."state" = 'open' and new."doctorId" is not null)
    execute function "leave_out_busy_pair"()`)
}

/** The rules of migrations 15 and 23, now of what has no doctor. */
async function slotsOnPostgres(run: Run): Promise<void> {
  await run(sql`create or replace function "bound_offers"() returns trigger language plpgsql as $$
    begin
      if new."doctorId" is null then
        perform "lock_slot"(new."day", new."treatmentId", new."slot");
        if ${isTaken} then return null; end if;
      end if;
      perform 1 from "users" as u where u."id" =
        (select w."userId" from "waits" as w where w."id" = new."waitId") for no key update;
      if not ${mayHold} then return null; end if;
      return new;
    end $$`)
  await run(sql`create or replace function "refuse_offered"() returns trigger
    language plpgsql as $$
    begin
      if new."doctorId" is not null then return null; end if;
      perform "lock_slot"(new."day", new."treatmentId", new."slot");
      if exists (${isHeldSlot} and (tg_op = 'UPDATE' or "expiresAt" > new."createdAt")) then
        raise exception 'the slot is offered to somebody else'
          using errcode = 'unique_violation', constraint = 'appointments_slot_offered';
      end if;
      return null;
    end $$`)
  await run(sql`create or replace function "refuse_crossed"() returns trigger
    language plpgsql as $$
    begin
      if new."doctorId" is not null then return null; end if;
      perform "lock_times"(new."day", new."treatmentId", new."outside" = 1);
      if ${crossed} then perform "refuse_by_rule"('appointments_crossed'); end if;
      if ${outsideOffered} then perform "refuse_by_rule"('appointments_slot_offered'); end if;
      return null;
    end $$`)
  await run(sql`create or replace function "leave_out_crossed"() returns trigger
    language plpgsql as $$
    begin
      if new."doctorId" is not null then return new; end if;
      perform "lock_times"(new."day", new."treatmentId", false);
      if ${isCrossed} then return null; end if;
      return new;
    end $$`)
}
