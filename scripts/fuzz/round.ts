import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { type Endpoint, neededFor } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { mayRole } from '../../contract/roles.ts'
import { openDatabase } from '../../server/db/database.ts'
import { findViolations } from '../../server/db/rules.ts'
import { createDice, type Dice } from '../demo-clinic/dice.ts'
import { freePort } from '../free-port.ts'
import { type Engine, openPortal } from '../holes/portal.ts'
import { createComposer, type Mood } from './calls.ts'
import { type Operation, readDocument } from './document.ts'
import { createPeople, nobody, type Person, type Role, roles } from './people.ts'
import { createPool } from './pool.ts'
import { type Answer, createSender, type Request, sendRaw } from './send.ts'
import { strangePath, undescribed } from './undescribed.ts'
import { createMaker } from './values.ts'

/** The longest allowed turn of the event loop, in milliseconds of processor time. */
const longestTurnMs = 200
/** Concurrent requests. */
const lanes = 12
const probe = join(import.meta.dirname, '../../bench/stall-probe.ts')
/** Calls that end the session, hash a password or start a process: made less often. */
const rare = new Set([
  ...['deleteAccount', 'endSessions', 'endSession', 'changePassword', 'startEmailChange'],
  ...[
    'confirmByPassword',
    'confirmWithNewPassword',
    'uploadImage',
    'POST /api/auth/reset-password',
  ],
  ...['POST /api/auth/sign-in/email', 'POST /api/auth/sign-up/email'],
  'POST /api/auth/request-password-reset',
])
/** The share of each role among the calls. */
const shares: Role[] = [
  'nobody',
  ...Array<Role>(5).fill('patient'),
  ...Array<Role>(2).fill('desk'),
  ...Array<Role>(2).fill('doctor'),
  ...Array<Role>(6).fill('admin'),
]
/** The capability that a staff call needs, by its name in the document. */
const needed = new Map(
  Object.entries<Endpoint>(everyEndpoint).map(([name, endpoint]) => [name, neededFor(endpoint)]),
)

export type Finding = { why: string; what: string }
export type Round = {
  requests: number
  statuses: Map<string, number>
  /** Operations that succeeded at least once. */
  succeeded: Set<string>
  operations: number
  longestTurn: number
  longestWait: number
  findings: Finding[]
}

type Fuzz = {
  round: Round
  operations: Operation[]
  compose: ReturnType<typeof createComposer>
  pool: ReturnType<typeof createPool>
  sender: ReturnType<typeof createSender>
  origin: string
  /** The requests since the event loop was last checked. */
  slowest: { ms: number; request: Request }[]
  people: Person[]
  replace: (person: Person) => Promise<void>
}

/** Runs this many requests on a new portal; the same seed makes the same requests, as far as answers allow. */
export async function runRound(engine: Engine, seed: number, requests: number): Promise<Round> {
  const probePort = String(await freePort())
  const flags = ['--import', pathToFileURL(probe).href]
  const settings = { PROBE_PORT: probePort, LOG_LEVEL: 'error' }
  const portal = await openPortal(engine, settings, { flags, folder: '/dev/shm' })
  const database = await openDatabase(portal)
  const { origin } = portal
  const described = await (await fetch(`${origin}/openapi.json`)).json()
  const { operations, follow } = readDocument(described)
  const round: Round = {
    ...{ requests: 0, statuses: new Map(), succeeded: new Set(), operations: operations.length },
    ...{ longestTurn: 0, longestWait: 0, findings: [] },
  }
  const { today } = BookingCalendar.parse(await (await fetch(`${origin}/calendar`)).json())
  const pool = createPool()
  const { enter } = createPeople(origin, database)
  const people: Person[] = [nobody]
  for (const role of roles) {
    if (role === 'nobody') continue
    for (let count = 0; count < 3; count += 1) people.push(await enter(role))
  }
  const replace = async (gone: Person) => {
    const at = people.indexOf(gone)
    if (at < 0 || gone.role === 'nobody') return
    people.splice(at, 1)
    people.push(await enter(gone.role))
  }
  const compose = createComposer(createMaker(follow), { pool, today, origin })
  const sender = createSender(origin, lanes)
  const all = [...operations, ...undescribed]
  const slowest: Fuzz['slowest'] = []
  const watch = watchLoop(probePort, { round, slowest })
  const mails = readMails(join(portal.dataDir, 'outbox'), pool, createDice(seed))
  const fuzz = { round, operations: all, compose, pool, sender, origin, slowest, people, replace }
  try {
    let next = 0
    let isOver = false
    const lane = async () => {
      try {
        while (next < requests && !isOver) await tryOne(fuzz, createDice(seed * 1_000_003 + next++))
      } finally {
        isOver = true
      }
    }
    await Promise.allSettled(Array.from({ length: lanes }, lane)).then(throwFirst)
    for (const broken of await findViolations(database)) note(round, JSON.stringify(broken), '')
    const alive = await fetch(`${origin}/healthz`).catch(() => null)
    if (!alive?.ok) note(round, 'the process ended', portal.output().slice(-2000))
  } catch (fault) {
    note(round, String(fault), portal.output().slice(-2000))
  } finally {
    await Promise.all([watch.stop(), mails.stop()])
    sender.close()
    await database.close()
    for (const line of portal
      .output()
      .split('\n')
      .filter((one) => /"level":(50|60)/.test(one))) {
      note(round, 'the log has an error', line.slice(0, 1500))
    }
    await portal.close()
  }
  return round
}

/** Calls that create the records that most other calls need. */
const makers = new Set([
  ...['listTreatments', 'listAvailable', 'bookAppointment', 'addDoctor', 'addChair', 'listDoctors'],
  ...['changeDoctorSchedule', 'bookForPatient', 'addPatient', 'addDependent', 'requestEarlier'],
  'createPaymentIntent',
])

function choose(operations: Operation[], { requests }: Round, dice: Dice): Operation {
  const isEarly = requests < 200 || dice.chance(0.1)
  return dice.pick(isEarly ? operations.filter(({ id }) => makers.has(id)) : operations)
}

async function tryOne(fuzz: Fuzz, dice: Dice): Promise<void> {
  const { round, operations, people, pool, sender, origin } = fuzz
  const operation = choose(operations, round, dice)
  if (rare.has(operation.id) && dice.chance(0.95)) return tryOne(fuzz, dice)
  round.requests += 1
  if (dice.chance(0.005)) return tryRaw(fuzz, dice)
  const role = dice.pick(shares)
  const peers = people.filter((one) => one.role === role)
  // While the last account of a role is replaced, the role has none.
  const person = peers.length > 0 ? dice.pick(peers) : nobody
  const mood: Mood = dice.pick(['valid', 'valid', 'nearly', 'wild'])
  const isLost = dice.chance(0.02)
  const composed = fuzz.compose({ operation, person, mood, dice })
  const request = isLost ? { ...composed.request, path: strangePath(dice) } : composed.request
  await notePromotion(fuzz, request)
  const began = performance.now()
  const answer = await sender.send(request).catch((fault: Error) => fault)
  fuzz.slowest.push({ ms: performance.now() - began, request })
  if (answer instanceof Error) return noteSilence(round, request, answer)
  count(round, String(answer.status))
  const isPlain = !isLost && !composed.isWrapped
  judge(fuzz, { operation, person, request, answer, isPlain })
  if (answer.status === 200) round.succeeded.add(operation.id)
  if (answer.status === 200 && answer.type.startsWith('application/json')) {
    pool.harvest(operation.path, parse(answer.text), person.email, dice)
  }
  if (
    answer.status === 401 &&
    person.token &&
    operation.isGuarded &&
    hasOwnProof(request, person)
  ) {
    const again = await fetch(`${origin}/account`, {
      headers: { authorization: `Bearer ${person.token}` },
    }).catch(() => null)
    await again?.arrayBuffer()
    if (again?.status === 401) await fuzz.replace(person)
  }
}

/** Called before a request is sent: an account whose role an admin may change no longer represents its role. */
async function notePromotion({ people, replace }: Fuzz, { path }: Request): Promise<void> {
  if (!/^\/users\/(admin|role)/.test(path)) return
  const aimed = people.find(
    ({ id, email }) => id && (path.includes(id) || path.includes(encodeURIComponent(email))),
  )
  if (aimed) await replace(aimed)
}

function throwFirst(outcomes: PromiseSettledResult<void>[]): void {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

const hasOwnProof = ({ headers }: Request, { token }: Person) =>
  headers.authorization === `Bearer ${token}`

async function tryRaw({ round, origin }: Fuzz, dice: Dice): Promise<void> {
  const { line, status } = await sendRaw(origin, dice)
  count(round, status === 0 ? 'hung up' : String(status))
  if (status >= 500) note(round, `raw ${status}`, line)
}

type Asked = {
  operation: Operation
  person: Person
  request: Request
  answer: Answer
  /** The document has it. */
  isPlain: boolean
}

function judge(
  { round, people }: Fuzz,
  { operation, person, request, answer, isPlain }: Asked,
): void {
  const found = (why: string) =>
    note(
      round,
      `${operation.id}: ${why}`,
      `${show(request)}\n  ${answer.status} ${answer.text.slice(0, 600)}`,
    )
  if (answer.status >= 500) found(`status ${answer.status}`)
  if (!isPlain) return
  const isSuccess = answer.status < 300
  if (isSuccess && operation.isGuarded && person.role === 'nobody') found('open to everybody')
  const need = needed.get(operation.id)
  // A replaced account may have another role by then.
  if (isSuccess && need && person.role !== 'nobody' && people.includes(person)) {
    if (!mayRole(person.role, need)) found(`open to the role ${person.role}`)
  }
  const problem = operation.check(answer)
  if (problem) found(problem)
}

/** If a body is far too long, the connection may end before it is written. */
function noteSilence(round: Round, request: Request, fault: Error): void {
  const isLong = Buffer.byteLength(request.body ?? '') > 60_000
  const isOddMethod = !/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(request.method)
  count(round, 'hung up')
  if (isLong || isOddMethod) return
  note(round, `no answer: ${fault.message}`, show(request))
}

function show({ method, path, headers, body }: Request): string {
  const { authorization, cookie, ...rest } = headers
  const proof = [authorization && 'token', cookie && 'cookie'].filter(Boolean).join('+') || 'nobody'
  const text = body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : (body ?? '')
  return `${method} ${path} (${proof}) ${JSON.stringify(rest)} ${text.slice(0, 800)}`
}

function note({ findings }: Round, why: string, what: string): void {
  if (findings.filter((one) => one.why === why).length < 3) findings.push({ why, what })
}

function count({ statuses }: Round, status: string): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Collects the links in mails as they are sent. */
function readMails(folder: string, pool: Fuzz['pool'], dice: Dice) {
  let seen = ''
  return every(1000, async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    for (const name of names.sort().filter((one) => one > seen)) {
      const mail = await readFile(join(folder, name), 'latin1')
      pool.keepLinks(mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='), dice)
      seen = name
    }
  })
}

/** Repeats an act until it is stopped. */
function every(ms: number, act: () => Promise<void>) {
  let isOver = false
  const acting = (async () => {
    while (!isOver) {
      await act()
      await wait(ms)
    }
  })()
  return {
    stop: () => {
      isOver = true
      return acting
    },
  }
}

const Longest = z.object({ wall: z.number(), busy: z.number() })

/** Reads the longest turn of the portal's event loop twice a second, within its process. */
function watchLoop(port: string, { round, slowest }: Pick<Fuzz, 'round' | 'slowest'>) {
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    return Longest.parse(await answer.json())
  }
  const noteTurn = ({ wall, busy }: z.infer<typeof Longest>) => {
    round.longestTurn = Math.max(round.longestTurn, busy)
    round.longestWait = Math.max(round.longestWait, wall)
    const window = slowest.splice(0).sort((one, other) => other.ms - one.ms)
    if (busy <= longestTurnMs) return
    const suspects = window
      .slice(0, 4)
      .map(({ ms, request }) => `${ms.toFixed(0)} ${show(request)}`)
    note(round, 'the event loop was held', `${busy.toFixed(0)} ms\n    ${suspects.join('\n    ')}`)
  }
  // The program's start does not count.
  let isStart = true
  return every(500, async () => {
    // Its server closes idle connections, sometimes at the moment of a call.
    const longest = await read().catch(() => null)
    if (longest && !isStart) noteTurn(longest)
    isStart = false
  })
}
