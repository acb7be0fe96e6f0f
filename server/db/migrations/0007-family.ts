import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** The dependents that an account may book for, and the two-chair rules for each person. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await familyTable(run)
  await appointmentColumns(run, engine)
  // The day before the person: the index goes on to find what an account has on a day.
  await run(sql`drop index "appointments_one_per_treatment"`)
  await run(sql`create unique index "appointments_one_per_treatment" on "appointments"
    ("patient", "day", "person", "treatmentId") where "cancelledAt" is null`)
  await (engine === 'sqlite' ? oneChairOnSqlite(run) : oneChairOnPostgres(run))
}

/** A place from 1 to 20 for each: two who are added at the same moment cannot be one too many. */
async function familyTable(run: Run): Promise<void> {
  await run(sql`create table "familyMembers" (
    "id" text primary key,
    "userId" text not null references "users" ("id") on delete cascade,
    "place" integer not null check ("place" between 1 and 20),
    "name" text not null,
    "nameKey" text not null,
    "relation" text not null check ("relation" in ('child', 'partner', 'parent', 'other')),
    "createdAt" text not null)`)
  await run(sql`create unique index "familyMembers_one_per_place"
    on "familyMembers" ("userId", "place")`)
  await run(sql`create unique index "familyMembers_one_per_name"
    on "familyMembers" ("userId", "nameKey")`)
}

/** Names stay on the row as they were: a member who is removed keeps past appointments. */
async function appointmentColumns(run: Run, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  for (const column of [
    sql`"person" ${key} not null default ''`,
    sql`"relation" text check ("relation" in ('child', 'partner', 'parent', 'other'))`,
    sql`"bookerName" text check (("bookerName" is null) = ("person" = ''))`,
  ]) {
    await run(sql`alter table "appointments" add column ${column}`)
  }
}

async function oneChairOnSqlite(run: Run): Promise<void> {
  for (const event of ['insert', 'update']) {
    const trigger = sql.id(`appointments_one_chair_${event}`)
    await run(sql`drop trigger ${trigger}`)
    await run(sql`create trigger ${trigger}
      before ${sql.raw(event)} on "appointments" when new."cancelledAt" is null begin
        select raise(abort, 'appointments_one_chair') where exists (
          select 1 from "appointments" as other
          where other."patient" = new."patient" and other."day" = new."day"
            and other."person" = new."person"
            and other."cancelledAt" is null and other."id" <> new."id"
            and other."startMinute" < new."endMinute" and new."startMinute" < other."endMinute"
            and other."treatmentId" <> new."treatmentId");
      end`)
  }
}

async function oneChairOnPostgres(run: Run): Promise<void> {
  await run(sql`alter table "appointments" drop constraint "appointments_one_chair"`)
  await run(sql`alter table "appointments" add constraint "appointments_one_chair"
    exclude using gist ("patient" with =, "day" with =, "person" with =,
      int4range("startMinute", "endMinute") with &&) where ("cancelledAt" is null)`)
}
