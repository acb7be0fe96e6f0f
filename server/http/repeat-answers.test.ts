import {
  Agent,
  type IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
  request as send,
} from 'node:http'
import { Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { formatDay } from '../../contract/date.ts'
import { movingHeader } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/language.ts'
import { cancelBy, readTerms } from '../testing/changing.ts'
import { booked, monday, openPortal, type Portal, request, signIn } from '../testing/portal.ts'
import { createFill } from './fill-pages.ts'
import { windows } from './limits.ts'
import { listen } from './listen.ts'
import { pageRoutes } from './pages.ts'
import { textContent } from './send-content.ts'

const minuteMs = 60_000
const megabyte = 2 ** 20
const path = `/available?date=${encodeURIComponent(formatDay(monday))}`

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

/** A built page: its name and texts are the clinic's, in the reader's language. */
const template = Buffer.from('<title>%CLINIC_NAME%</title><main>%CLINIC_ABOUT%</main>')

/** The app on a real port, as `npm start` serves it. */
async function openServed(settings: Record<string, string> = {}) {
  const portal = await openPortal({ settings })
  const { app, config, deps } = portal
  const { before } = deps.repeats
  const fill = await createFill(portal.database, config)
  const page = {
    read: (language: Language) => fill(template, language),
    inlined: { scripts: [], styles: [] },
  }
  const long = {
    read: async () => textContent('x'.repeat(megabyte)),
    inlined: { scripts: [], styles: [] },
  }
  const byPath = new Map([
    ['/', page],
    ['/long', long],
  ])
  const pages = { files: new Map(), byPath, publicPaths: [], notFound: page }
  pageRoutes(app, pages, { ...config, ...deps, takesStripe: false })
  const own = { ...config, host: '127.0.0.1', port: 0 }
  let reached = 0
  const fetch: typeof app.fetch = (...call) => {
    reached += 1
    return app.fetch(...call)
  }
  const server = await listen({ fetch }, own, deps.log, { before })
  const bare = await listen(app, own, deps.log)
  for (const { drain } of [server, bare]) onTestFinished(drain)
  const agent = new Agent({ keepAlive: true })
  // Before they drain: a server waits for what an idle connection may be about to bring.
  onTestFinished(() => agent.destroy())
  const ask = (asked: Asked = {}, url = path) => askAt(agent, server.port, asked, url)
  /** The same from the app alone. */
  const askApp = (asked: Asked = {}, url = path) => askAt(agent, bare.port, asked, url)
  return { portal, ask, askApp, reached: () => reached }
}

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

function askAt(
  agent: Agent,
  port: number,
  { method = 'GET', headers = {}, body = '' }: Asked,
  path: string,
) {
  return new Promise<Answer>((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, method, path, headers }
    const sent = send(options, async (response) => {
      const { date: _, ...rest } = response.headers
      const bytes = Buffer.concat(await response.toArray())
      const unpack = unpacks[rest['content-encoding'] ?? '']
      const text = (unpack && bytes.length > 0 ? unpack(bytes) : bytes).toString()
      resolve({ status: response.statusCode, headers: rest, body: text })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

const unpacks: Record<string, (packed: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

const slotsOf = ({ body }: Answer): string[] => JSON.parse(body)[0].slots
/** The app's own answer, without a port. */
const appSays = async (portal: Portal) => (await portal.app.request(path)).text()

test('two identical requests get the same answer, also with non-ASCII text', async () => {
  const { portal, ask, reached } = await openServed()
  const { engine, query } = portal.database
  await query
    .updateTable('treatments')
    .set({ name: 'Limpieza de encías 歯 🦷' })
    .where('id', '=', portal.treatments[0]?._id ?? '')
    .execute()
  portal.deps.availability.forget('*')
  const first = await ask()
  expect(first.status).toBe(200)
  expect(first.body).toBe(await appSays(portal))
  expect(await ask()).toEqual(first)
  // On PostgreSQL another process may have changed it.
  expect(reached()).toBe(engine === 'sqlite' ? 1 : 2)
  expect(await ask({ method: 'HEAD' })).toEqual({ ...first, headers: expect.anything(), body: '' })
  const withBody = { 'content-type': 'application/json', 'content-length': '2' }
  expect(await ask({ headers: withBody, body: '{}' })).toEqual(first)
})

test('a booked time is no longer offered, and a cancelled one is again', async () => {
  const { portal, ask } = await openServed()
  const person = await signIn(portal)
  const slot = '8:00 AM - 8:30 AM'
  for (const _ of [1, 2]) expect(slotsOf(await ask())).toContain(slot)
  const appointment = await booked(portal, person, { slot })
  for (const _ of [1, 2]) expect(slotsOf(await ask())).not.toContain(slot)
  await cancelBy(portal, person, await readTerms(portal, person, appointment))
  for (const _ of [1, 2]) expect(slotsOf(await ask())).toContain(slot)
})

test('as time passes, slots that have started are not offered', async () => {
  const { portal, ask } = await openServed()
  const today = `/available?date=${encodeURIComponent('Jun 5, 2026')}`
  const seen: number[] = []
  for (const minutes of [0, 60, 120]) {
    portal.time.now = new Date(portal.time.now.getTime() + minutes * minuteMs)
    for (const _ of [1, 2]) seen.push(slotsOf(await ask({}, today)).length)
  }
  const [first = 0, , second = 0, , third = 0] = seen
  expect(seen).toEqual([first, first, second, second, third, third])
  expect([first > second, second > third]).toEqual([true, true])
})

test.each([
  ['calls', '/available', path],
  ['calls', '/calendar', '/calendar'],
  ['files', '/', '/'],
] as const)(
  'each cached answer counts against a network’s limit (%s) and in the metrics: %s',
  async (name, route, address) => {
    const { portal, ask } = await openServed({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const asIfAsked = { req: { header: () => headers['x-forwarded-for'] } }
    for (let left = windows[name].most; left > 2; left -= 1) {
      portal.deps.limits.countAs(name, asIfAsked)
    }
    for (const status of [200, 200, 429]) {
      expect((await ask({ headers }, address)).status).toBe(status)
    }
    const others = { 'x-forwarded-for': '203.0.113.9' }
    expect((await ask({ headers: others }, address)).status).toBe(200)
    const count = `molar_http_request_seconds_count{method="GET",route="${route}",status="200"}`
    expect(await portal.deps.metrics.text()).toContain(`${count} 3`)
  },
)

test('the cache is bounded, however many addresses are requested', async () => {
  const { portal, ask, reached } = await openServed()
  await ask({}, '/')
  const before = reached()
  for (let number = 0; number < 20; number += 1) await ask({}, `/long?number=${number}`)
  await ask({}, '/')
  expect(reached() - before).toBe(21)
  await ask({}, '/')
  expect(reached() - before).toBe(portal.database.engine === 'sqlite' ? 21 : 22)
})

test('the cache is bounded in the number of its answers, too, since one without a body takes memory', async () => {
  const { repeats } = (await openPortal()).deps
  const made = { status: 304, body: null, headers: {} }
  const app = new Hono().get('/', (http) => repeats.answer(http, made, { holds: () => true }))
  const incoming = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' })
  const ask = async (number: number) => {
    incoming.url = `/?${number}`
    await app.request(incoming.url, {}, { incoming })
  }
  let passedOn = 0
  const askFirst = repeats.before(() => {
    passedOn += 1
  })
  await ask(0)
  askFirst(Object.assign(incoming, { url: '/?0' }), new ServerResponse(incoming))
  expect(passedOn).toBe(0)
  for (let number = 1; number < 17_000; number += 1) await ask(number)
  askFirst(Object.assign(incoming, { url: '/?0' }), new ServerResponse(incoming))
  expect(passedOn).toBe(1)
})

test('while the data is moved, every answer has the header', async () => {
  const { portal, ask } = await openServed()
  for (const _ of [1, 2]) expect((await ask()).headers).not.toHaveProperty(movingHeader)
  portal.deps.moves.note()
  for (const _ of [1, 2]) expect((await ask()).headers).toHaveProperty(movingHeader)
})

const requests: Record<string, string>[] = [
  {},
  { 'accept-encoding': 'gzip, deflate, br, zstd' },
  { 'accept-encoding': 'br;q=0.5, gzip' },
  { 'accept-encoding': 'br, gzip;q=0' },
  { 'accept-language': 'es-MX, en;q=0.5' },
  { 'accept-language': 'es', cookie: 'theme=dark; language=en' },
  { cookie: '__Host-language=es', 'accept-encoding': 'br' },
]

test.each(['/', '/service', '/calendar'])(
  '%s is answered from the cache exactly as by the app, for every combination of headers',
  async (address) => {
    const { portal, ask, askApp, reached } = await openServed()
    const etag = (await askApp({}, address)).headers.etag ?? ''
    const known = [etag, `"other", ${etag}`, '"other"']
    const conditions = [{}, ...known.map((etags) => ({ 'if-none-match': etags }))]
    const asked = conditions.flatMap((one) => requests.map((headers) => ({ ...headers, ...one })))
    const expected: Answer[] = []
    for (const headers of asked) expected.push(await askApp({ headers }, address))
    const before = reached()
    for (const [place, headers] of asked.entries()) {
      expect(await ask({ headers }, address), JSON.stringify(headers)).toEqual(expected[place])
    }
    // On PostgreSQL another process may have changed it.
    expect(reached() - before).toBe(portal.database.engine === 'sqlite' ? 0 : asked.length)
    for (const headers of asked) {
      const head = { method: 'HEAD', headers }
      expect(await ask(head, address)).toEqual(await askApp(head, address))
    }
  },
)

test('a change to the clinic appears in the next answer of each address', async () => {
  const { portal, ask } = await openServed()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  const [first] = portal.treatments
  const change = async (method: string, address: string, body?: unknown) => {
    expect((await request(portal, method, address, { token, body })).status).toBe(200)
  }
  const read = async (address: string) => {
    await ask({}, address)
    return (await ask({}, address)).body
  }
  expect(await read('/service')).toContain(first?.name)
  const treatment = { name: 'Onlays', price: 49.9, slots: first?.slots, confirmed: true }
  await change('PUT', `/staff/treatments/${first?._id}`, treatment)
  expect(await read('/service')).toContain('Onlays')
  await change('POST', `/staff/treatments/${first?._id}/archive`, { archived: true })
  expect(await read('/service')).not.toContain('Onlays')

  expect(await read('/calendar')).toContain('"closures":[]')
  await change('POST', '/staff/closures', { from: monday, to: monday, reason: 'Painters' })
  expect(await read('/calendar')).toContain('Painters')
  await change('DELETE', `/staff/closures/${monday}`)
  expect(await read('/calendar')).toContain('"closures":[]')

  expect(await read('/')).toContain('<title>Molar Dental</title>')
  const texts = { about: 'Us', contact: 'Call us', openingHours: 'Mondays' }
  const profile = { name: 'Smiles', address: '1 Main Street', phone: '+1 718 555 0199', ...texts }
  await change('PUT', '/staff/clinic', profile)
  expect(await read('/')).toContain('<title>Smiles</title>')
})

test('the calendar states the second of its answer', async () => {
  const { portal, ask } = await openServed()
  const start = portal.time.now.getTime()
  const read = async () => (await ask({}, '/calendar')).body
  for (const [ms, said] of [
    [0, 0],
    [999, 0],
    [1000, 1000],
    [86_400_000, 86_400_000],
  ] as const) {
    portal.time.now = new Date(start + ms)
    const now = new Date(start + said).toISOString()
    for (const _ of [1, 2]) expect(await read()).toContain(`"now":"${now}"`)
  }
})
