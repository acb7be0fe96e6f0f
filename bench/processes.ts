import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '../scripts/postgres.ts'
import { openDatabase } from '../server/db/database.ts'
import { openDayAfter, ratio, round as thousands } from './available.ts'
import { startPortal } from './child.ts'
import { makePosts, type Post, untilRested } from './fill-bookings.ts'
import { askFor, postEach } from './load.ts'
import { median } from './median.ts'

// Two portals on one PostgreSQL beside one of them alone: GET /available and POST /booking over 64
// connections, half of them to each. `node bench/processes.ts [rounds] [days a round] [seconds]`

const [rounds = 7, daysARound = 10, seconds = 2] = process.argv.slice(2).map(Number)
const today = new Date().toISOString().slice(0, 10)
const day = openDayAfter(today)

const folder = mkdtempSync(join(tmpdir(), 'molar-bench-'))
const postgres = await startPostgres({ jit: 'off' })
try {
  for (const line of await measureProcesses()) console.log(line)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureProcesses(): Promise<string[]> {
  const { url: databaseUrl } = await createDatabase(postgres.url)
  const settings = {
    AUTH_SECRET: 'only measured, and as long as it has to be',
    DATABASE_URL: databaseUrl,
  }
  const first = await startPortal(join(folder, 'first'), settings)
  const second = await startPortal(join(folder, 'second'), settings)
  const database = await openDatabase({ dataDir: folder, databaseUrl })
  const posts = await makePosts(database, { today, rounds: rounds * 2, daysARound })
  const sides = [
    { name: 'one', portals: [first], seen: newSeen() },
    { name: 'two', portals: [first, second], seen: newSeen() },
  ]
  // The first round warms up; after that each comes first as often as the other.
  for (let round = 0; round < rounds; round += 1) {
    for (const { portals, seen } of round % 2 === 0 ? sides : sides.toReversed()) {
      const urls = (path: string) => portals.map(({ origin }) => origin + path)
      const asked = await askFor(urls(`/available?date=${day}`), seconds)
      const booked = await postEach(urls('/booking'), posts.pop() as Post[])
      for (const portal of [first, second]) await untilRested(portal, database)
      if (round === 0) continue
      seen.available.push(asked)
      seen.booking.push(booked)
    }
  }
  const megabytes = [first, second].map((portal) => `${portal.residentMb().toFixed(0)} MB`)
  for (const portal of [first, second]) await portal.stop()
  await database.close()
  const lines = (['available', 'booking'] as const).map((call) => {
    const [one, two] = sides.map(({ seen }) => ({
      rate: median(seen[call].map(({ rate }) => rate)),
      p99: median(seen[call].map(({ p99 }) => p99)),
    }))
    if (!one || !two) throw new Error('There are two sides')
    return [
      `${call.padEnd(9)} two portals ${ratio(two.rate, one.rate)} of one`,
      `(${thousands(two.rate)}/s of ${thousands(one.rate)}/s)`,
      `p99 ${two.p99.toFixed(1)} ms and ${one.p99.toFixed(1)} ms`,
    ].join(', ')
  })
  return [...lines, `resident after it: ${megabytes.join(' and ')}`]
}

type Seen = Awaited<ReturnType<typeof askFor>>

function newSeen(): Record<'available' | 'booking', Seen[]> {
  return { available: [], booking: [] }
}
