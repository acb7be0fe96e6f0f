import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, startPostgres } from '../scripts/postgres.ts'
import type { Clinic } from '../server/clinics/clinic.ts'
import { type Child, startPortal } from './child.ts'
import { addClinics, type BookingCall, bookingsOf, makeOlder, openDays } from './fill-clinics.ts'
import { askAll, type Call, millisecondsEach } from './host-load.ts'
import { median } from './median.ts'
import { openMeter } from './postgres-meter.ts'

// node bench/clinics.ts [counts, such as 1,100,1000] [folder of another checkout, built]
//
// One portal and one PostgreSQL, which does not wait for the disk, with ever more clinics. Another checkout is asked in
// turns with this one.

const [counts = '1,100,1000', other] = process.argv.slice(2)
const authSecret = 'a secret that is only measured with'
const today = new Date().toISOString().slice(0, 10)
const path = `/available?date=${openDays(today)[0]}`
const thousands = (value: number) => Math.round(value).toLocaleString('en')
const rounds = 3
const seconds = 1
const idleSeconds = 20
/** A connection that is idle tells its transactions within ten seconds. */
const untilToldMs = 12_000

const home = mkdtempSync(join(tmpdir(), 'molar-clinics-'))
const postgres = await startPostgres()
try {
  await measure().catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
// Portals that are left where it failed end with it.
process.exit()

async function measure(): Promise<void> {
  const { url } = await createDatabase(postgres.url)
  const settings = { DATABASE_URL: url, AUTH_SECRET: authSecret, DATA_DIR: join(home, 'data') }
  const clinics: Clinic[] = []
  for (const count of counts.split(',').map(Number)) {
    const started = performance.now()
    const missing = count - clinics.length
    clinics.push(...(await addClinics(settings, clinics.length, missing)))
    const took = (performance.now() - started) / 1000
    console.log(`\n${count} clinics`)
    show('making one more', `${(took / missing).toFixed(2)} s`)
    await measureOne(settings, clinics)
  }
}

/** One, ten and all. */
function sizesOf({ length }: unknown[]): number[] {
  return [...new Set([1, Math.min(10, length), length])]
}

function show(what: string, figure: string): void {
  console.log(`| ${what} | ${figure} |`)
}

type Settings = { DATABASE_URL: string; DATA_DIR: string }
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
  await measureReads(settings, meter, clinics)
  await measureBookings(portal, settings, clinics)
  show('after that', memory(portal, meter))
  await portal.stop()
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

/** One, ten and all clinics. */
async function measureReads(settings: Settings, meter: Meter, clinics: Clinic[]): Promise<void> {
  const sides = [(await start(settings)).portal]
  if (other !== undefined) sides.push((await start(settings, resolve(other))).portal)
  for (const size of sizesOf(clinics)) {
    const calls = spread(clinics, size).map(asAvailable)
    for (const connections of [1, 32]) {
      const [ours = 0, theirs] = await inTurns(sides, (side) =>
        askAll(side.origin, calls, { connections, seconds }),
      )
      const beside =
        theirs === undefined ? '' : `, ${(ours / theirs).toFixed(2)} of the other checkout`
      show(
        `GET /available, ${connections} at a time, over ${size}`,
        `${thousands(ours)}/s${beside}`,
      )
    }
  }
  const [own] = sides
  for (const side of sides.slice(1)) await side.stop()
  if (own) show('after that', memory(own, meter))
  await own?.stop()
}

async function measureBookings(
  portal: Child,
  settings: Settings,
  clinics: Clinic[],
): Promise<void> {
  const first = clinics.length === 1 ? 0 : clinics.length < 1000 ? 2 : 6
  for (const [week, size] of sizesOf(clinics).entries()) {
    const chosen = spread(clinics, Math.min(size, 100))
    const perClinic = Math.ceil(600 / chosen.length)
    const calls: BookingCall[] = []
    for (const clinic of chosen) {
      calls.push(
        ...(await bookingsOf(settings, clinic, { perClinic, today, week: first + week * 2 })),
      )
    }
    // One of each clinic after the other.
    const mixed = Array.from({ length: perClinic }, (_, at) =>
      chosen.flatMap((_, of) => calls[of * perClinic + at] ?? []),
    ).flat()
    const rate = await askAll(portal.origin, mixed, { connections: 32 })
    show(`POST /booking, 32 at a time, over ${chosen.length}`, `${thousands(rate)}/s`)
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
