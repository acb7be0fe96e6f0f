import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../scripts/postgres.ts'
import { refusingConstraint } from './db/constraint.ts'
import { connectPostgres } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { findViolations } from './db/rules.ts'
import { makePlaceFrom } from './testing/database/database.ts'
import { book, booked, monday, openPortal, refusal, signIn } from './testing/portal.ts'

// Schemas of one PostgreSQL, each with all tables; on SQLite there is one clinic to a file.

const names = ['north', 'south']

/** The name of a database with both, which each test copies. */
let template: Promise<string> | undefined

async function makeTemplate(): Promise<string> {
  // Named after the usual template, so that the end of the run finds and drops it.
  const prefix = `${inject('template')}_`
  const { name, url } = await createDatabase(inject('postgresUrl'), { prefix })
  const server = connectPostgres({ url, ownerUrl: url })
  const { query } = server.database()
  await sql`create schema "molar"`.execute(query)
  await sql`create extension "btree_gist" with schema "molar"`.execute(query)
  for (const schema of names) await sql`create schema ${sql.id(schema)}`.execute(query)
  await Promise.all(names.map((schema) => migrate(server.database(schema))))
  // A template has no connections while it is copied.
  await server.close()
  return name
}

async function openSchemas() {
  template ??= makeTemplate()
  const { databaseUrl: url = '' } = await makePlaceFrom(await template)
  const server = connectPostgres({ url, ownerUrl: url })
  onTestFinished(() => server.close())
  return { whole: server.database(), databases: names.map((name) => server.database(name)) }
}

async function openTwo() {
  const { whole, databases } = await openSchemas()
  const [north, south] = await Promise.all(databases.map((database) => openPortal({ database })))
  if (!north || !south) throw new Error('Two were asked for')
  return { whole, north, south }
}

const read = async (query: Parameters<typeof findViolations>[0]['query'], text: string) =>
  (await sql.raw<{ it: string }>(text).execute(query)).rows.map(({ it }) => it)

test('two schemas migrate side by side and refer neither to each other nor to a shared schema', async () => {
  const { whole } = await openSchemas()
  const tables = `select nspname || ' ' || count(*) as "it" from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace where c.relkind = 'r' and nspname !~ '^pg_|^inf'
    group by nspname order by 1`
  const [north = '', south = '', ...others] = await read(whole.query, tables)
  expect(others).toEqual([])
  expect(north.replace('north', 'south')).toBe(south)
  const across = `select conname as "it" from pg_constraint as k join pg_class as c on c.oid = k.confrelid
    where c.relnamespace <> k.connamespace
    union all select tgname from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
      join pg_proc as p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace <> c.relnamespace`
  expect(await read(whole.query, across)).toEqual([])
  const lost = `select proname as "it" from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where nspname in ('north', 'south') and proconfig is distinct from array['search_path=' || nspname]`
  expect(await read(whole.query, lost)).toEqual([])
})

// Citus puts each schema on one of its nodes (docs/decisions/0059-many-clinics.md says what its source asks of us).
test('a schema contains only objects that Citus can place on a node', async () => {
  const { whole } = await openSchemas()
  const ours = `c.relnamespace = 'north'::regnamespace`
  // Tables and their indexes alone: no view, no partition, nothing inherited, nothing that is not durable.
  const kinds = `select concat(c.relkind, c.relpersistence) as "it" from pg_class as c
    where ${ours} group by 1 order by 1`
  expect(await read(whole.query, kinds)).toEqual(['Sp', 'ip', 'rp'])
  expect(await read(whole.query, `select inhrelid::regclass as "it" from pg_inherits`)).toEqual([])
  const foreign = `select relname as "it" from pg_class as c where ${ours}
      and (relhasrules or relrowsecurity)
    union all select relname || '.' || attname from pg_class as c
      join pg_attribute as a on a.attrelid = c.oid
      where ${ours} and attidentity <> '' and atttypid <> 'bigint'::regtype
    union all select tgname from pg_trigger as t join pg_depend as d on d.objid = t.oid
      where d.deptype = 'x'`
  expect(await read(whole.query, foreign)).toEqual([])
  // On a node a table has the number of its shard behind its name, and names of 64 characters or more are shortened.
  const names = `select conname as "it" from pg_constraint as k
      where connamespace = 'north'::regnamespace and (length(conname) > 50 or conname ~ '_[0-9]+$')
    union all select relname from pg_class as c
      where ${ours} and (length(relname) > 50 or relname ~ '_[0-9]+$')
    union all select proname from pg_proc where pronamespace = 'north'::regnamespace
      and prosrc ~* 'tg_table_name|tg_relname|tg_relid|tableoid'`
  expect(await read(whole.query, names)).toEqual([])
  // One shard to a table: a trigger of statements runs once. One of truncate is on the table that clients name alone.
  const statements = `select distinct proname || case when tgtype & 32 = 32 then ' truncate' else '' end as "it"
    from pg_trigger as t join pg_class as c on c.oid = t.tgrelid join pg_proc as p on p.oid = t.tgfoid
    where ${ours} and not tgisinternal and tgtype & 1 = 0 order by 1`
  expect(await read(whole.query, statements)).toEqual([
    'refuse_audit_change truncate',
    'refuse_removal_change truncate',
    'tell_of_all',
  ])
})

test('a constraint error forwarded by Citus without its constraint is recognized by its message', async () => {
  const { north } = await openTwo()
  const { query } = north.database
  await booked(north, await signIn(north))
  const { id, ...row } = await query
    .selectFrom('appointments')
    .selectAll()
    .executeTakeFirstOrThrow()
  const again = query.insertInto('appointments').values({ ...row, id: `${id}-again` })
  const first = await again.execute().catch((error: unknown) => error)
  const raised = await sql`select "refuse_by_rule"('appointments_hourly_bound')`
    .execute(query)
    .catch((error: unknown) => error)
  for (const error of [first, raised]) {
    if (!(error instanceof pg.DatabaseError)) throw new Error('It was not refused')
    const { constraint = '', message, code } = error
    expect(refusingConstraint(error)).toBe(constraint)
    const shard = message.replace(/("\w+)"/g, '$1_102008"')
    expect(refusingConstraint(Object.assign(new Error(shard), { code }))).toBe(constraint)
    const local = { code, constraint: `${constraint}_102008` }
    expect(refusingConstraint(Object.assign(new Error(shard), local))).toBe(constraint)
  }
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  expect(refusingConstraint(deadlock)).toBeNull()
})

test('the same slot can be booked once in each of two schemas, and each shows its own appointment', async () => {
  const { north, south } = await openTwo()
  const [jane, joan] = [
    await signIn(north, 'jane@x.example'),
    await signIn(south, 'jane@x.example'),
  ]
  const [first, second] = await Promise.all([booked(north, jane), booked(south, joan)])
  expect(first.slot).toBe(second.slot)
  for (const [portal, own] of [
    [north, first],
    [south, second],
  ] as const) {
    const other = await signIn(portal)
    expect(await refusal(await book(portal, other))).toMatchObject({ status: 409 })
    const rows = await portal.database.query.selectFrom('appointments').select('id').execute()
    expect(rows).toEqual([{ id: own._id }])
    expect(await findViolations(portal.database)).toEqual([])
  }
  // An account that has signed in at one is unknown at the other.
  expect((await book(south, { ...jane })).status).toBe(401)
})

test('concurrent statements of two schemas on shared connections each use their own schema', async () => {
  const { databases } = await openSchemas()
  await Promise.all(databases.map((database) => openPortal({ database })))
  await Promise.all(
    databases.map(({ query }, at) =>
      query
        .updateTable('clinic')
        .set({ name: names[at] ?? '' })
        .execute(),
    ),
  )
  const asked = Array.from({ length: 200 }, (_, turn) => turn % 2)
  const ready = databases.map(({ prepare }) =>
    prepare<{ id: number }, { name: string }>((query, param) =>
      query.selectFrom('clinic').select('name').where('id', '=', param('id')),
    ),
  )
  const answers = await Promise.all(
    asked.map(async (at) => {
      const [row] = (await ready[at]?.({ id: 1 })) ?? []
      const inTransaction = await databases[at]?.query
        .transaction()
        .execute((query) => query.selectFrom('clinic').select('name').executeTakeFirst())
      return [row?.name, inTransaction?.name]
    }),
  )
  expect(answers).toEqual(asked.map((at) => [names[at], names[at]]))
})

test('a change in one schema is not published to subscribers of the other', async () => {
  const { north, south } = await openTwo()
  const heard: string[] = []
  await south.deps.changes.subscribe((day) => heard.push(`south ${day}`))
  await north.deps.changes.subscribe((day) => heard.push(`north ${day}`))
  await booked(north, await signIn(north))
  await expect.poll(() => heard).toContain(`north ${monday}`)
  await booked(south, await signIn(south), { treatment: 1 })
  await expect.poll(() => heard).toContain(`south ${monday}`)
  expect(heard.filter((one) => one.startsWith('north'))).toHaveLength(1)
})
