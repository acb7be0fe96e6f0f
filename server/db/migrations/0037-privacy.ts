import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<unknown>

/**
 * Whether mails, texts and calendars name treatments; the clinic's own page about privacy; and the one way
 * in which entries of the audit go.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = (statement) => statement.execute(query)
  await run(sql`alter table "clinic" add column "namesTreatments" integer not null default 1
    check ("namesTreatments" in (0, 1))`)
  await run(sql`alter table "clinic" add column "privacy" text not null default ''`)
  await removals(run, engine)
  if (engine === 'sqlite') await openOnSqlite(run)
  else await openOnPostgres(run)
}

/**
 * An entry can be deleted once a row here says that everything before an instant goes, and why. That
 * instant lies 90 days back or more, and the rows themselves stay.
 */
async function removals(run: Run, engine: Engine): Promise<void> {
  const latest =
    engine === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', "removedAt", '-90 days')`
      : sql`to_char(("removedAt"::timestamptz at time zone 'UTC') - interval '90 days',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await run(sql`create table "auditRemovals" (
    "id" text primary key not null,
    "before" text not null,
    "removedAt" text not null,
    "reason" text not null check ("reason" <> ''),
    constraint "auditRemovals_old" check ("before" <= ${latest}))`)
}

async function openOnSqlite(run: Run): Promise<void> {
  await run(sql`drop trigger "auditEntries_kept"`)
  await run(sql`create trigger "auditEntries_kept" before delete on "auditEntries"
    when not exists (select 1 from "auditRemovals" where "before" > old."at") begin
    select raise(abort, 'auditEntries_kept'); end`)
  for (const act of ['update', 'delete']) {
    await run(sql`create trigger ${sql.id(`auditRemovals_${act}`)} before ${sql.raw(act)}
      on "auditRemovals" begin select raise(abort, 'auditRemovals_kept'); end`)
  }
}

async function openOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "refuse_audit_deletion"() returns trigger
    language plpgsql as $$
    begin
      if not exists (select 1 from "auditRemovals" where "before" > old."at") then
        raise exception 'auditEntries are kept as they are';
      end if;
      return old;
    end $$`)
  await run(sql`drop trigger "auditEntries_kept" on "auditEntries"`)
  await run(sql`create trigger "auditEntries_kept" before update on "auditEntries"
    for each row execute function "refuse_audit_change"()`)
  await run(sql`create trigger "auditEntries_old" before delete on "auditEntries"
    for each row execute function "refuse_audit_deletion"()`)
  await run(sql`create function "refuse_removal_change"() returns trigger language plpgsql as $$
    begin raise exception 'auditRemovals are kept as they are'; end $$`)
  await run(sql`create trigger "auditRemovals_kept" before update or delete or truncate
    on "auditRemovals" for each statement execute function "refuse_removal_change"()`)
}
