import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeEmptyPlace, openTestDatabase } from '../testing/database/database.ts'
import type { Database, Engine, Queries } from './database.ts'
import { migrate } from './migrate.ts'
import * as family from './migrations/0007-family.ts'
import * as reminders from './migrations/0009-reminders.ts'
import * as waitingLine from './migrations/0010-waiting-line.ts'
import { findViolations } from './rules.ts'

// Databases as commits between finished versions left them, on both engines.

async function openEmpty(): Promise<Database> {
  const database = await openTestDatabase(await makeEmptyPlace())
  onTestFinished(() => database.close())
  return database
}

async function openNewest(): Promise<Database> {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  return database
}

/** The schema of a database, with columns sorted. */
async function describe({ engine, query }: Database): Promise<string[]> {
  const tables = await query.introspection.getTables()
  const columns = tables.flatMap(({ name, columns }) =>
    columns.map((it) => `${name}.${it.name} ${it.dataType} ${it.isNullable} ${it.hasDefaultValue}`),
  )
  const { rows } = await sql<{ it: string }>`${sql.raw(described[engine])}`.execute(query)
  return [...columns, ...rows.map(({ it }) => it.replaceAll(/\s+/g, ' '))].toSorted()
}

const described: Record<Engine, string> = {
  sqlite: `select "name" || ' ' || "sql" as "it" from "sqlite_master"
    where "type" in ('index', 'trigger') and "sql" is not null`,
  postgres: `select indexdef as "it" from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select relname || '.' || attname || ' ' || attcollation::regcollation::text
      from pg_attribute join pg_class on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not attisdropped
        and attcollation <> 0
    union all select pg_get_functiondef(oid) from pg_proc as p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
}

const statements = async (query: Queries, all: string[]) => {
  for (const text of all) await sql.raw(text).execute(query)
}

/** A booking with an account, and one without. */
async function fill({ engine, query }: Database): Promise<void> {
  const isTrue = engine === 'postgres' ? 'true' : '1'
  const of = `"id", "treatmentId", "treatment", "priceCents", "day", "slot", "startMinute", "endMinute",
    "patient", "patientName", "phone", "createdAt", "bookedBy"`
  const at = `'2026-11-21T10:00:00.000Z'`
  await statements(query, [
    `insert into "clinic" ("id", "name", "address", "phone", "horizonDays") values (1, 'C', 'A', 'P', 90)`,
    `insert into "treatments" ("id", "name", "priceCents", "position") values ('t', 'Cleaning', 9900, 1)`,
    `insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values ('u', 'Ann Lee', 'ann@x.example', ${isTrue}, ${at}, ${at})`,
    `insert into "appointments" (${of}) values
      ('a', 't', 'Cleaning', 9900, '2026-12-01', '8:00 AM - 8:30 AM', 480, 510, 'ann@x.example', 'Ann Lee', '', ${at}, 'u'),
      ('b', 't', 'Cleaning', 9900, '2026-12-01', '9:00 AM - 9:30 AM', 540, 570, 'guest:bob:1', 'Bob Roe', '1', ${at}, null)`,
  ])
}

/** Migrations use untyped tables. */
function untyped(query: object): Kysely<unknown> {
  return query as Kysely<unknown>
}

async function record(query: Queries, names: string[]): Promise<void> {
  for (const name of names) {
    await sql`insert into kysely_migration values (${name}, '2026-11-21')`.execute(query)
  }
}

const emptyOnes = ['0007-family', '0008-differences', '0009-reminders', '0010-waiting-line']

/** Half-migrated databases, with rows; each with both appointments as expected afterwards. */
const shapes: Record<string, (database: Database) => Promise<void>> = {
  '0003 without whose account booked': async (database) => {
    const { query } = database
    await migrate(database, '0003-staff')
    await fill(database)
    await statements(query, [
      'alter table "appointments" drop column "bookedBy"',
      `alter table "appointments" add column "mailKey" text not null default ''`,
      'update "appointments" set "mailKey" = "patient"',
      'create index "appointments_by_mailKey" on "appointments" ("mailKey", "day")',
      'drop index "payments_by_charge"',
      'drop index "users_by_name"',
      'create index "users_by_name" on "users" (lower("name"))',
    ])
  },
  ...Object.fromEntries(
    [[], [waitingLine], [reminders, waitingLine], [family, reminders, waitingLine]].map((done) => [
      `0007 to 0010 recorded, and ${done.length} of them there`,
      async (database: Database) => {
        await migrate(database, '0006-policy')
        await fill(database)
        for (const { up } of done) await up(untyped(database.query), database.engine)
        await record(database.query, emptyOnes)
      },
    ]),
  ),
  '0029 without the times of a visit': async (database) => {
    const { query } = database
    await migrate(database, '0006-policy')
    await fill(database)
    await migrate(database, '0026-patients-rules')
    await statements(query, [
      `alter table "appointments" add column "status" text not null default 'booked'
        check ("status" in ('booked', 'arrived', 'completed', 'no_show'))`,
      'alter table "appointments" drop column "mark"',
      `update "appointments" set "status" = 'arrived' where "id" = 'a'`,
    ])
    await record(query, ['0029-status'])
  },
  'things of later migrations missing or of an earlier form': async (database) => {
    const { engine, query } = database
    await migrate(database, '0006-policy')
    await fill(database)
    await migrate(database, '0046-late')
    await statements(query, [
      'alter table "treatments" drop column "revision"',
      'drop table "closureAsks"',
      'drop index "outbox_by_writer"',
      'drop index "patients_one_per_address"',
      'create index "patients_one_per_address" on "patients" ("email")',
      ...(engine === 'sqlite'
        ? [
            'drop trigger "payments_still_due"',
            'drop trigger "appointments_confirmation"',
            `create trigger "appointments_confirmation" after insert on "appointments"
              when new."unproved" = '' begin insert into "confirmationsDue" values (new."id"); end`,
            `create trigger "appointments_confirmation_proved" after delete on "images"
              begin select 1; end`,
          ]
        : [
            'drop trigger "appointments_confirmation" on "appointments"',
            `create or replace function "owe_confirmation"() returns trigger language plpgsql as
              'begin return null; end'`,
            'alter table "patients" drop constraint "patients_accountId_fkey"',
            'alter table "clinic" alter column "name" drop not null',
          ]),
    ])
  },
}

test.each(Object.keys(shapes))(
  '%s: the schema becomes that of a new database, and rows stay',
  async (name) => {
    const database = await openEmpty()
    const fresh = await openNewest()
    await shapes[name]?.(database)
    await migrate(database)
    expect(await describe(database)).toEqual(await describe(fresh))
    const { rows } = await sql`select a."id", "slot", "bookedBy", p."name", "status"
    from "appointments" as a join "patients" as p on p."id" = "patientId" order by 1`.execute(
      database.query,
    )
    const status = name.startsWith('0029') ? 'arrived' : 'booked'
    expect(rows).toEqual([
      { id: 'a', slot: '8:00 AM - 8:30 AM', bookedBy: 'u', name: 'Ann Lee', status },
      { id: 'b', slot: '9:00 AM - 9:30 AM', bookedBy: null, name: 'Bob Roe', status: 'booked' },
    ])
    expect(await findViolations(database)).toEqual([])
  },
)
