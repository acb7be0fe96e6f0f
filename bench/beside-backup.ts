import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, weekdayOf } from '../contract/date.ts'
import { startPortal } from './child.ts'
import { makeClinic, makePatients, type Slot } from './fill.ts'
import { median } from './median.ts'

// node bench/beside-backup.ts [appointments] [rounds]
//
// How long `GET /available` and `POST /booking` take during a backup of SQLite, compared with the times
// without one. 100 and 10 requests a second are sent at fixed times, whether or not earlier ones were
// answered. A backup by the portal's schedule runs at low priority (nice 10), one started by hand does not.
// All variants take turns in one run; the results are medians of the rounds.

const appointments = Number(process.argv[2] ?? 300_000)
const rounds = Number(process.argv[3] ?? 3)
const program = join(import.meta.dirname, '../scripts/molar/molar.ts')
const home = mkdtempSync(join(tmpdir(), 'molar-beside-'))
const dataDir = join(home, 'clinic')
const today = new Date().toISOString().slice(0, 10)

type Booking = { body: string; token: string }
type Seen = { get: number[]; post: number[] }

/** Every slot of 150 open days; each slot of a day has a patient of its own. */
function* everyBooking(slots: Slot[], patients: { email: string; token: string }[]) {
  for (let ahead = 1; ahead < 178; ahead += 1) {
    const date = addDays(today, ahead)
    if (weekdayOf(date) === 0) continue
    for (const [place, { treatmentId, slot, price }] of slots.entries()) {
      const { email: patient, token } = patients[place] ?? { email: '', token: '' }
      const body = { treatmentId, treatment: '', date, slot, price, patient, phone: '' }
      yield { body: JSON.stringify(body), token }
    }
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Milliseconds from when it should have been asked. */
function ask(url: string, due: number, post?: Booking): Promise<number> {
  const headers = post && {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(post.body),
    authorization: `Bearer ${post.token}`,
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: post ? 'POST' : 'GET', headers: headers ?? {} })
    sent.once('error', reject).once('response', (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - due))
    })
    sent.end(post?.body)
  })
}

/** Asks until `end` is settled. */
async function probe(origin: string, bookings: Iterator<Booking>, end: Promise<unknown>) {
  const seen: Seen = { get: [], post: [] }
  const answers: Promise<unknown>[] = []
  let isOver = false
  const over = end.finally(() => (isOver = true))
  const begun = performance.now()
  for (let n = 0; !isOver; n += 1) {
    const due = begun + n * 10
    const early = due - performance.now()
    if (early > 0) await wait(early)
    const day = addDays(today, 1 + (n % 100))
    const get = ask(`${origin}/available?date=${day}`, due)
    answers.push(get.then((ms) => seen.get.push(ms)))
    if (n % 10 > 0) continue
    const { value } = bookings.next()
    if (!value) throw new Error('Every slot is taken')
    answers.push(ask(`${origin}/booking`, due, value).then((ms) => seen.post.push(ms)))
  }
  await Promise.all([over, ...answers])
  return seen
}

async function backUp(niceness: number): Promise<void> {
  const to = mkdtempSync(join(home, 'backups-'))
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir }
  const child = spawn(process.execPath, [program, 'backup', '--to', to], { env, stdio: 'ignore' })
  if (child.pid && niceness > 0) setPriority(child.pid, niceness)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`molar backup ended with ${code}`)
  rmSync(to, { recursive: true })
}

const ways: Record<string, (lastMs: number) => Promise<unknown>> = {
  quiet: (lastMs) => wait(lastMs),
  'by the schedule': () => backUp(10),
  'by hand': () => backUp(0),
}

const part = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** The median of the rounds. */
const ofRounds = (seen: Seen[], kind: keyof Seen, share: number) =>
  median(seen.map((round) => part(round[kind], share)))

function show(name: string, seen: Seen[], quiet: Seen[]): void {
  const cells = (['get', 'post'] as const).map((kind) => {
    const [p50, p99] = [ofRounds(seen, kind, 0.5), ofRounds(seen, kind, 0.99)]
    const ratio = (p99 / ofRounds(quiet, kind, 0.99)).toFixed(2)
    const asked = seen.flatMap((round) => round[kind]).length
    return `${p50.toFixed(1)} | ${p99.toFixed(1)} | ${ratio} | ${asked}`
  })
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

try {
  const slots = await makeClinic(dataDir, appointments, today)
  const bookings = everyBooking(slots, makePatients(dataDir, slots.length))
  const portal = await startPortal(dataDir)
  const all: Record<string, Seen[]> = {}
  let lastMs = 10_000
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const started = performance.now()
      const seen = await probe(portal.origin, bookings, way(lastMs))
      if (name === 'by the schedule') lastMs = performance.now() - started
      // The first round warms up.
      if (round < 0) continue
      all[name] = [...(all[name] ?? []), seen]
    }
  }
  await portal.stop()
  const load = loadavg()[1]?.toFixed(1)
  console.log(`a backup by the schedule: ${(lastMs / 1000).toFixed(0)} s; load ${load}`)
  console.log('| | GET p50 ms | p99 | ratio | asked | POST p50 ms | p99 | ratio | asked |')
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  const { quiet } = all
  if (quiet) for (const [name, seen] of Object.entries(all)) show(name, seen, quiet)
} finally {
  agent.destroy()
  rmSync(home, { recursive: true, force: true })
}
