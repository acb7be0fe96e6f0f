import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseAt, startPostgres } from '../scripts/postgres.ts'
import type { Clinic } from '../server/clinics/clinic.ts'
import { type Child, startPortal } from './child.ts'
import {
  addClinics,
  type BookingCall,
  bookingsOf,
  listOpen,
  makeOlder,
  openDays,
} from './fill-clinics.ts'
import { askAll, type Call, millisecondsEach } from './host-load.ts'
import { median } from './median.ts'
import { openMeter } from './postgres-meter.ts'

// node bench/clinics.ts [counts, such as 1,100,1000] [folders of other checkouts]
//
// One portal and one PostgreSQL, which does not wait for the disk, with a database for each count of clinics. Other
// checkouts are asked in turns with this one. With TEST_DATABASE_URL the databases stay on that server, and what there
// is of them is used again: a thousand clinics take their time.

const [counts = '1,100,1000', ...others] = process.argv.slice(2)
const authSecret = 'a secret that is only measured with'
const today = new Date().toISOString().slice(0, 10)
const path = `/available?date=${openDays(today)[0]}`
const thousands = (value: number) => Math.round(value).toLocaleString('en')
const rounds = others.length > 0 ? 5 : 3
const seconds = 1
const idleSeconds = 15
/** An idle PostgreSQL connection reports its transactions within ten seconds. */
const untilToldMs = 12_000

const isKept = process.env.TEST_DATABASE_URL !== undefined
const home = isKept
  ? join(tmpdir(), 'molar-clinics')
  : mkdtempSync(join(tmpdir(), 'molar-clinics-'))
const postgres = await startPostgres()
try {
  for (const count of counts.split(',').map(Number)) await measure(count)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await postgres.stop()
  if (!isKept) rmSync(home, { recursive: true, force: true })
}
// Portals that are left where it failed end with it.
process.exit()

async function measure(count: number): Promise<void> {
  const DATABASE_URL = await openDatabaseOf(count)
  const DATA_DIR = join(home, `data-${count}`)
  const settings = { DATABASE_URL, AUTH_SECRET: authSecret, DATA_DIR }
  await fillUp(settings, count)
  const clinics = await listOpen(settings)
  console.log(`\n${clinics.length} clinics`)
  await measureOne(settings, clinics)
  // Last, since each leaves one more.
  await measureMaking(settings, clinics.length)
}

/** By its count, so that what there is is found again. */
async function openDatabaseOf(count: number): Promise<string> {
  const name = `molar_clinics_${count}`
  const client = new pg.Client(postgres.url)
  await client.connect()
  const there = await client.query('select from pg_database where datname = $1', [name])
  if (there.rowCount === 0) await client.query(`create database ${name}`)
  await client.end()
  return databaseAt(postgres.url, name)
}

/** As many as there are to be, a few at a time, so that a run that was ended loses little. */
async function fillUp(settings: Settings, count: number): Promise<void> {
  for (;;) {
    const there = (await listOpen(settings)).length
    if (there >= count) return
    await addClinics(settings, there, Math.min(40, count - there))
  }
}

async function measureMaking(settings: Settings, there: number): Promise<void> {
  const took: number[] = []
  for (let at = 0; at < rounds; at += 1) {
    const started = performance.now()
    await addClinics(settings, there + at, 1)
    took.push(performance.now() - started)
  }
  show('making one more', `${(median(took) / 1000).toFixed(2)} s`)
}

/** One, ten and all. */
function sizesOf({ length }: unknown[]): number[] {
  return [...new Set([1, Math.min(10, length), length])]
}

function show(what: string, figure: string): void {
  console.log(`| ${what} | ${figure} |`)
}

type Settings = { DATABASE_URL: string; AUTH_SECRET: string; DATA_DIR: string }
type Meter = Awaited<ReturnType<typeof openMeter>>

async function start(settings: Settings, checkout?: string) {
  const started = performance.now()
  const portal = await startPortal(settings.DATA_DIR, settings, checkout)
  return { portal, startMs: performance.now() - started }
}

async function measureOne(settings: Settings, clinics: Clinic[]): Promise<void> {
  const meter = await openMeter(settings.DATABASE_URL)
  show('database', `${thousands(await meter.databaseMb())} MB`)
  const { portal, startMs } = await start(settings)
  show('start', `${(startMs / 1000).toFixed(1)} s, ${memory(portal, meter)}`)
  await measureSweeps(portal, meter, clinics.length)
  const firsts = await millisecondsEach(portal.origin, spread(clinics, 30).map(asAvailable))
  show('first request of a clinic', `${median(firsts).toFixed(0)} ms`)
  await portal.stop()
  const sides = [(await start(settings)).portal]
  for (const folder of others) sides.push((await start(settings, resolve(folder))).portal)
  await measureReads(sides, clinics)
  await measureBookings(sides, settings, clinics)
  show('after that', memory(sides[0] ?? portal, meter))
  for (const side of sides) await side.stop()
  await measureMigration(settings, clinics.length)
  await meter.close()
}

function memory(portal: Child, meter: Meter): string {
  const { count, totalMb, mostMb } = meter.backends()
  return `portal ${portal.residentMb().toFixed(0)} MB; ${count} connections ${totalMb.toFixed(0)} MB, at most ${mostMb.toFixed(0)} MB each`
}

/** The first looks after all clinics, and what goes on once there is nothing to do. */
async function measureSweeps(portal: Child, meter: Meter, count: number): Promise<void> {
  const [began, cpu] = [performance.now(), portal.cpuMs() + meter.cpuMs()]
  while ((await meter.dueClinics()) > 0) await wait(100)
  const took = (performance.now() - began) / 1000
  const each = (portal.cpuMs() + meter.cpuMs() - cpu) / count
  show('a look after all clinics', `${took.toFixed(1)} s, ${each.toFixed(1)} ms of processor each`)
  await wait(untilToldMs)
  const before = { cpu: portal.cpuMs() + meter.cpuMs(), done: await meter.transactions() }
  await wait(idleSeconds * 1000)
  const done = (await meter.transactions()) - before.done
  const spent = (portal.cpuMs() + meter.cpuMs() - before.cpu) / (idleSeconds * 10)
  show(
    'idle',
    `${(done / idleSeconds).toFixed(1)} transactions/s, ${spent.toFixed(1)} % of a processor`,
  )
}

function asAvailable({ host }: Clinic): Call {
  return { host, path }
}

/** Some of all, evenly. */
function spread<Item>(items: Item[], count: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / count))
  return items.filter((_, at) => at % step === 0).slice(0, count)
}

/** The medians; the first round warms up. */
async function inTurns(sides: Child[], ask: (side: Child) => Promise<number>): Promise<number[]> {
  const seen = sides.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    const turn = [...sides.entries()]
    for (const [at, side] of round % 2 ? turn : turn.reverse()) {
      const rate = await ask(side)
      if (round > 0) seen[at]?.push(rate)
    }
  }
  return seen.map(median)
}

function beside([ours = 0, ...theirs]: number[]): string {
  const ratios = theirs.map((rate) => (ours / rate).toFixed(2))
  return `${thousands(ours)}/s${ratios.length > 0 ? `, ${ratios.join(', ')} of the others` : ''}`
}

async function measureReads(sides: Child[], clinics: Clinic[]): Promise<void> {
  for (const size of sizesOf(clinics)) {
    const calls = spread(clinics, size).map(asAvailable)
    for (const connections of [1, 32]) {
      const rates = await inTurns(sides, (side) =>
        askAll(side.origin, calls, { connections, seconds }),
      )
      show(`GET /available, ${connections} at a time, over ${size}`, beside(rates))
    }
  }
}

/** Each round books other people on other days, a week of them a clinic. */
async function measureBookings(
  sides: Child[],
  settings: Settings,
  clinics: Clinic[],
): Promise<void> {
  for (const size of sizesOf(clinics)) {
    const chosen = spread(clinics, Math.min(size, 100))
    const perClinic = Math.ceil(400 / chosen.length)
    const rates = await inTurns(sides, async (side) => {
      const calls: BookingCall[] = []
      for (const clinic of chosen)
        calls.push(...(await bookingsOf(settings, clinic, { perClinic, today })))
      // One of each clinic after the other.
      const mixed = Array.from({ length: perClinic }, (_, at) =>
        chosen.flatMap((_, of) => calls[of * perClinic + at] ?? []),
      ).flat()
      return askAll(side.origin, mixed, { connections: 32 })
    })
    show(`POST /booking, 32 at a time, over ${chosen.length}`, beside(rates))
  }
}

/** The newest migration is taken back in the books of all clinics, so that it runs in each once more. */
async function measureMigration(settings: Settings, count: number): Promise<void> {
  const client = new pg.Client(settings.DATABASE_URL)
  await client.connect()
  await makeOlder(client)
  const started = performance.now()
  const { portal, startMs } = await start(settings)
  const open = `select count(*)::int as it from molar.clinics where migration = ''`
  while ((await client.query(open)).rows[0].it > 0) await wait(50)
  const took = (performance.now() - started) / 1000
  show(
    'migration of all, with the start',
    `${took.toFixed(1)} s (${((took * 1000 - startMs) / count).toFixed(0)} ms each after ${(startMs / 1000).toFixed(1)} s)`,
  )
  await client.end()
  await portal.stop()
}
