import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuild } from '../ensure-build.ts'
import { createDatabase, startPostgres } from '../postgres.ts'
import { bundleProgram } from './bundle.ts'
import { fillDisk, freezeDisk, Skipped, slowDisk, turnClock } from './disks.ts'
import { interleave, killOften } from './kills.ts'
import { failOver, losePostgres, restartPostgres } from './outages.ts'
import { makeFolder, type Place, type Row } from './scene.ts'
import { searchSerialOrder } from './serial/appointments.ts'
import { modelled, searchFamilies } from './serial/run-families.ts'
import { startServer, untilReady } from './server.ts'

/**
 * npm run torture -- [long] [--only kill] [--engine sqlite|postgres] [--seed 1] [--times 50]
 *
 * Runs the real program under failures, and exits with 1 if an acknowledged write was lost, or a rule of the
 * database was broken. Loopback and temporary folders only.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string', default: '1' },
    times: { type: 'string' },
  },
})
const isLong = positionals.includes('long')
const seed = Number(values.seed)
const reports = join(import.meta.dirname, '../../dist/reports')
const log = join(reports, `torture-${seed}.txt`)
mkdirSync(reports, { recursive: true })

const show = ({ scenario, engine, attempts, faults, checked, violations }: Row) =>
  `| ${[scenario, engine, attempts, faults, checked, violations.length].join(' | ')} |`

const onProgress = (row: Row) => {
  const line = `${show(row)} ${row.violations.slice(0, 3).join('; ')}`
  appendFileSync(log, `${line}\n`)
}

type Scenario = { name: string; engines: Place['name'][]; usual: number; long: number }
type Run = (place: Place, times: number) => Promise<Row>
const both: Place['name'][] = ['SQLite', 'PostgreSQL']

const scenarios: (Scenario & { run: Run })[] = [
  {
    ...{ name: 'interleave', engines: both, usual: 5, long: 100 },
    run: (place, times) => interleave(place, seed, times),
  },
  {
    ...{ name: 'serial', engines: both, usual: 5, long: 200 },
    run: (place, times) => searchSerialOrder(place, { seed, bursts: times, onProgress }),
  },
  ...modelled.map((family) => ({
    ...{ name: `serial-${family}`, engines: both, usual: 5, long: 50 },
    run: (place: Place, times: number) =>
      searchFamilies(place, [family], { seed, bursts: times, onProgress }),
  })),
  {
    ...{ name: 'serial-all', engines: both, usual: 5, long: 50 },
    run: (place, times) => searchFamilies(place, modelled, { seed, bursts: times, onProgress }),
  },
  {
    ...{ name: 'kill', engines: ['SQLite'], usual: 20, long: 1000 },
    run: (place, times) => killOften(place, { seed, times, onProgress }),
  },
  {
    ...{ name: 'kill', engines: ['PostgreSQL'], usual: 10, long: 300 },
    run: (place, times) => killOften(place, { seed, times, onProgress }),
  },
  {
    ...{ name: 'restart', engines: ['PostgreSQL'], usual: 3, long: 50 },
    run: (_, times) => restartPostgres(seed, times),
  },
  {
    ...{ name: 'gone', engines: ['PostgreSQL'], usual: 1, long: 5 },
    run: (_, times) => losePostgres(seed, times),
  },
  {
    ...{ name: 'failover', engines: ['PostgreSQL'], usual: 1, long: 10 },
    run: (_, times) => failOver(seed, times),
  },
  {
    ...{ name: 'failover-many', engines: ['PostgreSQL'], usual: 1, long: 10 },
    run: (_, times) => failOver(seed, times, 4),
  },
  {
    ...{ name: 'full', engines: ['SQLite'], usual: 2, long: 50 },
    run: (place, times) => fillDisk(place, seed, times),
  },
  {
    ...{ name: 'read-only', engines: ['SQLite'], usual: 1, long: 20 },
    run: (place, times) => freezeDisk(place, seed, times),
  },
  {
    ...{ name: 'slow', engines: both, usual: 1, long: 10 },
    run: (place, times) => slowDisk(place, seed, times),
  },
  {
    ...{ name: 'clock', engines: both, usual: 2, long: 20 },
    run: (place, times) => turnClock(place, seed, times),
  },
]

/** One start and end, after which all others find the compiled code cached. */
async function warmUp(): Promise<void> {
  const { dataDir, remove } = makeFolder()
  const server = await startServer({ DATA_DIR: dataDir })
  await untilReady(server)
  await server.stop()
  remove()
}

const isWanted = (engine: string) => values.engine.includes(engine.toLowerCase().slice(0, 6))
// PostgreSQL acknowledges what it has written to its log; here processes die, not machines.
const settings = { synchronous_commit: 'on' }
// Child processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await ensureBuild()
await bundleProgram()
await warmUp()
const postgres = isWanted('PostgreSQL') ? await startPostgres(settings) : undefined
const rows: Row[] = []

async function runOne({ name, run, usual, long }: Scenario & { run: Run }, engine: Place['name']) {
  const { dataDir, remove } = makeFolder()
  const database =
    engine === 'PostgreSQL' && postgres ? await createDatabase(postgres.url) : undefined
  const place: Place = { name: engine, dataDir, ...(database && { databaseUrl: database.url }) }
  const times = Number(values.times ?? (isLong ? long : usual))
  try {
    const row = await run(place, times)
    rows.push(row)
    console.log(show(row))
    onProgress(row)
    for (const violation of row.violations.slice(0, 20)) console.log(`  ${name}: ${violation}`)
  } catch (reason) {
    if (!(reason instanceof Skipped)) throw reason
    console.log(`| ${name} | ${engine} | not possible on this machine: ${reason.message.trim()} |`)
  } finally {
    await database?.drop()
    remove()
  }
}

console.log(
  '| scenario | engine | attempts | faults | acknowledged operations checked | violations |',
)
console.log('| --- | --- | --- | --- | --- | --- |')
try {
  for (const scenario of scenarios) {
    if (values.only && !scenario.name.includes(values.only)) continue
    for (const engine of scenario.engines.filter(isWanted)) await runOne(scenario, engine)
  }
} finally {
  await postgres?.stop()
}
process.exit(rows.every(({ violations }) => violations.length === 0) ? 0 : 1)
