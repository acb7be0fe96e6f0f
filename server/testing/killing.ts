import { expect, inject } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { makePlace } from './database/database.ts'
import { nextDay } from './live.ts'
import { booked, openPortal, type Portal, signIn } from './portal.ts'
import { spawnServer, untilReady } from './process.ts'

type Booked = Awaited<ReturnType<typeof bookBeforeTheStart>>

/** More bookings than a process writes to at a time, in a database that none has worked on yet. */
export async function bookBeforeTheStart() {
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
  const { dataDir, databaseUrl = '' } = place
  return { portal, patients, settings: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } }
}

/** Kills processes as soon as there is a mail of a kind, starts others, and expects one for each patient. */
export async function expectOneMailEach(kind: string, { portal, patients, settings }: Booked) {
  // SQLite has exactly one process.
  const processes = inject('engine') === 'sqlite' ? 1 : 2
  const startAll = () => Promise.all(Array.from({ length: processes }, () => spawnServer(settings)))
  const first = await startAll()
  await expect.poll(() => mailed(portal, kind)).not.toEqual([])
  for (const server of first) server.kill('SIGKILL')
  await Promise.all(first.map(({ ended }) => ended))
  const second = await startAll()
  await Promise.all(second.map(untilReady))
  const count = async () => (await mailed(portal, kind)).length
  await expect.poll(count).toBeGreaterThanOrEqual(patients.length)
  for (const server of second) server.kill('SIGTERM')
  await Promise.all(second.map(({ ended }) => ended))
  expect((await mailed(portal, kind)).sort()).toEqual(patients.sort())
}

async function mailed({ database }: Portal, kind: string): Promise<string[]> {
  const rows = await database.query
    .selectFrom('outbox')
    .select('recipient')
    .where('kind', '=', kind)
    .execute()
  return rows.map(({ recipient }) => recipient)
}
