import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeEmptyPlace } from '../testing/database/database.ts'
import { connectPostgres } from './database.ts'
import { createLender, type Loan } from './lend-connections.ts'

async function openLender(most: number) {
  const { databaseUrl: connectionString = '' } = await makeEmptyPlace()
  const lender = createLender({ connectionString, connectionTimeoutMillis: 600_000 }, most)
  onTestFinished(() => void lender.end())
  return lender
}

const pidOf = async ({ client }: Loan): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid

/** Uses a connection for each clinic in turn; returns which connections they got. */
async function useInTurn({ lend }: Awaited<ReturnType<typeof openLender>>, clinics: string[]) {
  const pids: number[] = []
  for (const clinic of clinics) {
    const loan = await lend(clinic)
    pids.push(await pidOf(loan))
    loan.giveBack(false)
  }
  return pids
}

test('a clinic gets its former connection, or else the longest unused connection of another clinic', async () => {
  const lender = await openLender(3)
  const clinics = ['north', 'south', 'west']
  const [north, south, west] = await useInTurn(lender, clinics)
  expect(new Set([north, south, west]).size).toBe(3)
  expect(await useInTurn(lender, ['west', 'south', 'north', 'west'])).toEqual([
    ...[west, south, north, west],
  ])
  expect(await useInTurn(lender, ['east', 'north', 'east', 'west'])).toEqual([
    ...[south, north, south, west],
  ])
})

test('a clinic gets a connection that it used before, although another clinic used it since', async () => {
  const lender = await openLender(2)
  const [north, south, west, again] = await useInTurn(lender, ['north', 'south', 'west', 'north'])
  expect([west, again]).toEqual([north, north])
  expect(await useInTurn(lender, ['south', 'west'])).toEqual([south, north])
})

test('a connection used by a hundred clinics is replaced by a new one', async () => {
  const lender = await openLender(1)
  const clinics = Array.from({ length: 101 }, (_, at) => `clinic-${at}`)
  const [first, ...others] = await useInTurn(lender, clinics)
  expect(new Set(others)).toEqual(new Set([first]))
  const [next = 0, again] = await useInTurn(lender, ['north', 'north'])
  expect(next).not.toBe(first)
  expect(again).toBe(next)
})

test('a broken connection is replaced, and one that the server ended is not lent', async () => {
  const lender = await openLender(1)
  const first = await lender.lend('north')
  const pid = await pidOf(first)
  first.giveBack(true)
  const [second = 0] = await useInTurn(lender, ['north'])
  expect(second).not.toBe(pid)
  const other = await lender.lend('north')
  await expect(
    other.client.query('select pg_terminate_backend(pg_backend_pid())'),
  ).rejects.toThrow()
  other.giveBack(true)
  expect(await useInTurn(lender, ['south', 'north'])).not.toContain(second)
})

/** Asks for connections without waiting; returns the clinics in the order in which they got them. */
function askFor({ lend }: Awaited<ReturnType<typeof openLender>>, clinics: string[]) {
  const got: { clinic: string; loan: Loan }[] = []
  const all = clinics.map(async (clinic) => void got.push({ clinic, loan: await lend(clinic) }))
  return { got, all: Promise.all(all) }
}

test('when all connections are lent, the clinic with the fewest is next, even if another clinic asked earlier', async () => {
  const lender = await openLender(3)
  const first = askFor(lender, ['north', 'north', 'north'])
  await first.all
  const { got, all } = askFor(lender, ['north', 'north', 'north', 'north', 'south', 'west'])
  for (const { loan } of first.got) loan.giveBack(false)
  await expect.poll(() => got.length).toBe(3)
  expect(got.map(({ clinic }) => clinic)).toEqual(['south', 'west', 'north'])
  for (let at = 0; at < 6; at += 1) {
    await expect.poll(() => got.length).toBeGreaterThan(at)
    got[at]?.loan.giveBack(false)
  }
  await all
})

test('a connection is used eight times by one clinic, then goes to another clinic that is waiting', async () => {
  const lender = await openLender(1)
  const norths = Array.from({ length: 20 }, () => 'north')
  const { got, all } = askFor(lender, ['north', 'south', ...norths])
  for (let at = 0; at < 22; at += 1) {
    await expect.poll(() => got.length).toBe(at + 1)
    got[at]?.loan.giveBack(false)
  }
  await all
  const turn = got.findIndex(({ clinic }) => clinic === 'south')
  expect(turn).toBe(8)
})

test('a connection goes to a clinic that it has served before one that waits longer, seven times in a row', async () => {
  const lender = await openLender(1)
  await useInTurn(lender, ['north', 'south'])
  const norths = Array.from({ length: 9 }, () => 'north')
  const { got, all } = askFor(lender, ['south', 'west', ...norths])
  for (let at = 0; at < 11; at += 1) {
    await expect.poll(() => got.length).toBe(at + 1)
    got[at]?.loan.giveBack(false)
  }
  await all
  expect(got.findIndex(({ clinic }) => clinic === 'west')).toBe(8)
})

test('clinics that share a connection have prepared statements of their own', async () => {
  const { databaseUrl: url = '' } = await makeEmptyPlace()
  const owner = new pg.Client(url)
  await owner.connect()
  for (const name of ['north', 'south']) await owner.query(`create schema ${name}`)
  await owner.end()
  const sizes = { prepared: 1, appointments: 1, others: 1, idleMs: 0 }
  const server = connectPostgres({ url, ownerUrl: url, sizes })
  onTestFinished(() => server.close())
  const asks = ['north', 'south'].map((name) =>
    server.database(name).prepare<object, { name: string; schema: string }>((query) =>
      query
        .selectFrom(sql<{ name: string }>`pg_prepared_statements`.as('statements'))
        .select(['name', sql<string>`current_schema()`.as('schema')])
        .orderBy('name'),
    ),
  )
  const seen = []
  for (const ask of [...asks, ...asks]) seen.push(await ask({}))
  const [first, both, north, south] = seen
  expect(first).toHaveLength(1)
  expect(both).toHaveLength(2)
  expect([north?.[0]?.schema, south?.[0]?.schema]).toEqual(['north', 'south'])
  expect([north, south].map((rows) => rows?.map(({ name }) => name))).toEqual([
    ...[both, both].map((rows) => rows?.map(({ name }) => name)),
  ])
})

test('a wait for a connection times out, and does not block the next', async () => {
  const { databaseUrl: connectionString = '' } = await makeEmptyPlace()
  const lender = createLender({ connectionString, connectionTimeoutMillis: 5000 }, 1)
  onTestFinished(() => void lender.end())
  const loan = await lender.lend('north')
  await expect(lender.lend('south')).rejects.toThrow('timeout exceeded')
  loan.giveBack(false)
  const [pid] = await useInTurn(lender, ['south'])
  expect(pid).toBeGreaterThan(0)
})

test('a clinic whose statements all wait for a lock leaves connections for the others', async () => {
  const { databaseUrl: url = '' } = await makeEmptyPlace()
  const timeouts = { connectMs: 600_000, statementMs: 600_000, lockMs: 600_000 }
  const server = connectPostgres({ url, ownerUrl: url, timeouts })
  const owner = new pg.Client(url)
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await server.close()
  })
  for (const name of ['north', 'south', 'west']) await owner.query(`create schema ${name}`)
  await owner.query('select pg_advisory_lock(1)')
  const wait = () => sql`select pg_advisory_lock_shared(1)`.execute(server.database('north').query)
  const stuck = Promise.all(Array.from({ length: 40 }, wait))
  const waiting = `select count(*)::int as it from pg_locks where locktype = 'advisory' and not granted`
  await expect.poll(async () => (await owner.query(waiting)).rows[0].it).toBeGreaterThan(3)
  for (const name of ['south', 'west', 'south']) {
    const { rows } = await sql<{ it: string }>`select current_schema() as "it"`.execute(
      server.database(name).query,
    )
    expect(rows).toEqual([{ it: name }])
  }
  await owner.query('select pg_advisory_unlock(1)')
  await stuck
})
