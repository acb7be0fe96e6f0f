import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDayAfter, ratio, round as thousands } from './available.ts'
import { type Child, startChild, startPortal } from './child.ts'
import { makeClinic, makePatients, type Slot } from './fill.ts'
import { askFor } from './load.ts'
import { median } from './median.ts'

// What an answer takes of the server's processor, which other work on the machine changes less than its
// pace: beside a bare server of the same bytes and, with a folder, beside the portal of another checkout.
// `node bench/answers.ts [rounds] [seconds] [folder of another checkout, built]`

const [rounds = 5, seconds = 2] = process.argv.slice(2, 4).map(Number)
const [, , , , other] = process.argv

const today = new Date().toISOString().slice(0, 10)
const day = openDayAfter(today)
/** As browsers ask. */
const browser = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
}
const booked = 3

type Headers = Record<string, string>
type Side = { name: string; server: Child; path: string; headers: Headers }
type Measured = {
  /** Of the server's processor, for one request. */
  micros: number
  /** Requests a second. */
  rate: number
  /** Milliseconds. */
  p99: number
}

const folder = mkdtempSync(join(tmpdir(), 'molar-bench-'))
try {
  await measure()
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(): Promise<void> {
  const portals = [await openPortal('this')]
  if (other !== undefined) portals.push(await openPortal('other', resolve(other)))
  const asked: [path: string, headers: Headers][] = [
    [`/available?date=${day}`, {}],
    ['/service', browser],
    ['/calendar', browser],
    ['/', browser],
    [
      `/booking?email=${portals[0]?.email}`,
      { ...browser, authorization: `Bearer ${portals[0]?.token}` },
    ],
  ]
  for (const [path, headers] of asked) {
    const bare = await startBare(portals[0]?.server, path, headers)
    const sides = [
      { name: 'bare', server: bare, path: '/', headers },
      ...portals.map(({ name, server }) => ({ name, server, path, headers })),
    ]
    console.log(`GET ${path}: ${await compare(sides)}`)
    await bare.stop()
  }
  for (const { server } of portals) await server.stop()
}

/** Asks each in turns; each comes first as often. The first round warms up. */
async function compare(sides: readonly Side[]): Promise<string> {
  const seen = new Map<string, Measured[]>(sides.map(({ name }) => [name, []]))
  for (let turn = 0; turn <= rounds; turn += 1) {
    for (let place = 0; place < sides.length; place += 1) {
      const side = sides[(place + turn) % sides.length] as Side
      const measured = await ask(side)
      if (turn > 0) seen.get(side.name)?.push(measured)
    }
  }
  const middle = (name: string, of: keyof Measured) =>
    median(seen.get(name)?.map((one) => one[of]) ?? [])
  return sides
    .map(({ name }) => {
      const [micros, rate, p99] = [
        middle(name, 'micros'),
        middle(name, 'rate'),
        middle(name, 'p99'),
      ]
      const pace = `${thousands(rate)}/s (${ratio(rate, middle('bare', 'rate'))})`
      return `${name} ${micros.toFixed(1)} µs, ${pace}, p99 ${p99.toFixed(1)} ms`
    })
    .join('; ')
}

async function ask({ server, path, headers }: Side): Promise<Measured> {
  const before = server.cpuMs()
  const { total, rate, p99 } = await askFor(server.origin + path, seconds, headers)
  return { micros: ((server.cpuMs() - before) * 1000) / total, rate, p99 }
}

/** A portal of its own with some bookings of one patient, whose token is given. */
async function openPortal(name: string, checkout?: string) {
  const dataDir = join(folder, name)
  const slots = await makeClinic(dataDir, 1_000, today)
  const [patient] = makePatients(dataDir, 1)
  if (!patient) throw new Error('No patient was made')
  const server = await startPortal(dataDir, {}, checkout)
  for (const one of slotsApart(slots)) {
    const { treatmentId, slot, price } = one
    const body = { treatmentId, treatment: '', date: day, slot, price, patient: patient.email }
    const answer = await fetch(`${server.origin}/booking`, {
      method: 'POST',
      headers: { authorization: `Bearer ${patient.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, phone: '' }),
    })
    if (!answer.ok) throw new Error(`A booking was answered ${answer.status}`)
  }
  return { name, server, ...patient }
}

/** Of different treatments, one after the other. */
function slotsApart(slots: readonly Slot[]): Slot[] {
  const chosen: Slot[] = []
  for (const one of slots.toSorted((a, b) => a.start - b.start)) {
    const isApart = chosen.every(
      ({ treatmentId, end }) => treatmentId !== one.treatmentId && end <= one.start,
    )
    if (isApart && chosen.length < booked) chosen.push(one)
  }
  return chosen
}

/** A bare server of the bytes that the portal answers, compressed as they are. */
async function startBare(portal: Child | undefined, path: string, headers: Headers) {
  const bytes = await new Promise<Buffer>((done, failed) => {
    const sent = request(`${portal?.origin}${path}`, { headers }, async (response) => {
      done(Buffer.concat(await response.toArray()))
    })
    sent.once('error', failed).end()
  })
  const file = join(folder, 'bytes')
  writeFileSync(file, bytes)
  return startChild(['bench/bare-http.ts', file])
}
