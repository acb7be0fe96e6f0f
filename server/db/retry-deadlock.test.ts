import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { untilBlocked } from '../testing/database/database.ts'
import { openPortal } from '../testing/portal.ts'
import type { Queries } from './database.ts'
import { retryDeadlock } from './retry-deadlock.ts'

/** Resolves for all callers once `count` of them wait; later callers pass. */
function createMeeting(count: number) {
  let come = 0
  let open = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    come += 1
    if (come >= count) open()
    return all
  }
}

/** Two treatments, and an update of one of them by a step of ten. */
async function openTwo() {
  const { database } = await openPortal()
  const treatments = database.query.selectFrom('treatments').select('id').orderBy('position')
  const [one = '', two = ''] = (await treatments.execute()).map(({ id }) => id)
  const move = async (query: Queries, id: string) => {
    const change = query.updateTable('treatments').where('id', '=', id)
    await change.set((row) => ({ position: row('position', '+', 10) })).execute()
  }
  const positions = async () => {
    const rows = database.query.selectFrom('treatments').select('position')
    const both = rows.where('id', 'in', [one, two]).orderBy('position')
    return (await both.execute()).map(({ position }) => position)
  }
  return { database, one, two, move, positions }
}

// On SQLite transactions run one after the other.
if (inject('engine') === 'postgres') {
  test('two transactions in a deadlock both succeed in the end', async () => {
    const { database, one, two, move, positions } = await openTwo()
    const meet = createMeeting(2)
    let tries = 0
    const rename = (first: string, second: string) =>
      database.query.transaction().execute(async (query) => {
        tries += 1
        for (const id of [first, second]) {
          await move(query, id)
          await meet()
        }
      })
    await Promise.all([rename(one, two), rename(two, one)])
    expect(await positions()).toEqual([20, 21])
    // The transaction that was ended may retry before the other has continued, and be ended again.
    expect(tries).toBeGreaterThanOrEqual(3)
  })

  test('a transaction and a single statement in a deadlock both succeed', async () => {
    const { database, one, two, move, positions } = await openTwo()
    let alone: Promise<unknown> | undefined
    await database.query.transaction().execute(async (query) => {
      await move(query, one)
      // It has updated the second row before it reaches the first.
      alone ??= sql`with "second" as (
          update "treatments" set "position" = "position" + 10 where "id" = ${two} returning "id")
        update "treatments" set "position" = "position" + 10
          where "id" = ${one} and exists (select 1 from "second")`.execute(database.query)
      await untilBlocked(database, alone)
      await move(query, two)
    })
    await alone
    expect(await positions()).toEqual([20, 21])
  })
}

test('errors other than deadlocks are not retried', async () => {
  let tries = 0
  const fails = retryDeadlock(async () => {
    tries += 1
    throw Object.assign(new Error('taken'), { code: '23505' })
  })
  await expect(fails).rejects.toThrow('taken')
  expect(tries).toBe(1)
})
