import { createConnection, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { listen } from './listen.ts'

/** More than the system's buffers of one connection hold. */
const large = Buffer.alloc(16 * 1024 * 1024)

/** A bare app on a port of its own; `lines` is its log. */
async function openServer(
  settings: Record<string, string> = {},
  bounds: Parameters<typeof listen>[3] = {},
) {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(line) })
  const app = new Hono()
  let begun = 0
  app.get('/healthz', (http) => http.json({ status: 'alive' }))
  app.get('/large', (http) => {
    begun += 1
    return http.body(large)
  })
  const inHand = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  app.get('/slow', async (http) => {
    inHand.resolve()
    await finish.promise
    return http.text('done')
  })
  const server = await listen(app, readConfig({ PORT: '0', ...settings }), log, bounds)
  onTestFinished(() => server.drain())
  const origin = `http://127.0.0.1:${server.port}`
  return {
    ...server,
    app,
    origin,
    lines,
    begun: () => begun,
    inHand: inHand.promise,
    finish: finish.resolve,
  }
}

/** A client that can write any bytes; `text` is everything it has received. */
async function connect(port: number) {
  const socket = createConnection(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  let text = ''
  const read = () =>
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
  return { socket, ended, read, text: () => text }
}

const get = (path: string, ...more: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: clinic.example', ...more, '', ''].join('\r\n')

test('a client that pipelines requests without reading costs one answer and delays no other client', async () => {
  const { port, origin, begun } = await openServer()
  const clients: Socket[] = []
  for (let n = 0; n < 20; n += 1) {
    const { socket } = await connect(port)
    socket.pause().write(get('/large').repeat(30))
    clients.push(socket)
  }
  await expect.poll(begun).toBeGreaterThanOrEqual(clients.length)
  // However long that goes on, a second answer begins only after the first is handed to the system: never
  // thirty.
  for (let n = 0; n < 20; n += 1) {
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    await nextTurn()
  }
  expect(begun()).toBeLessThan(clients.length * 10)
})

test('at most one pipelined request starts per turn of the event loop, over all connections', async () => {
  let turn = 0
  const countTurn = () => {
    turn += 1
    counting = setImmediate(countTurn)
  }
  let counting = setImmediate(countTurn)
  onTestFinished(() => clearImmediate(counting))
  const { port, app } = await openServer()
  const turns: number[] = []
  app.get('/first', (http) => http.text('first'))
  app.get('/ahead', (http) => {
    turns.push(turn)
    return http.text('ahead')
  })
  const clients = await Promise.all(Array.from({ length: 5 }, () => connect(port)))
  const last = get('/ahead', 'Connection: close')
  for (const { read, socket } of clients) {
    read()
    socket.write(get('/first') + get('/ahead').repeat(9) + last)
  }
  await Promise.all(clients.map(({ ended }) => ended))
  expect(turns).toHaveLength(50)
  expect(new Set(turns).size).toBe(50)
})

test('pipelined requests are answered in order, and too many cut the connection', async () => {
  const { port } = await openServer()
  const patient = await connect(port)
  patient.read()
  patient.socket.write(get('/healthz') + get('/nowhere') + get('/healthz', 'Connection: close'))
  await patient.ended
  expect(patient.text().match(/HTTP\/1.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 404',
    'HTTP/1.1 200',
  ])
  const greedy = await connect(port)
  greedy.read()
  greedy.socket.write(get('/healthz').repeat(1_000))
  await greedy.ended
  expect(greedy.text().match(/HTTP\/1.1/g)?.length ?? 0).toBeLessThan(1_000)
})

test('the 513th connection of one address is closed, and closing another makes room', async () => {
  const { port, origin } = await openServer()
  const open = await Promise.all(Array.from({ length: 512 }, () => connect(port)))
  const late = await connect(port)
  await late.ended
  open[0]?.socket.destroy()
  await expect
    .poll(() =>
      fetch(`${origin}/healthz`).then(
        () => 'let in',
        () => 'cut',
      ),
    )
    .toBe('let in')
})

test('when all connections are taken, the longest idle one is closed, never one with a request in progress', async () => {
  const noted: string[] = []
  const note = (bound: string) => void noted.push(bound)
  const opened = await openServer({}, { note, bounds: { maxConnections: 3 } })
  const busy = await connect(opened.port)
  busy.read()
  busy.socket.write(get('/slow', 'Connection: close'))
  await opened.inHand
  const [longest, later] = [await connect(opened.port), await connect(opened.port)]
  // A request whose headers are incomplete does not count as in progress.
  longest.socket.write('GET /healthz HTTP/1.1\r\nHost: clin')
  const newcomer = await connect(opened.port)
  await longest.ended
  for (const client of [later, newcomer]) {
    client.read()
    client.socket.write(get('/healthz', 'Connection: close'))
    await client.ended
    expect(client.text()).toMatch(/^HTTP\/1.1 200 /)
  }
  expect(noted).toEqual(['connections'])
  opened.finish()
  await busy.ended
  expect(busy.text()).toMatch(/done$/)
})

test.each([
  ['headers', { headersTimeout: 50 }, 'GET /healthz HTTP/1.1\r\nHost: clin'],
  ['a body', { requestTimeout: 50 }, get('/nowhere', 'Content-Length: 9')],
])(
  'a client that does not finish %s is disconnected, and others are answered',
  async (_, times, begun) => {
    const bounds = { connectionsCheckingInterval: 20, headersTimeout: 40, ...times }
    const { port, origin } = await openServer({}, { bounds })
    const slow = await connect(port)
    slow.read()
    slow.socket.write(begun)
    await slow.ended
    expect(slow.text()).toMatch(/HTTP\/1.1 408 /)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  },
)

test('a client that does not read is disconnected, and the server goes on answering', async () => {
  const { port, origin } = await openServer({}, { bounds: { timeout: 50 } })
  const deaf = await connect(port)
  deaf.socket.pause().write(get('/large'))
  // Nothing more can be written to a connection that the server has closed.
  const isCut = () => {
    deaf.socket.write(get('/healthz'))
    return deaf.socket.destroyed
  }
  await expect.poll(isCut, { interval: 200 }).toBe(true)
  // On a busy machine a request may also take longer than the 50 ms, and is cut.
  const ask = () => fetch(`${origin}/healthz`).catch(() => null)
  await expect.poll(async () => (await ask())?.status).toBe(200)
})

test('a trusted proxy may open any number of connections', async () => {
  const { port, origin } = await openServer({ TRUST_PROXY: '127.0.0.0/8' })
  await Promise.all(Array.from({ length: 520 }, () => connect(port)))
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
})

test('two Host headers are refused', async () => {
  const { port } = await openServer()
  const client = await connect(port)
  client.read()
  client.socket.write(get('/healthz', 'host: other.example'))
  await client.ended
  expect(client.text()).toMatch(/^HTTP\/1.1 400 /)
  expect(client.text()).toContain('"code":"invalid_input"')
})

test('while the server drains, a response in progress completes with Connection: close', async () => {
  const { port, drain, inHand, finish } = await openServer()
  const idle = await connect(port)
  const busy = await connect(port)
  busy.read()
  busy.socket.write(get('/slow'))
  await inHand
  const drained = drain()
  await idle.ended
  finish()
  await drained
  await busy.ended
  expect(busy.text()).toMatch(/^HTTP\/1.1 200 /)
  expect(busy.text()).toMatch(/connection: close/i)
  expect(busy.text()).toMatch(/done$/)
})

test('while the server drains, a request that was on its way on an open connection is answered', async () => {
  const { port, drain } = await openServer()
  const kept = await connect(port)
  const unused = await connect(port)
  for (const { read } of [kept, unused]) read()
  kept.socket.write(get('/healthz'))
  await expect.poll(kept.text).toMatch(/ 200 /)
  const drained = drain()
  for (const { socket } of [kept, unused]) socket.write(get('/healthz'))
  await drained
  await Promise.all([kept.ended, unused.ended])
  expect(kept.text().match(/ 200 /g)).toHaveLength(2)
  expect(unused.text()).toMatch(/ 200 [\s\S]*connection: close/i)
})

test('an untrusted X-Forwarded-For is logged once', async () => {
  const { origin, lines } = await openServer()
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    await fetch(`${origin}/healthz`, { headers: { 'x-forwarded-for': address } })
  }
  expect(lines).toEqual([expect.stringContaining('set TRUST_PROXY')])
  const trusting = await openServer({ TRUST_PROXY: 'on' })
  await fetch(`${trusting.origin}/healthz`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(trusting.lines).toEqual([])
})

test('every answer has the security headers', async () => {
  const plain = await openServer()
  const secure = await openServer({ PUBLIC_URL: 'https://clinic.example' })
  for (const path of ['/healthz', '/nowhere']) {
    const headers = Object.fromEntries((await fetch(secure.origin + path)).headers)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), display-capture=()'),
      'strict-transport-security': 'max-age=31536000',
    })
    const bare = (await fetch(plain.origin + path)).headers
    expect(bare.get('strict-transport-security')).toBeNull()
    expect(bare.get('x-content-type-options')).toBe('nosniff')
  }
})
