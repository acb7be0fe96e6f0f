import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** Calendar entries in mails, confirmations of bookings, and private feeds. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await outboxColumns(run)
  // On SQLite, whose writer everybody waits for, one tree to write into and not two.
  const keyed = sql.raw(engine === 'sqlite' ? 'without rowid' : '')
  await run(sql`create table "confirmationsDue" ("appointmentId" text primary key) ${keyed}`)
  await run(sql`create table "calendarFeeds" (
    "hash" text primary key,
    "userId" text not null references "users" ("id") on delete cascade,
    "kind" text not null check ("kind" in ('own', 'clinic')),
    "createdAt" text not null)`)
  await run(sql`create unique index "calendarFeeds_one_per_kind"
    on "calendarFeeds" ("userId", "kind")`)
  await (engine === 'sqlite' ? triggersOnSqlite(run) : triggersOnPostgres(run))
}

/** The last three: a mail that is only true while this appointment has this time. */
async function outboxColumns(run: Run): Promise<void> {
  for (const column of [
    sql`"calendarMethod" text check ("calendarMethod" in ('REQUEST', 'CANCEL', 'PUBLISH'))`,
    sql`"calendar" text`,
    sql`"appointmentId" text`,
    sql`"appointmentDay" text`,
    sql`"appointmentSlot" text`,
  ]) {
    await run(sql`alter table "outbox" add column ${column}`)
  }
}

/**
 * The statement that inserts a booking also records that its patient is owed a confirmation, whichever code
 * runs it. A clinic feed ends when its account is no longer admin. All feeds of an account end when its
 * password changes, because the old one may have been known to others.
 */
async function triggersOnSqlite(run: Run): Promise<void> {
  await run(sql`create trigger "appointments_confirmation" after insert on "appointments"
    when new."patient" not like 'guest:%' begin
      insert into "confirmationsDue" values (new."id"); end`)
  await run(sql`create trigger "users_feed_ended" after update of "role" on "users"
    when new."role" <> 'admin' begin
      delete from "calendarFeeds" where "userId" = new."id" and "kind" = 'clinic'; end`)
  await run(sql`create trigger "accounts_feeds_ended" after update of "password" on "accounts"
    when new."password" is not old."password" begin
      delete from "calendarFeeds" where "userId" = new."userId"; end`)
}

async function triggersOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "owe_confirmation"() returns trigger language plpgsql as $$
    begin insert into "confirmationsDue" values (new."id"); return null; end $$`)
  await run(sql`create trigger "appointments_confirmation" after insert on "appointments"
    for each row when (new."patient" not like 'guest:%') execute function "owe_confirmation"()`)
  await run(sql`create function "end_clinic_feed"() returns trigger language plpgsql as $$
    begin
      delete from "calendarFeeds" where "userId" = new."id" and "kind" = 'clinic';
      return null;
    end $$`)
  await run(sql`create trigger "users_feed_ended" after update of "role" on "users"
    for each row when (new."role" <> 'admin') execute function "end_clinic_feed"()`)
  await run(sql`create function "end_feeds"() returns trigger language plpgsql as $$
    begin delete from "calendarFeeds" where "userId" = new."userId"; return null; end $$`)
  await run(sql`create trigger "accounts_feeds_ended" after update of "password" on "accounts"
    for each row when (new."password" is distinct from old."password")
    execute function "end_feeds"()`)
}
