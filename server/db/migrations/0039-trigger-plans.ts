import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * The rules of migrations 26 and 29, checked at less cost on PostgreSQL. An expression of PL/pgSQL whose
 * variables decide that a part of it need not run is planned again at each call, because that plan looks
 * cheaper than the one for all values. What such a variable decides is a statement of its own here.
 */
export async function up(query: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return
  await sql`create or replace function "refuse_crossed"() returns trigger language plpgsql as $$
    begin
      if new."doctorId" is not null then return null; end if;
      perform "lock_times"(new."day", new."treatmentId", new."outside" = 1);
      ${refuse('appointments_crossed', sql`${other(sql`"outside" = 1`)} or ${other(sql`"doctorId" is not null`)}`)}
      if new."outside" = 0 then return null; end if;
      ${refuse('appointments_crossed', other(sql`true`))}
      ${refuse('appointments_slot_offered', offered)}
      return null;
    end $$`.execute(query)
  await sql`create or replace function "refuse_busy_pair"() returns trigger language plpgsql as $$
    declare
      -- A new appointment counts the offers that are in time; a move has no instant and counts all.
      since text := case tg_op when 'INSERT' then new."createdAt" else '' end;
    begin
      perform "lock_pair"(new."day", new."doctorId", new."chairId");
      ${refuse('appointments_doctor_busy', booked('doctorId'))}
      if new."chairId" is not null then
        ${refuse('appointments_chair_busy', booked('chairId'))}
        ${refuse('appointments_pair_held', held('chairId'))}
      end if;
      ${refuse('appointments_pair_held', held('doctorId'))}
      return new;
    end $$`.execute(query)
  await sql`create or replace function "wait_in_line"() returns trigger language plpgsql as $$
    declare
      bounds record;
    begin
      perform pg_advisory_xact_lock(hashtextextended(new."patient", 0));
      if tg_op = 'UPDATE' or new."bookedBy" is null then return new; end if;
      select c.* into bounds from "users" as u, "clinic" as c
        where u."id" = new."bookedBy" and u."unbounded" = 0;
      if not found then return new; end if;
      if new."unproved" = '' then
        ${refuse('appointments_unpaid_bound', sql`${unpaid} >= bounds."unpaidAppointments"`)}
      else
        ${refuse('appointments_unproved_bound', sql`${unpaid} >= bounds."unprovedAppointments"`)}
      end if;
      ${refuse('appointments_hourly_bound', sql`${inHour} >= bounds."bookingsPerHour"`)}
      return new;
    end $$`.execute(query)
}

const refuse = (rule: string, when: RawBuilder<unknown>) =>
  sql`if ${when} then perform "refuse_by_rule"(${sql.lit(rule)}); end if;`

const sameTime = sql`"startMinute" < new."endMinute" and new."startMinute" < "endMinute"`

/** Another live appointment of the treatment at that time. */
const other = (isOf: RawBuilder<unknown>) => sql`exists (select 1 from "appointments"
  where "day" = new."day" and "treatmentId" = new."treatmentId" and ${isOf}
    and "cancelledAt" is null and "id" <> new."id" and ${sameTime})`

const offered = sql`exists (select 1 from "offers" where "day" = new."day"
  and "treatmentId" = new."treatmentId" and "state" = 'open' and "doctorId" is null
  and ${sameTime} and "expiresAt" > new."createdAt")`

const unpaid = sql`(select count(*) from "appointments" as other
  where other."patient" = new."patient" and other."day" >= new."bookedOn"
    and other."bookedBy" = new."bookedBy" and other."paidCents" = 0
    and other."cancelledAt" is null)`

const inHour = sql`(select count(*) from "appointments" as other
  where other."bookedBy" = new."bookedBy" and other."createdAt" >
    to_char((new."createdAt"::timestamptz - interval '1 hour') at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

const busyAtOnce = sql`"startMinute" < new."busyUntilMinute"
  and new."startMinute" < "busyUntilMinute"`

/** Whether the new row's doctor or chair is busy with another row of a table. */
const busyIn = (table: string, column: string, live: RawBuilder<unknown>) =>
  sql`exists (select 1 from ${sql.id(table)} where ${sql.id(column)} = new.${sql.id(column)}
    and "day" = new."day" and ${live} and "id" <> new."id" and ${busyAtOnce})`

const booked = (column: string) => busyIn('appointments', column, sql`"cancelledAt" is null`)
const held = (column: string) =>
  busyIn('offers', column, sql`"state" = 'open' and "expiresAt" > since`)
