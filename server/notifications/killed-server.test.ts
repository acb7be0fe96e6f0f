import { expect, inject, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { makePlace } from '../testing/database/database.ts'
import { nextDay } from '../testing/live.ts'
import { booked, openPortal, type Portal, signIn } from '../testing/portal.ts'
import { spawnServer, untilReady } from '../testing/process.ts'

/** More bookings than a process writes to at a time, in a database that none has worked on yet. */
async function bookBeforeTheStart() {
  const place = await makePlace()
  const portal = await openPortal({ database: await openDatabase(place), now: new Date() })
  await setReminders(portal, '')
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

async function setReminders({ database }: Portal, reminderMinutes: string): Promise<void> {
  await database.query.updateTable('clinic').set({ reminderMinutes }).execute()
}

async function mailed({ database }: Portal, kind: string): Promise<string[]> {
  const rows = await database.query
    .selectFrom('outbox')
    .select('recipient')
    .where('kind', '=', kind)
    .execute()
  return rows.map(({ recipient }) => recipient)
}

test('each patient gets one confirmation and one reminder although processes are killed while they write them, and restarted', async () => {
  const { portal, patients, settings } = await bookBeforeTheStart()
  // SQLite has exactly one process.
  const processes = inject('engine') === 'sqlite' ? 1 : 2
  const startAll = () => Promise.all(Array.from({ length: processes }, () => spawnServer(settings)))
  const killAtFirst = async (kind: string) => {
    const servers = await startAll()
    await expect.poll(() => mailed(portal, kind)).not.toEqual([])
    for (const server of servers) server.kill('SIGKILL')
    await Promise.all(servers.map(({ ended }) => ended))
  }
  await killAtFirst('appointment-confirmed')
  // Long ago: a reminder that was due before the booking is none.
  const createdAt = '2026-01-01T12:00:00.000Z'
  await portal.database.query.updateTable('appointments').set({ createdAt }).execute()
  // One lead: the instant of another may pass between the two starts, and then another reminder is due.
  await setReminders(portal, '10080')
  await killAtFirst('reminder')
  const last = await startAll()
  await Promise.all(last.map(untilReady))
  const kinds = ['appointment-confirmed', 'reminder']
  for (const kind of kinds) {
    const count = async () => (await mailed(portal, kind)).length
    await expect.poll(count).toBeGreaterThanOrEqual(patients.length)
  }
  for (const server of last) server.kill('SIGTERM')
  await Promise.all(last.map(({ ended }) => ended))
  for (const kind of kinds) expect((await mailed(portal, kind)).sort()).toEqual(patients.sort())
})
