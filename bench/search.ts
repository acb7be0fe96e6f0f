import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '../scripts/postgres.ts'
import { readSearch } from '../server/appointments/search-keys.ts'
import { type Database, openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { seed } from '../server/db/seed.ts'
import { listFound } from '../server/schedule/list-found.ts'
import { searchQuery } from '../server/schedule/queries.ts'
import { fillAppointments } from '../server/testing/database/many-appointments.ts'
import { explain, readsWholeTable } from '../server/testing/database/query-plan.ts'
import { median } from './median.ts'

// How long staff's search takes on both engines with 100,000 appointments of 10,000 patients, and whether
// any of its statements reads a whole table: `node bench/search.ts [how many]`.

const appointments = Number(process.argv[2] ?? 100_000)
const rounds = 21
/** Filling takes one statement longer than the portal gives any. */
const timeouts = { connectMs: 5000, statementMs: 600_000, lockMs: 5000 }
const searches = ['pat', 'doe, pat', 'oe00123', 'p000123@pat', '718 001', '+1 718 000123', 'zoe']
const tables = ['a', 'appointments', 'searchPeople', 'p', 'searchPeopleParts']

const dataDir = mkdtempSync(join(tmpdir(), 'molar-search-'))
const postgres = await startPostgres({ jit: 'off' })
try {
  const { url: databaseUrl } = await createDatabase(postgres.url)
  for (const place of [{ dataDir }, { dataDir, databaseUrl }]) {
    const database = await openDatabase({ ...place, timeouts })
    await migrate(database)
    await seed(database, 'Molar Dental')
    await fillAppointments(database, appointments)
    for (const search of searches)
      console.log(database.engine, search, await measure(database, search))
    await database.close()
  }
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true })
}

/** Milliseconds of a first page, the median of the rounds, and the tables that are read as a whole for it. */
async function measure(database: Database, search: string) {
  const { query } = database
  // `newestQuery` runs before this and reads only the newest 2,000 appointments.
  const asked = searchQuery(query, { sought: readSearch(search), after: null, limit: 51 })
  const plan = await explain(database, asked.compile())
  const whole = tables.filter((table) => readsWholeTable(plan, table))
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await listFound(query, { search, limit: 50, reach: 'all' })
    times.push(performance.now() - start)
  }
  return `${median(times).toFixed(1)} ms, read as a whole: ${whole.join(', ') || 'none'}`
}
