import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * Appointments that staff book outside a treatment's slots, and offers that the clinic withdraws. One
 * treatment never has two such appointments, nor one of them and another, at once.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await run(sql`alter table "appointments" add column "outside" integer not null default 0
    check ("outside" in (0, 1))`)
  await run(sql`create index "appointments_outside" on "appointments" ("day", "treatmentId")
    where "outside" = 1 and "cancelledAt" is null`)
  // When the clinic took it back, of an offer that lapsed by that.
  await run(sql`alter table "offers" add column "withdrawnAt" text`)
  await (engine === 'sqlite' ? crossOnSqlite(run) : crossOnPostgres(run))
}

const overlaps = sql`"startMinute" < new."endMinute" and new."startMinute" < "endMinute"`

/** Of live appointments at the same time one at least was booked outside the slots. */
const crossed = sql`exists (select 1 from "appointments" where "day" = new."day"
    and "treatmentId" = new."treatmentId" and "outside" = 1 and "cancelledAt" is null
    and "id" <> new."id" and ${overlaps})
  or (new."outside" = 1 and exists (select 1 from "appointments" where "day" = new."day"
    and "treatmentId" = new."treatmentId" and "cancelledAt" is null
    and "id" <> new."id" and ${overlaps}))`

const offered = sql`new."outside" = 1 and exists (select 1 from "offers" where "day" = new."day"
  and "treatmentId" = new."treatmentId" and "state" = 'open' and ${overlaps}
  and "expiresAt" > new."createdAt")`

/** An offer of a slot that an appointment outside the slots crosses. */
const unfree = sql`exists (select 1 from "appointments" where "day" = new."day"
  and "treatmentId" = new."treatmentId" and "outside" = 1 and "cancelledAt" is null and ${overlaps})`

async function crossOnSqlite(run: Run): Promise<void> {
  for (const [event, columns] of [
    ['insert', ''],
    ['update', 'of "day", "startMinute", "endMinute", "treatmentId", "outside", "cancelledAt"'],
  ] as const) {
    await run(sql`create trigger ${sql.id(`appointments_crossed_${event}`)}
      before ${sql.raw(event)} ${sql.raw(columns)} on "appointments"
      when new."cancelledAt" is null begin
        select raise(abort, 'appointments_crossed') where ${crossed};
        select raise(abort, 'appointments_slot_offered') where ${offered};
      end`)
  }
  await run(sql`create trigger "offers_crossed" before insert on "offers"
    when new."state" = 'open' begin select raise(ignore) where ${unfree}; end`)
}

/**
 * Bookings of a treatment's slots on one day share a lock. A booking outside the slots takes it exclusively:
 * the second sees the first one committed.
 */
async function crossOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "lock_times"(day text, treatment text, alone boolean) returns void
    language plpgsql as $$
    declare
      place bigint := hashtextextended(day || ' ' || treatment, 23);
    begin
      if alone then perform pg_advisory_xact_lock(place);
      else perform pg_advisory_xact_lock_shared(place); end if;
    end $$`)
  await run(sql`create function "refuse_crossed"() returns trigger language plpgsql as $$
    begin
      perform "lock_times"(new."day", new."treatmentId", new."outside" = 1);
      if ${crossed} then perform "refuse_by_rule"('appointments_crossed'); end if;
      if ${offered} then perform "refuse_by_rule"('appointments_slot_offered'); end if;
      return null;
    end $$`)
  await run(sql`create trigger "appointments_crossed" after insert
    or update of "day", "startMinute", "endMinute", "treatmentId", "outside", "cancelledAt"
    on "appointments" for each row when (new."cancelledAt" is null)
    execute function "refuse_crossed"()`)
  await run(sql`create function "leave_out_crossed"() returns trigger language plpgsql as $$
    begin
      perform "lock_times"(new."day", new."treatmentId", false);
      if ${unfree} then return null; end if;
      return new;
    end $$`)
  await run(sql`create trigger "offers_crossed" before insert on "offers" for each row
    when (new."state" = 'open') execute function "leave_out_crossed"()`)
}
