import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectPostgres } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { findViolations } from './db/rules.ts'
import { makeEmptyPlace } from './testing/database/database.ts'
import { book, booked, monday, openPortal, refusal, signIn } from './testing/portal.ts'

// Schemas of one PostgreSQL, each with all tables; on SQLite there is one clinic to a file.

async function openSchemas(...names: string[]) {
  const { databaseUrl: url = '' } = await makeEmptyPlace()
  const server = connectPostgres({ url, ownerUrl: url })
  onTestFinished(() => server.close())
  const whole = server.database()
  await sql`create schema "molar"`.execute(whole.query)
  await sql`create extension "btree_gist" with schema "molar"`.execute(whole.query)
  const databases = names.map((name) => server.database(name))
  for (const name of names) await sql`create schema ${sql.id(name)}`.execute(whole.query)
  await Promise.all(databases.map((database) => migrate(database)))
  return { whole, databases }
}

async function openTwo() {
  const { whole, databases } = await openSchemas('north', 'south')
  const [north, south] = await Promise.all(databases.map((database) => openPortal({ database })))
  if (!north || !south) throw new Error('Two were asked for')
  return { whole, north, south }
}

const read = async (query: Parameters<typeof findViolations>[0]['query'], text: string) =>
  (await sql.raw<{ it: string }>(text).execute(query)).rows.map(({ it }) => it)

test('two schemas are migrated side by side: nothing in one names the other, nor a schema that both share', async () => {
  const { whole } = await openSchemas('north', 'south')
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

test('the same slot is booked in both, once in each, and each shows its own', async () => {
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

test('statements of both, on the same few connections at once, each find their own', async () => {
  const { databases } = await openSchemas('north', 'south')
  await Promise.all(databases.map((database) => openPortal({ database })))
  const names = ['north', 'south']
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

test('a change in one is not published to subscribers of the other', async () => {
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
