import { expect, test } from 'vitest'
import { BookingCalendar } from '../contract/clinic.ts'
import { addDays, weekdayOf } from '../contract/date.ts'
import { openDatabase } from './db/database.ts'
import { makeEmptyPlace } from './testing/database.ts'
import { bookingBody, openPortal, signIn } from './testing/portal.ts'
import { spawnServer, untilReady } from './testing/process.ts'

/** Two processes that start at the same moment on one empty PostgreSQL database. */
async function startTwo() {
  const { dataDir, databaseUrl = '' } = await makeEmptyPlace()
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const processes = await Promise.all([spawnServer(settings), spawnServer(settings)])
  await Promise.all(processes.map(untilReady))
  return { processes, place: { dataDir, databaseUrl } }
}

/** Tomorrow, or the day after a closed one. */
function firstOpenDay({ today, closedWeekdays }: BookingCalendar): string {
  let day = addDays(today, 1)
  while (closedWeekdays.includes(weekdayOf(day))) day = addDays(day, 1)
  return day
}

test('two processes may start at once: one migrates, one fills, one makes the admin', async () => {
  const { processes, place } = await startTwo()
  await expect
    .poll(() => processes.filter(({ output }) => output().includes('Password')).length)
    .toBe(1)
  const database = await openDatabase(place)
  const treatments = await database.query.selectFrom('treatments').select('id').execute()
  const admins = await database.query.selectFrom('users').select('role').execute()
  await database.close()
  expect([treatments.length, admins]).toEqual([6, [{ role: 'admin' }]])
})

test('of 100 patients who book one slot at two processes, one gets it', async () => {
  const { processes, place } = await startTwo()
  const origins = processes.map(({ origin }) => origin)
  const calendar = await (await fetch(`${origins[0]}/calendar`)).json()
  const portal = await openPortal({ database: await openDatabase(place), now: new Date() })
  const people = await Promise.all(Array.from({ length: 100 }, () => signIn(portal)))
  const date = firstOpenDay(BookingCalendar.parse(calendar))
  const statuses = await Promise.all(
    people.map(async (person, at) => {
      const response = await fetch(`${origins[at % 2]}/booking`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
        body: JSON.stringify(bookingBody(portal, person, { date })),
      })
      return response.status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(99)
  const rows = await portal.database.query.selectFrom('appointments').selectAll().execute()
  expect(rows).toHaveLength(1)
})
