import { expect, inject, test } from 'vitest'
import { BookingCalendar } from '../../contract/clinic.ts'
import { addDays, weekdayOf } from '../../contract/date.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { makePlace } from '../testing/database.ts'
import { booked, openPortal, type Portal, signIn } from '../testing/portal.ts'
import { spawnServer, untilReady } from '../testing/process.ts'

async function firstOpenDay({ app }: Portal): Promise<string> {
  const answer = await app.request('/calendar')
  const { today, closedWeekdays } = BookingCalendar.parse(await answer.json())
  let day = addDays(today, 2)
  while (closedWeekdays.includes(weekdayOf(day))) day = addDays(day, 1)
  return day
}

/** More bookings than are confirmed at a time that no process has confirmed yet. */
async function bookBeforeTheStart() {
  const place = await makePlace()
  const database = await openDatabase(place)
  await migrate(database)
  const portal = await openPortal({ database, now: new Date() })
  const date = await firstOpenDay(portal)
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

async function confirmed({ database }: Portal): Promise<string[]> {
  const rows = await database.query
    .selectFrom('outbox')
    .select('recipient')
    .where('kind', '=', 'appointment-confirmed')
    .execute()
  return rows.map(({ recipient }) => recipient)
}

test('processes killed at their work and started again confirm each booking once', async () => {
  const { portal, patients, settings } = await bookBeforeTheStart()
  // SQLite has exactly one process.
  const processes = inject('engine') === 'sqlite' ? 1 : 2
  const startAll = () => Promise.all(Array.from({ length: processes }, () => spawnServer(settings)))
  const first = await startAll()
  await expect.poll(() => confirmed(portal), { timeout: 30_000 }).not.toEqual([])
  for (const server of first) server.kill('SIGKILL')
  await Promise.all(first.map(({ ended }) => ended))
  const second = await startAll()
  await Promise.all(second.map(untilReady))
  const count = async () => (await confirmed(portal)).length
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThanOrEqual(patients.length)
  for (const server of second) server.kill('SIGTERM')
  await Promise.all(second.map(({ ended }) => ended))
  expect((await confirmed(portal)).sort()).toEqual(patients.sort())
})
