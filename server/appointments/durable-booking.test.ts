import { expect, test } from 'vitest'
import { addDays, weekdayOf } from '../../contract/date.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { makePlace } from '../testing/database/database.ts'
import { bookingBody, openPortal, signIn } from '../testing/portal.ts'
import { spawnServer, untilReady } from '../testing/process.ts'

test('every acknowledged booking is stored after a kill -9', async () => {
  const place = await makePlace()
  const { dataDir, databaseUrl } = place
  const database = await openDatabase(place)
  await migrate(database)
  const portal = await openPortal({ database, now: new Date() })
  const people = await Promise.all(Array.from({ length: 48 }, () => signIn(portal)))
  const tomorrow = addDays(portal.deps.clinicTime().today, 1)
  const date = weekdayOf(tomorrow) === 0 ? addDays(tomorrow, 1) : tomorrow
  const server = await spawnServer({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  await untilReady(server)
  const acknowledged: string[] = []
  const requests = people.map(async (person, at) => {
    const slot = portal.treatments[at % 6]?.slots[Math.floor(at / 6)] ?? ''
    const body = JSON.stringify(bookingBody(portal, person, { treatment: at % 6, slot, date }))
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${person.token}` }
    const response = await fetch(`${server.origin}/booking`, { method: 'POST', headers, body })
    if (response.status !== 200) return
    acknowledged.push(person.email)
    // In the middle of the rest.
    if (acknowledged.length === 10) server.kill('SIGKILL')
  })
  await Promise.allSettled(requests)
  await server.ended
  expect(acknowledged.length).toBeGreaterThanOrEqual(10)
  const kept = await portal.database.query.selectFrom('appointments').select('patient').execute()
  expect(kept.map(({ patient }) => patient)).toEqual(expect.arrayContaining(acknowledged))
})
