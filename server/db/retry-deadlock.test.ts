import { expect, inject, test } from 'vitest'
import { openPortal } from '../testing/portal.ts'
import { retryDeadlock } from './retry-deadlock.ts'

/** Resolves for all who wait once `count` of them do; later ones pass. */
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

// On SQLite one transaction comes after the other.
if (inject('engine') === 'postgres')
  test('two transactions that wait for each other are both done in the end', async () => {
    const { database } = await openPortal()
    const treatments = database.query.selectFrom('treatments').select('id').orderBy('position')
    const [one = '', two = ''] = (await treatments.execute()).map(({ id }) => id)
    const meet = createMeeting(2)
    let tries = 0
    const rename = (first: string, second: string) =>
      retryDeadlock(() =>
        database.query.transaction().execute(async (query) => {
          tries += 1
          for (const id of [first, second]) {
            const change = query.updateTable('treatments').where('id', '=', id)
            await change.set((row) => ({ position: row('position', '+', 10) })).execute()
            await meet()
          }
        }),
      )
    await Promise.all([rename(one, two), rename(two, one)])
    const rows = await database.query
      .selectFrom('treatments')
      .select('position')
      .where('id', 'in', [one, two])
      .orderBy('position')
      .execute()
    expect(rows).toEqual([{ position: 20 }, { position: 21 }])
    // The one that was ended may come back before the other has woken up, and be ended again.
    expect(tries).toBeGreaterThanOrEqual(3)
  })

test('any other error is nobody’s to try again', async () => {
  let tries = 0
  const fails = retryDeadlock(async () => {
    tries += 1
    throw Object.assign(new Error('taken'), { code: '23505' })
  })
  await expect(fails).rejects.toThrow('taken')
  expect(tries).toBe(1)
})
