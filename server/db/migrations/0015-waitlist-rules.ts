import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * Limits the requests and the held offers of one account, prevents offers of taken slots, and marks requests
 * for a new search when something becomes free without being offered.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  // Offers in a row that ended unanswered; the request rests after some.
  await run(sql`alter table "waits" add column "unanswered" integer not null default 0
    check ("unanswered" >= 0)`)
  // When slots were last searched for it because its patient asked.
  await run(sql`alter table "waits" add column "searchedAt" text not null default ''`)
  await (engine === 'sqlite' ? boundsOnSqlite(run) : boundsOnPostgres(run))
  for (const event of events(engine)) await searchAgainAfter(run, engine, event)
  // Ends at once what is held for an unconfirmed account; the sweep passes it on.
  await run(sql`update "offers" set "expiresAt" = "madeAt" where "state" = 'open' and "waitId" in
    (select w."id" from "waits" as w join "users" as u on u."id" = w."userId"
      where u."emailVerified" = false)`)
}

const openRequests = sql`(select count(*) from "waits" as w
  where w."userId" = new."userId" and w."state" = 'waiting')`
const isTaken = sql`exists (select 1 from "appointments" as a where a."day" = new."day"
  and a."treatmentId" = new."treatmentId" and a."slot" = new."slot" and a."cancelledAt" is null)`
/** The account of a new offer may hold one more. */
const mayHold = sql`exists (select 1 from "waits" as w
  join "users" as u on u."id" = w."userId" and u."emailVerified" = true, "clinic" as c
  where w."id" = new."waitId" and w."state" = 'waiting' and (u."unbounded" = 1
    or c."openOffers" > (select count(*) from "waits" as v
      join "offers" as o on o."waitId" = v."id" and o."state" = 'open'
      where v."userId" = w."userId")))`

/** An offer that breaks a rule is left out without an error: the caller looks for another. */
async function boundsOnSqlite(run: Run): Promise<void> {
  await run(sql`create trigger "waits_bounds" before insert on "waits"
    when new."state" = 'waiting' begin
      select raise(abort, 'waits_unconfirmed_bound') from "users" as u
        where u."id" = new."userId" and u."emailVerified" = false and u."unbounded" = 0
          and ${openRequests} >= 1;
      select raise(abort, 'waits_bound') from "users" as u, "clinic" as c
        where u."id" = new."userId" and u."unbounded" = 0
          and ${openRequests} >= c."waitRequests";
    end`)
  await run(sql`create trigger "offers_bounds" before insert on "offers"
    when new."state" = 'open' begin
      select raise(ignore) where ${isTaken} or not ${mayHold};
    end`)
}

/**
 * The account's row is locked while its requests or offers are counted. An offer and a booking of one slot
 * take the same lock before each checks for the other: the second sees the first one committed.
 */
async function boundsOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "bound_requests"() returns trigger language plpgsql as $$
    declare
      account record;
    begin
      select u."emailVerified", u."unbounded", c."waitRequests" into account
        from "users" as u, "clinic" as c where u."id" = new."userId" for no key update of u;
      if account."unbounded" = 1 then return new; end if;
      if not account."emailVerified" and ${openRequests} >= 1 then
        raise exception 'confirm the e-mail first'
          using errcode = 'check_violation', constraint = 'waits_unconfirmed_bound';
      end if;
      if ${openRequests} >= account."waitRequests" then
        raise exception 'too many requests'
          using errcode = 'check_violation', constraint = 'waits_bound';
      end if;
      return new;
    end $$`)
  await run(sql`create trigger "waits_bounds" before insert on "waits" for each row
    when (new."state" = 'waiting') execute function "bound_requests"()`)
  await run(sql`create function "lock_slot"(day text, treatment text, slot text) returns void
    language sql as $$
      select pg_advisory_xact_lock(hashtextextended(day || ' ' || treatment || ' ' || slot, 15))
    $$`)
  await run(sql`create function "bound_offers"() returns trigger language plpgsql as $$
    begin
      perform "lock_slot"(new."day", new."treatmentId", new."slot");
      if ${isTaken} then return null; end if;
      perform 1 from "users" as u where u."id" =
        (select w."userId" from "waits" as w where w."id" = new."waitId") for no key update;
      if not ${mayHold} then return null; end if;
      return new;
    end $$`)
  await run(sql`create trigger "offers_bounds" before insert on "offers" for each row
    when (new."state" = 'open') execute function "bound_offers"()`)
  await run(sql`create or replace function "refuse_offered"() returns trigger
    language plpgsql as $$
    begin
      perform "lock_slot"(new."day", new."treatmentId", new."slot");
      if exists (select 1 from "offers" where "day" = new."day"
        and "treatmentId" = new."treatmentId" and "slot" = new."slot" and "state" = 'open'
        and (tg_op = 'UPDATE' or "expiresAt" > new."createdAt")) then
        raise exception 'the slot is offered to somebody else'
          using errcode = 'unique_violation', constraint = 'appointments_slot_offered';
      end if;
      return null;
    end $$`)
  await run(sql`create or replace function "tell_of_day"() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then perform pg_notify('molar_days', new."day"); end if;
      if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old."day" <> new."day") then
        perform pg_notify('molar_days', old."day");
      end if;
      return null;
    end $$`)
  await run(sql`create trigger "offers_gone_told" after delete on "offers"
    for each row when (old."state" = 'open') execute function "tell_of_day"()`)
}

type Event = { table: string; on: string; when: RawBuilder<unknown>; which: RawBuilder<unknown> }

/** What makes slots free, or a patient able to take one, without an offer in the same transaction. */
function events(engine: Engine): Event[] {
  const [always, all] = [sql`true`, sql`true`]
  const weekday = (day: RawBuilder<unknown>) =>
    engine === 'sqlite'
      ? sql`cast(strftime('%w', ${day}) as integer)`
      : sql`extract(dow from ${day}::date)::integer`
  const onDay = sql`"fromDay" <= old."day" and "untilDay" >= old."day"
    and ("weekdays" & (1 << ${weekday(sql`old."day"`)})) <> 0`
  return [
    { table: 'closures', on: 'delete', when: always, which: onDay },
    {
      ...{ table: 'closedWeekdays', on: 'delete', when: always },
      which: sql`("weekdays" & (1 << old."weekday")) <> 0`,
    },
    {
      ...{ table: 'treatmentSlots', on: 'insert', when: always },
      which: sql`"treatmentId" = new."treatmentId" and "fromMinute" <= new."startMinute"
        and "untilMinute" >= new."endMinute"`,
    },
    {
      ...{ table: 'treatments', on: 'update of "archivedAt"' },
      when: sql`new."archivedAt" is null and old."archivedAt" is not null`,
      which: sql`"treatmentId" = new."id"`,
    },
    {
      ...{ table: 'clinic', on: 'update of "horizonDays", "leadMinutes", "openOffers"' },
      when: sql`new."horizonDays" > old."horizonDays" or new."leadMinutes" < old."leadMinutes"
        or new."openOffers" > old."openOffers"`,
      which: all,
    },
    {
      ...{ table: 'users', on: 'update of "emailVerified", "unbounded"' },
      when: sql`(new."emailVerified" and not old."emailVerified")
        or new."unbounded" > old."unbounded"`,
      which: sql`"userId" = new."id"`,
    },
    {
      ...{ table: 'offers', on: 'delete', when: sql`old."state" = 'open'` },
      which: sql`"treatmentId" = old."treatmentId" and ${onDay}
        and "fromMinute" <= old."startMinute" and "untilMinute" >= old."endMinute"`,
    },
  ]
}

/** An empty `checkAt` is before every instant: the next sweep looks. */
async function searchAgainAfter(run: Run, engine: Engine, event: Event): Promise<void> {
  const { table, on, when, which } = event
  const trigger = sql.id(`${table}_search_again`)
  const after = sql`after ${sql.raw(on)} on ${sql.id(table)}`
  const mark = sql`update "waits" set "checkAt" = '' where "state" = 'waiting' and ${which};`
  if (engine === 'sqlite') {
    await run(sql`create trigger ${trigger} ${after} when ${when} begin ${mark} end`)
    return
  }
  const body = sql`begin ${mark} return null; end`
  await run(sql`create function ${trigger}() returns trigger language plpgsql as $$ ${body} $$`)
  await run(sql`create trigger ${trigger} ${after} for each row when (${when})
    execute function ${trigger}()`)
}
