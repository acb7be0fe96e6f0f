import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** Requests for an earlier slot, the offers made for them, and the rule that holds an offered slot. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await waitTable(run)
  await offerTable(run)
  // A mail that is only true while this offer is open.
  await run(sql`alter table "outbox" add column "offerId" text`)
  await (engine === 'sqlite' ? holdOnSqlite(run) : holdOnPostgres(run))
}

async function waitTable(run: Run): Promise<void> {
  await run(sql`create table "waits" (
    "id" text primary key,
    "userId" text not null references "users" ("id") on delete cascade,
    "patient" text not null check ("patient" = lower("patient")),
    "person" text not null default '',
    "phone" text not null,
    "treatmentId" text not null references "treatments" ("id"),
    "appointmentId" text references "appointments" ("id"),
    "fromDay" text not null,
    "untilDay" text not null check ("untilDay" >= "fromDay"),
    "weekdays" integer not null check ("weekdays" between 1 and 127),
    "fromMinute" integer not null check ("fromMinute" >= 0),
    "untilMinute" integer not null check ("untilMinute" between "fromMinute" + 1 and 1440),
    "state" text not null default 'waiting' check ("state" in ('waiting', 'done', 'left', 'over')),
    "createdAt" text not null,
    "checkAt" text not null,
    "endedAt" text,
    check (("state" = 'waiting') = ("endedAt" is null)))`)
  await run(sql`create unique index "waits_one_per_appointment" on "waits" ("appointmentId")
    where "state" = 'waiting' and "appointmentId" is not null`)
  await run(sql`create unique index "waits_one_per_treatment" on "waits"
    ("userId", "treatmentId", "person") where "state" = 'waiting' and "appointmentId" is null`)
  await run(sql`create index "waits_line" on "waits" ("treatmentId", "createdAt", "id")
    where "state" = 'waiting'`)
  await run(sql`create index "waits_due" on "waits" ("checkAt") where "state" = 'waiting'`)
  await run(sql`create index "waits_by_user" on "waits" ("userId", "createdAt")`)
}

async function offerTable(run: Run): Promise<void> {
  await run(sql`create table "offers" (
    "id" text primary key,
    "waitId" text not null references "waits" ("id") on delete cascade,
    "treatmentId" text not null,
    "day" text not null,
    "slot" text not null,
    "startMinute" integer not null,
    "endMinute" integer not null,
    "madeAt" text not null,
    "expiresAt" text not null,
    "state" text not null default 'open'
      check ("state" in ('open', 'accepted', 'declined', 'lapsed')),
    "settledAt" text,
    check (("state" = 'open') = ("settledAt" is null)))`)
  // Day first: the same index answers which slots of a day are held.
  await run(sql`create unique index "offers_one_per_slot"
    on "offers" ("day", "treatmentId", "slot") where "state" = 'open'`)
  await run(sql`create unique index "offers_one_per_wait" on "offers" ("waitId")
    where "state" = 'open'`)
  await run(sql`create unique index "offers_never_twice"
    on "offers" ("waitId", "day", "treatmentId", "slot")`)
  await run(sql`create index "offers_due" on "offers" ("expiresAt") where "state" = 'open'`)
}

/**
 * An offered slot cannot be taken by another appointment. An offer is closed before its slot is taken, also
 * when it is accepted. An insert has `createdAt`, so expired offers are ignored there. A reschedule has no
 * such time, so expired offers are passed on before it.
 */
async function holdOnSqlite(run: Run): Promise<void> {
  const refuse = sql`select raise(abort, 'appointments_slot_offered') where exists (
    select 1 from "offers" where "day" = new."day" and "treatmentId" = new."treatmentId"
      and "slot" = new."slot" and "state" = 'open'`
  await run(sql`create trigger "appointments_slot_offered_insert"
    before insert on "appointments" when new."cancelledAt" is null begin
      ${refuse} and "expiresAt" > new."createdAt"); end`)
  await run(sql`create trigger "appointments_slot_offered_update"
    before update of "day", "slot", "treatmentId" on "appointments"
    when new."cancelledAt" is null and (new."day" <> old."day" or new."slot" <> old."slot"
      or new."treatmentId" <> old."treatmentId") begin
      ${refuse}); end`)
}

/**
 * Runs after the row is written, not before: a transaction that waited for another one to free the slot then
 * sees the offer that the other one made.
 */
async function holdOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "refuse_offered"() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from "offers" where "day" = new."day"
        and "treatmentId" = new."treatmentId" and "slot" = new."slot" and "state" = 'open'
        and (tg_op = 'UPDATE' or "expiresAt" > new."createdAt")) then
        raise exception 'the slot is offered to somebody else'
          using errcode = 'unique_violation', constraint = 'appointments_slot_offered';
      end if;
      return null;
    end $$`)
  await run(sql`create trigger "appointments_slot_offered_insert" after insert on "appointments"
    for each row when (new."cancelledAt" is null) execute function "refuse_offered"()`)
  await run(sql`create trigger "appointments_slot_offered_update"
    after update of "day", "slot", "treatmentId" on "appointments"
    for each row when (new."cancelledAt" is null and (new."day" <> old."day"
      or new."slot" <> old."slot" or new."treatmentId" <> old."treatmentId"))
    execute function "refuse_offered"()`)
  await run(sql`create trigger "offers_told" after insert or update on "offers"
    for each row execute function "tell_of_day"()`)
}
