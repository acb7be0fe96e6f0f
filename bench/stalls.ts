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

const appointments = Number(process.env.APPOINTMENTS ?? 1_000_000)
const clinic = { patients: appointments / 20, appointments, ahead: Math.ceil(appointments / 9.8) }
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
  'GET /available/days': { path: `/available/days?month=${month}` },
  'GET /available/next': { path: `/available/next?date=${today}` },
  'GET /booking, 5,000 of one account': {
    path: `/booking?email=${patientEmail}`,
    token: patientToken,
  },
  ...Object.fromEntries(
    [
      `/history?email=${patientEmail}`,
      '/booking/00000000',
      '/booking/00000000/history',
      '/booking/00000000/change',
      '/waitlist',
      '/family',
      '/account',
      '/account/data',
    ].map((path) => [`GET ${path}`, { path, token: patientToken }]),
  ),
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
  ...Object.fromEntries(
    [
      '/staff/counts',
      '/staff/appointments/00000000',
      '/staff/patients?limit=50',
      '/staff/patients?limit=50&search=an',
      '/staff/patients?limit=50&search=anna%20maas',
      '/staff/patients/u0',
      '/staff/patients/u0/data',
      '/staff/patients/u0/looks',
      '/staff/messages?limit=50',
      '/staff/reviews?limit=50',
      `/staff/collected?month=${month}`,
      `/staff/practice?from=${addDays(today, -91)}&to=${today}`,
      `/users/removal/${patientEmail}`,
    ].map((path) => [path, staff(path)]),
  ),
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

async function send(origin: string, { method = 'GET', path, token, body }: Ask) {
  const started = performance.now()
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  let began: number | undefined
  // Read to its end, and not kept.
  for await (const _ of response.body ?? []) began ??= performance.now() - started
  const took = performance.now() - started
  return { status: response.status, began: began ?? took, took }
}

async function withBody(origin: string, ask: Ask): Promise<Ask> {
  if (ask.bodyFrom === undefined) return ask
  return { ...ask, body: await (await fetch(`${origin}${ask.bodyFrom}`)).json() }
}

/**
 * Time of the call, the longest time to the first piece of an answer, and the longest turn of the event loop
 * while it ran and a little after.
 */
async function measure(origin: string, probe: string, ask: Ask) {
  const took: number[] = []
  const began: number[] = []
  const longest = { wall: 0, busy: 0, after: 0 }
  let status = 0
  for (let round = 0; round < rounds; round += 1) {
    await (await fetch(probe)).text()
    const sent = Array.from({ length: ask.atOnce ?? 1 }, () => send(origin, ask))
    const answers = await Promise.all(sent)
    status = answers[0]?.status ?? 0
    took.push(Math.max(...answers.map((answer) => answer.took)))
    began.push(...answers.map((answer) => answer.began))
    const during = await readProbe(probe)
    if (ask.method) await wait(3000)
    const after = await readProbe(probe)
    longest.wall = Math.max(longest.wall, during.wall)
    longest.busy = Math.max(longest.busy, during.busy)
    longest.after = Math.max(longest.after, after.busy)
  }
  return { status, took: median(took), began: Math.max(...began), ...longest }
}

async function readProbe(probe: string): Promise<{ wall: number; busy: number }> {
  return (await fetch(probe)).json() as Promise<{ wall: number; busy: number }>
}

if (!(await isBuildCurrent())) await build()
const given = process.argv[2]
const only = process.argv[3]
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'molar-stalls-'))
const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl && !existsSync(join(dataDir, 'molar.db'))) await fillYears(dataDir, clinic, today)
const port = await freePort()
const probe = `http://127.0.0.1:${port}/`
const started = performance.now()
const child = await startPortal(dataDir, {
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'stall-probe.ts'))}`,
  PROBE_PORT: String(port),
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})
console.log(`answers after ${(performance.now() - started).toFixed(0)} ms`)
await readProbe(probe)
await wait(20_000)
const first = await readProbe(probe)
console.log(
  `first 20 s: longest turn ${first.wall.toFixed(0)} ms, busy ${first.busy.toFixed(0)} ms`,
)
console.log(
  `${'median ms'.padStart(10)}${'begins'.padStart(8)}${'longest'.padStart(9)}${'busy'.padStart(7)}${'after'.padStart(7)}`,
)
for (const [name, ask] of Object.entries(asks)) {
  if (only && !only.split('|').some((part) => name.includes(part))) continue
  const { status, took, began, wall, busy, after } = await measure(
    child.origin,
    probe,
    await withBody(child.origin, ask),
  )
  const cells = [took.toFixed(1).padStart(10), began.toFixed(0).padStart(8)]
  cells.push(wall.toFixed(0).padStart(9))
  cells.push(busy.toFixed(0).padStart(7), after.toFixed(0).padStart(7))
  console.log(`${cells.join('')}  ${name} (${status})`)
}
console.log(`${child.residentMb().toFixed(0)} MB resident`)
await child.stop()
