import { expect, inject, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { makePlace } from '../testing/database.ts'
import { nextDay } from '../testing/live.ts'
import { booked, openPortal, type Portal, signIn } from '../testing/portal.ts'
import { spawnServer, untilReady } from '../testing/process.ts'

/** More appointments than are reminded of at a time, booked long ago, of which nobody was reminded. */
async function bookBeforeTheStart() {
  const place = await makePlace()
  const database = await openDatabase(place)
  await migrate(database)
  const portal = await openPortal({ database, now: new Date() })
  const date = nextDay(portal)
  const patients: string[] = []
  for (const [treatment, { slots }] of portal.treatments.slice(0, 2).entries()) {
    for (const slot of slots) {
      const person = await signIn(portal)
      await booked(portal, person, { treatment, slot, date })
      patients.push(person.email)
    }
  }
  const createdAt = '2026-01-01T12:00:00.000Z'
  await database.query.updateTable('appointments').set({ createdAt }).execute()
  const { dataDir, databaseUrl = '' } = place
  return { portal, patients, settings: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } }
}

async function reminded({ database }: Portal): Promise<string[]> {
  const rows = await database.query
    .selectFrom('outbox')
    .select('recipient')
    .where('kind', '=', 'reminder')
    .execute()
  return rows.map(({ recipient }) => recipient)
}

test('processes killed at their work and started again remind each patient once', async () => {
  const { portal, patients, settings } = await bookBeforeTheStart()
  // SQLite has exactly one process.
  const processes = inject('engine') === 'sqlite' ? 1 : 2
  const startAll = () => Promise.all(Array.from({ length: processes }, () => spawnServer(settings)))
  const first = await startAll()
  await expect.poll(() => reminded(portal), { timeout: 30_000 }).not.toEqual([])
  for (const server of first) server.kill('SIGKILL')
  await Promise.all(first.map(({ ended }) => ended))
  const second = await startAll()
  await Promise.all(second.map(untilReady))
  const count = async () => (await reminded(portal)).length
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThanOrEqual(patients.length)
  for (const server of second) server.kill('SIGTERM')
  await Promise.all(second.map(({ ended }) => ended))
  expect((await reminded(portal)).sort()).toEqual(patients.sort())
})
