import { readdirSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makePlace, openTestDatabase } from '../testing/database/database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

async function openWithClosures() {
  const database = await openTestDatabase()
  type Closure = { day: string; reason: string }
  const close = database.prepareWrite<Closure, { day: string }>((query, param) =>
    query
      .insertInto('closures')
      .values({ day: param('day'), reason: param('reason') })
      .returning('day'),
  )
  const days = async () =>
    (await database.query.selectFrom('closures').select('day').orderBy('day').execute()).map(
      ({ day }) => day,
    )
  return { database, close, days }
}

test('of concurrent writes, a refused one rolls back only itself', async () => {
  const { database, close, days } = await openWithClosures()
  const wanted = ['2026-01-01', '2026-01-02', '2026-01-02', '2026-01-03']
  const outcomes = await Promise.allSettled(wanted.map((day) => close({ day, reason: 'Holiday' })))
  expect(outcomes.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ])
  expect(await days()).toEqual(['2026-01-01', '2026-01-02', '2026-01-03'])
  await database.close()
})

test('a write concurrent with a transaction that is rolled back is stored', async () => {
  const { database, close, days } = await openWithClosures()
  const begun = Promise.withResolvers<void>()
  const undone = database.query.transaction().execute(async (transaction) => {
    await transaction.insertInto('closures').values({ day: '2026-02-01', reason: '' }).execute()
    begun.resolve()
    await nextTurn()
    await nextTurn()
    throw new Error('Undo this')
  })
  const written = begun.promise.then(() => close({ day: '2026-02-02', reason: 'Storm' }))
  await expect(undone).rejects.toThrow('Undo this')
  expect(await written).toEqual([{ day: '2026-02-02' }])
  expect(await days()).toEqual(['2026-02-02'])
  await database.close()
})

test('a prepared read concurrent with a transaction sees only committed data', async () => {
  const { database } = await openWithClosures()
  const count = database.prepare<{ year: string }, { day: string }>((query, param) =>
    query.selectFrom('closures').select('day').where('day', '>', param('year')),
  )
  const begun = Promise.withResolvers<void>()
  const undone = database.query.transaction().execute(async (transaction) => {
    await transaction.insertInto('closures').values({ day: '2026-02-01', reason: '' }).execute()
    begun.resolve()
    await nextTurn()
    throw new Error('Undo this')
  })
  const read = begun.promise.then(() => count({ year: '2026' }))
  await expect(undone).rejects.toThrow('Undo this')
  expect(await read).toEqual([])
  await database.close()
})

test('a query of the reader delays no other work, and sees committed data', async () => {
  const { database, close } = await openWithClosures()
  await close({ day: '2026-01-01', reason: 'Holiday' })
  const order: string[] = []
  setImmediate(() => order.push('somebody else'))
  const rows = await database.reader.selectFrom('closures').select('day').execute()
  order.push('the reader')
  expect(order).toEqual(['somebody else', 'the reader'])
  expect(rows).toEqual([{ day: '2026-01-01' }])
  await close({ day: '2026-01-02', reason: 'Holiday' })
  const both = await database.reader.selectFrom('closures').select('day').execute()
  expect(both).toHaveLength(2)
  await database.close()
})

test('an error of one read does not affect other reads', async () => {
  const { database } = await openWithClosures()
  const wrong = sql`select "nothing" from "closures" where "day" = ${'2026-01-01'}`
  const reads = [wrong, sql`select 1 as "one"`].map((read) => read.execute(database.reader))
  const [failed, answered] = await Promise.allSettled(reads)
  expect(failed).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('nothing') },
  })
  expect(answered).toMatchObject({ status: 'fulfilled', value: { rows: [{ one: 1 }] } })
  await database.close()
})

if (inject('engine') === 'sqlite')
  test('a transaction whose code requests a second connection is refused, and delays no other work', async () => {
    const { database, close, days } = await openWithClosures()
    const count = database.prepare<{ year: string }, { day: string }>((query, param) =>
      query.selectFrom('closures').select('day').where('day', '>', param('year')),
    )
    const ways = [
      days,
      () => close({ day: '2026-03-02', reason: '' }),
      () => count({ year: '2026' }),
      () => database.query.transaction().execute(async () => {}),
    ]
    for (const ask of ways) {
      const asking = database.query.transaction().execute(async (transaction) => {
        await transaction.insertInto('closures').values({ day: '2026-03-01', reason: '' }).execute()
        await ask()
      })
      await expect(asking).rejects.toThrow('second connection')
    }
    // Code that outlives its transaction may use the connection, as any other code may.
    let later: Promise<string[]> | undefined
    await database.query.transaction().execute(async () => {
      later = nextTurn().then(days)
    })
    expect(await later).toEqual([])
    await database.close()
  })

if (inject('engine') === 'sqlite')
  test('on SQLite a commit waits for the disk', async () => {
    const database = await openDatabase(await makePlace())
    const { rows } = await sql`pragma synchronous`.execute(database.query)
    // 2 is FULL.
    expect(rows).toEqual([{ synchronous: 2 }])
    await database.close()
  })

if (inject('engine') === 'sqlite')
  test('on SQLite a limit is a literal and not a parameter, so that statements are not compiled again at each use', async () => {
    const database = await openDatabase(await makePlace())
    for (const query of [database.query, database.reader]) {
      const { sql: text, parameters } = query.selectFrom('closures').limit(3).compile()
      expect([text, parameters]).toEqual([expect.stringMatching(/ limit 3$/), []])
    }
    await database.close()
  })

if (inject('engine') === 'sqlite')
  test('on SQLite the reader cannot write, and a closed database leaves one file', async () => {
    const place = await makePlace()
    const database = await openDatabase(place)
    await migrate(database)
    await expect(database.reader.deleteFrom('closures').execute()).rejects.toThrow('readonly')
    const transaction = database.reader.transaction().execute(async () => {})
    await expect(transaction).rejects.toThrow('no transactions')
    await database.close()
    expect(readdirSync(place.dataDir)).toEqual(['molar.db'])
  })

test('schema changes of a transaction run in order among its other statements, or not at all', async () => {
  const database = await openDatabase(await makePlace())
  onTestFinished(() => database.close())
  const drafts = sql`create table "drafts" ("id" text)`
  const isThere = async () => {
    const tables = await database.query.introspection.getTables()
    return tables.some(({ name }) => name === 'drafts')
  }
  const twice = database.unbounded((query) =>
    query.transaction().execute(async (transaction) => {
      await drafts.execute(transaction)
      await drafts.execute(transaction)
    }),
  )
  await expect(twice).rejects.toThrow('drafts')
  expect(await isThere()).toBe(false)
  const all = sql`select * from "drafts"`
  await database.unbounded((query) =>
    query.transaction().execute(async (transaction) => {
      await drafts.execute(transaction)
      await sql`insert into "drafts" values ('a')`.execute(transaction)
      expect((await all.execute(transaction)).rows).toEqual([{ id: 'a' }])
      await sql`alter table "drafts" add column "note" text default 'x; -- y'`.execute(transaction)
    }),
  )
  expect((await all.execute(database.query)).rows).toEqual([{ id: 'a', note: 'x; -- y' }])
})
