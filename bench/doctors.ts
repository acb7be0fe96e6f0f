import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '../contract/date.ts'
import { createDatabase, startPostgres } from '../scripts/postgres.ts'
import { type Database, openDatabase } from '../server/db/database.ts'
import { openDayAfter, ratio, round as thousands } from './available.ts'
import { type Child, startPortal } from './child.ts'
import { makePosts, type Post, untilRested } from './fill-bookings.ts'
import { askFor, postEach } from './load.ts'
import { median } from './median.ts'

// What doctors and chairs cost: GET /available and POST /booking of a clinic with twelve doctors and six
// chairs, beside one without any, and beside the commit before there were doctors, on both engines.
// `node bench/doctors.ts [rounds] [days a round] [seconds]`

const before = 'ffb0c2c'
const [rounds = 7, daysARound = 20, seconds = 3] = process.argv.slice(2).map(Number)
const [doctorCount, chairCount] = [12, 6]
const kinds = ['before', 'plain', 'doctors'] as const
type Kind = (typeof kinds)[number]
/** Each round has one of them, so that over six rounds each kind comes after each other one as often. */
const orders: Kind[][] = [
  ['before', 'plain', 'doctors'],
  ['doctors', 'plain', 'before'],
  ['plain', 'doctors', 'before'],
  ['before', 'doctors', 'plain'],
  ['doctors', 'before', 'plain'],
  ['plain', 'before', 'doctors'],
]

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'molar-bench-'))
const checkout = join(folder, 'checkout')
const today = new Date().toISOString().slice(0, 10)
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'pipe' })

git('worktree', 'add', '--detach', checkout, before)
// With its own packages: today's lack what has been replaced since.
execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: checkout, stdio: 'pipe' })
const postgres = await startPostgres({ jit: 'off' })
try {
  for (const engine of ['sqlite', 'postgres'] as const) {
    for (const line of await measure(engine)) console.log(`${engine.padEnd(10)} ${line}`)
  }
} finally {
  await postgres.stop()
  git('worktree', 'remove', '--force', checkout)
  rmSync(folder, { recursive: true, force: true })
}

type Case = { kind: Kind; portal: Child; posts: Post[][]; database: Database }

async function measure(engine: Database['engine']): Promise<string[]> {
  const cases = new Map<Kind, Case>()
  for (const kind of kinds) cases.set(kind, await open(engine, kind))
  const day = openDayAfter(addDays(today, 1))
  const seen = {
    available: { before: [] as number[], plain: [] as number[], doctors: [] as number[] },
    booking: { before: [] as number[], plain: [] as number[], doctors: [] as number[] },
  }
  // The first round warms up.
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of orders[round % orders.length] ?? []) {
      const one = cases.get(kind)
      if (!one) continue
      const { origin } = one.portal
      const asked = await askFor(`${origin}/available?date=${day}`, seconds)
      const booked = await postEach(`${origin}/booking`, one.posts[round] ?? [])
      await untilRested(one.portal, one.database)
      if (round === 0) continue
      seen.available[kind].push(asked.rate)
      seen.booking[kind].push(booked.rate)
    }
  }
  for (const { portal, database } of cases.values()) {
    await portal.stop()
    await database.close()
  }
  return Object.entries(seen).map(([call, rates]) => {
    const [first, plain, doctors] = kinds.map((kind) => median(rates[kind]))
    return [
      `${call.padEnd(10)} without doctors ${ratio(plain ?? 0, first ?? 0)} of ${before},`,
      `with ${doctorCount} and ${chairCount} chairs ${ratio(doctors ?? 0, plain ?? 0)} of without`,
      `(${[first, plain, doctors].map((rate) => `${thousands(rate ?? 0)}/s`).join(', ')})`,
    ].join(' ')
  })
}

/** A portal of its own data, made by its own start; then patients and doctors, and it starts again. */
async function open(engine: Database['engine'], kind: Kind): Promise<Case> {
  const dataDir = join(folder, `${engine}-${kind}`)
  mkdirSync(dataDir)
  const databaseUrl = engine === 'postgres' ? (await createDatabase(postgres.url)).url : undefined
  const settings: Record<string, string> = {
    AUTH_SECRET: 'only measured, and as long as it has to be',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  }
  const own = kind === 'before' ? checkout : root
  await (await startPortal(dataDir, settings, own)).stop()
  const database = await openDatabase({ dataDir, databaseUrl })
  if (kind === 'doctors') await addDoctors(database)
  const posts = await makePosts(database, { today, rounds, daysARound })
  return { kind, portal: await startPortal(dataDir, settings, own), posts, database }
}

/** Each doctor does every treatment all day; with six treatments and six chairs a day holds as much as without. */
async function addDoctors({ query }: Database): Promise<void> {
  const treatments = await query.selectFrom('treatments').select('id').execute()
  const at = new Date().toISOString()
  const fromDay = '2020-01-01'
  for (let place = 0; place < doctorCount; place += 1) {
    const id = `doctor-${String(place).padStart(2, '0')}`
    const person = { id, name: id, email: `${id}@clinic.example`, specialty: '', photo: '' }
    await query
      .insertInto('doctors')
      .values({ ...person, createdAt: at })
      .execute()
    await query.insertInto('doctorWeeks').values({ doctorId: id, fromDay }).execute()
    for (let weekday = 0; weekday < 7; weekday += 1) {
      const hours = { doctorId: id, fromDay, weekday }
      await query
        .insertInto('doctorHours')
        .values([
          { ...hours, startMinute: 480, endMinute: 720 },
          { ...hours, startMinute: 780, endMinute: 1020 },
        ])
        .execute()
    }
    for (const { id: treatmentId } of treatments)
      await query.insertInto('doctorTreatments').values({ doctorId: id, treatmentId }).execute()
  }
  for (let position = 0; position < chairCount; position += 1) {
    const chair = { id: `chair-${position}`, name: `Chair ${position}`, position }
    await query
      .insertInto('chairs')
      .values({ ...chair, archivedAt: null })
      .execute()
  }
  await query.updateTable('treatments').set({ doctorsFrom: fromDay }).execute()
}
