import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as z from 'zod'
import { addDays, weekdayOf } from '../contract/date.ts'
import { build, isBuildCurrent } from '../scripts/build.ts'
import { type Child, startPortal } from './child.ts'

/**
 * What clients that are slow or many do to everybody else: `GET /available` is asked a hundred times a
 * second by another process while they are there. Loopback only, from many of its addresses, since
 * rate limits are on; it ends what it started. May be given: the seconds of each measure, and which of
 * them besides the quiet ones.
 */
const [given = '8', ...wanted] = process.argv.slice(2)
const seconds = Number(given)
/** Together, so that the queue of connections to be accepted never overflows. */
const atOnce = 100

const run = promisify(execFile)
const Probed = z.object({ times: z.array(z.number()), failed: z.number() })
type Probed = z.infer<typeof Probed>

/** The clients present during a measurement: `count` describes their number, `leave` disconnects them. */
type Crowd = { count: () => string; leave: () => void }

const crowds: Record<string, (portal: Child) => Promise<Crowd>> = {
  quiet: async () => ({ count: () => '', leave: () => {} }),
  'slow headers': (portal) =>
    drip(portal, 1000, 'GET /available HTTP/1.1\r\nHost: clinic.example\r\nX-Slow: '),
  'slow bodies': (portal) =>
    drip(
      portal,
      1000,
      'POST /contact-messages HTTP/1.1\r\nHost: clinic.example\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n',
    ),
  'slow readers': async (portal) => {
    // More than the system takes for one connection, so that the server has to hold the rest.
    const long = 'GET /openapi.json HTTP/1.1\r\nHost: clinic.example\r\n\r\n'
    const sockets = await connectAll(portal, 100, (socket) => {
      socket.pause().write(long.repeat(30))
    })
    return crowdOf(sockets)
  },
  'idle connections': async (portal) => crowdOf(await connectAll(portal, 10_000)),
  streams: async (portal) => {
    const date = nextDay()
    const line = `GET /available/changes?date=${date} HTTP/1.1\r\nHost: clinic.example\r\n\r\n`
    const sockets = await connectAll(portal, 2000, (socket) => {
      socket.resume().write(line)
    })
    return crowdOf(sockets)
  },
  'sign-ins': signInAll,
  'quiet again': async () => ({ count: () => '', leave: () => {} }),
}

/** A day on which the demo clinic is open. */
function nextDay(): string {
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 2)
  return weekdayOf(tomorrow) === 0 ? addDays(tomorrow, 1) : tomorrow
}

/** Fewer than the connections and streams that one network may have. */
function addressOf(n: number): string {
  return `127.1.${Math.floor(n / 40 / 250)}.${2 + (Math.floor(n / 40) % 250)}`
}

async function connectAll(
  { origin }: Child,
  count: number,
  begin: (socket: Socket) => void = () => {},
): Promise<Socket[]> {
  const port = Number(new URL(origin).port)
  const connect = (n: number) =>
    new Promise<Socket | null>((resolve) => {
      const socket = createConnection({ port, host: '127.0.0.1', localAddress: addressOf(n) })
      socket.once('connect', () => {
        begin(socket)
        resolve(socket)
      })
      socket.once('error', () => resolve(null)).on('error', () => {})
    })
  const sockets: Socket[] = []
  for (let from = 0; from < count; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => connect(from + n))
    for (const socket of await Promise.all(some)) if (socket) sockets.push(socket)
  }
  return sockets
}

function crowdOf(sockets: readonly Socket[], end: () => void = () => {}): Crowd {
  return {
    count: () => {
      const open = sockets.filter(({ destroyed }) => !destroyed).length
      return `${sockets.length}, ${open} at the end`
    },
    leave: () => {
      end()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Requests that begin and go on with a byte a second. */
async function drip(portal: Child, count: number, begun: string): Promise<Crowd> {
  const sockets = await connectAll(portal, count, (socket) => {
    socket.resume().write(begun)
  })
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, 1000)
  return crowdOf(sockets, () => clearInterval(timer))
}

/** Fifty concurrent sign-ins, from as many networks, for addresses without an account. */
async function signInAll(portal: Child): Promise<Crowd> {
  let isOver = false
  let begun = 0
  const statuses = new Map<number, number>()
  const signIn = (n: number) =>
    new Promise<void>((resolve) => {
      const body = JSON.stringify({ email: `nobody${n}@patients.example`, password: 'not the one' })
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        origin: portal.origin,
      }
      const localAddress = `127.2.${Math.floor(n / 250) % 250}.${2 + (n % 250)}`
      const url = `${portal.origin}/api/auth/sign-in/email`
      const sent = request(
        url,
        { method: 'POST', agent: false, headers, localAddress },
        (answer) => {
          const status = answer.statusCode ?? 0
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          answer.resume().once('close', resolve)
        },
      )
      sent.once('error', () => resolve()).end(body)
    })
  const signer = async () => {
    while (!isOver) {
      begun += 1
      await signIn(begun)
    }
  }
  for (let n = 0; n < 50; n += 1) void signer()
  return {
    count: () =>
      `50 at once: ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')}`,
    leave: () => {
      isOver = true
    },
  }
}

async function probe({ origin }: Child): Promise<Probed> {
  const url = `${origin}/available?date=${nextDay()}`
  const file = join(import.meta.dirname, 'slow-probe.ts')
  const { stdout } = await run(process.execPath, [file, url, String(seconds)], {
    maxBuffer: 16 * 1024 * 1024,
  })
  return Probed.parse(JSON.parse(stdout))
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

if (!(await isBuildCurrent())) await build()
const folder = mkdtempSync(join(tmpdir(), 'molar-slow-'))
const portal = await startPortal(folder, { RATE_LIMIT: 'on', LOG_LEVEL: 'error' })
try {
  await probe(portal)
  // Made when it is first asked for, which is once in the life of a process.
  await (await fetch(`${portal.origin}/openapi.json`)).arrayBuffer()
  let quiet = Number.NaN
  console.log(
    '| meanwhile | how many | answers | failed | p50 ms | p99 ms | most ms | p99 beside quiet | resident MB |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, gather] of Object.entries(crowds)) {
    if (wanted.length > 0 && !name.startsWith('quiet') && !wanted.includes(name)) continue
    const crowd = await gather(portal)
    const { times, failed } = await probe(portal)
    const p99 = quantile(times, 0.99)
    if (name === 'quiet') quiet = p99
    const figures = [quantile(times, 0.5), p99, Math.max(...times), p99 / quiet].map((figure) =>
      figure.toFixed(1),
    )
    const resident = portal.residentMb().toFixed(0)
    console.log(
      `| ${[name, crowd.count(), times.length, failed, ...figures, resident].join(' | ')} |`,
    )
    crowd.leave()
    await wait(1000)
  }
} finally {
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}
