import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { addDays } from '../contract/date.ts'
import { build, isBuildCurrent } from '../scripts/build.ts'
import { freePort } from '../scripts/free-port.ts'
import { startPortal } from './child.ts'
import { feedToken, fillYears, patientEmail, patientToken, staffToken } from './fill-years.ts'
import { median } from './median.ts'

const clinic = { patients: 50_000, appointments: 1_000_000, ahead: 102_000 }
const rounds = 3
const today = new Date().toISOString().slice(0, 10)

type Ask = {
  method?: string
  path: string
  token?: string
  body?: unknown
  /** What is sent is what this answers. */
  bodyFrom?: string
  atOnce?: number
}

const staff = (path: string): Ask => ({ path, token: staffToken })
const search = (text: string) => staff(`/staff/appointments?search=${encodeURIComponent(text)}`)
const month = addDays(today, 31).slice(0, 7)

/** Everything that reads more than a few rows; what writes comes last. */
const asks: Record<string, Ask> = {
  'GET /available': { path: `/available?date=${addDays(today, 3)}` },
  'GET /available/next': { path: `/available/next?date=${today}` },
  'GET /booking, 5,000 of one account': {
    path: `/booking?email=${patientEmail}`,
    token: patientToken,
  },
  'GET /history': { path: `/history?email=${patientEmail}`, token: patientToken },
  ...Object.fromEntries(
    ['71', '7180', 'an', 'anna', 'ma', '917', 'anna maas', '7180012345', 'zzz'].map((text) => [
      `search "${text}"`,
      search(text),
    ]),
  ),
  'search "an", deep': staff('/staff/appointments?search=an&after=2012-01-01_0'),
  'search "71", six at once': { ...search('71'), atOnce: 6 },
  day: staff(`/staff/schedule?date=${today}`),
  month: staff(`/staff/month?month=${month}`),
  overview: staff('/staff/overview'),
  opening: staff('/staff/opening'),
  treatments: staff('/staff/treatments'),
  users: staff('/users?limit=50'),
  'users, all': staff('/users'),
  'users "an"': staff('/users?limit=50&search=an'),
  audit: staff('/staff/audit'),
  'audit "staff"': staff('/staff/audit?search=staff'),
  'audit "an"': staff('/staff/audit?search=an'),
  'audit "0"': staff('/staff/audit?search=0'),
  waitlist: staff('/staff/waitlist'),
  'clinic’s feed': { path: `/calendar/${feedToken}.ics` },
  'clinic’s feed, four at once': { path: `/calendar/${feedToken}.ics`, atOnce: 4 },
  'appointments.csv of two years': staff(
    `/staff/export/appointments.csv?from=${addDays(today, -730)}&to=${today}`,
  ),
  'payments.csv of two years': staff(
    `/staff/export/payments.csv?from=${addDays(today, -730)}&to=${today}`,
  ),
  'policy, saved as it is': {
    ...staff('/staff/policy'),
    method: 'PUT',
    bodyFrom: '/policy',
  },
  'treatment, refused': {
    ...staff('/staff/treatments/more-0'),
    method: 'PUT',
    body: { name: 'Less', price: 99, slots: ['8:00 AM - 8:30 AM'], confirmed: false },
  },
  'opening rules, refused': {
    ...staff('/staff/opening'),
    method: 'PUT',
    body: {
      closedWeekdays: [0, 1],
      horizonDays: 730,
      leadMinutes: 0,
      confirmed: false,
      notifyPatients: false,
    },
  },
  'opening rules, confirmed': {
    ...staff('/staff/opening'),
    method: 'PUT',
    body: {
      closedWeekdays: [0],
      horizonDays: 730,
      leadMinutes: 0,
      confirmed: true,
      notifyPatients: false,
    },
  },
}

async function send(origin: string, { method = 'GET', path, token, body }: Ask): Promise<number> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // Read to its end, and not kept.
  for await (const _ of response.body ?? []);
  return response.status
}

async function withBody(origin: string, ask: Ask): Promise<Ask> {
  if (ask.bodyFrom === undefined) return ask
  return { ...ask, body: await (await fetch(`${origin}${ask.bodyFrom}`)).json() }
}

/** Time of the call, and the longest turn of the event loop while it ran and a little after. */
async function measure(origin: string, probe: string, ask: Ask) {
  const took: number[] = []
  const longest = { wall: 0, busy: 0, after: 0 }
  let status = 0
  for (let round = 0; round < rounds; round += 1) {
    await (await fetch(probe)).text()
    const started = performance.now()
    const sent = Array.from({ length: ask.atOnce ?? 1 }, () => send(origin, ask))
    status = (await Promise.all(sent))[0] ?? 0
    took.push(performance.now() - started)
    const during = await readProbe(probe)
    if (ask.method) await wait(3000)
    const after = await readProbe(probe)
    longest.wall = Math.max(longest.wall, during.wall)
    longest.busy = Math.max(longest.busy, during.busy)
    longest.after = Math.max(longest.after, after.busy)
  }
  return { status, took: median(took), ...longest }
}

async function readProbe(probe: string): Promise<{ wall: number; busy: number }> {
  return (await fetch(probe)).json() as Promise<{ wall: number; busy: number }>
}

if (!(await isBuildCurrent())) await build()
const given = process.argv[2]
const only = process.argv[3]
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'molar-stalls-'))
if (!existsSync(join(dataDir, 'molar.db'))) await fillYears(dataDir, clinic, today)
const port = await freePort()
const probe = `http://127.0.0.1:${port}/`
const started = performance.now()
const child = await startPortal(dataDir, {
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'stall-probe.ts'))}`,
  PROBE_PORT: String(port),
})
console.log(`answers after ${(performance.now() - started).toFixed(0)} ms`)
await readProbe(probe)
await wait(20_000)
const first = await readProbe(probe)
console.log(
  `first 20 s: longest turn ${first.wall.toFixed(0)} ms, busy ${first.busy.toFixed(0)} ms`,
)
console.log(
  `${'median ms'.padStart(10)}${'longest'.padStart(9)}${'busy'.padStart(7)}${'after'.padStart(7)}`,
)
for (const [name, ask] of Object.entries(asks)) {
  if (only && !only.split('|').some((part) => name.includes(part))) continue
  const { status, took, wall, busy, after } = await measure(
    child.origin,
    probe,
    await withBody(child.origin, ask),
  )
  const cells = [took.toFixed(1).padStart(10), wall.toFixed(0).padStart(9)]
  cells.push(busy.toFixed(0).padStart(7), after.toFixed(0).padStart(7))
  console.log(`${cells.join('')}  ${name} (${status})`)
}
console.log(`${child.residentMb().toFixed(0)} MB resident`)
await child.stop()
