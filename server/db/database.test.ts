import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'

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

test('of writes that come together a refused one takes back itself alone', async () => {
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

test('a write beside a transaction that is rolled back stays', async () => {
  const { database, close, days } = await openWithClosures()
  let written: Promise<unknown> | undefined
  const undone = database.query.transaction().execute(async (transaction) => {
    await transaction.insertInto('closures').values({ day: '2026-02-01', reason: '' }).execute()
    written = close({ day: '2026-02-02', reason: 'Storm' })
    await nextTurn()
    await nextTurn()
    throw new Error('Undo this')
  })
  await expect(undone).rejects.toThrow('Undo this')
  expect(await written).toEqual([{ day: '2026-02-02' }])
  expect(await days()).toEqual(['2026-02-02'])
  await database.close()
})

test('a prepared read beside a transaction sees nothing that is not committed', async () => {
  const { database } = await openWithClosures()
  const count = database.prepare<{ year: string }, { day: string }>((query, param) =>
    query.selectFrom('closures').select('day').where('day', '>', param('year')),
  )
  let read: Promise<unknown[]> | undefined
  await expect(
    database.query.transaction().execute(async (transaction) => {
      await transaction.insertInto('closures').values({ day: '2026-02-01', reason: '' }).execute()
      read = count({ year: '2026' })
      await nextTurn()
      throw new Error('Undo this')
    }),
  ).rejects.toThrow('Undo this')
  expect(await read).toEqual([])
  await database.close()
})
