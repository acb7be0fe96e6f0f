import { request as send } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { formatDay } from '../../contract/date.ts'
import { movingHeader } from '../../contract/endpoint.ts'
import { cancelBy, readTerms } from '../testing/changing.ts'
import { booked, monday, openPortal, type Portal, signIn } from '../testing/portal.ts'
import { windows } from './limits.ts'
import { listen } from './listen.ts'

const minuteMs = 60_000
const path = `/available?date=${encodeURIComponent(formatDay(monday))}`

type Answer = { status: number | undefined; headers: object; body: string }

/** The app behind a real port, as `npm start` serves it. */
async function openServed(settings: Record<string, string> = {}) {
  const portal = await openPortal({ settings })
  const { app, config, deps } = portal
  const { before } = deps.repeats
  const own = { ...config, host: '127.0.0.1', port: 0 }
  let reached = 0
  const fetch: typeof app.fetch = (...call) => {
    reached += 1
    return app.fetch(...call)
  }
  const server = await listen({ fetch }, own, deps.log, { before })
  onTestFinished(() => server.drain())
  const ask = ({ method = 'GET', headers = {}, body = '' } = {}, url = path): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: server.port, method, path: url, headers }
      const sent = send(options, async (response) => {
        response.setEncoding('utf8')
        const { date: _, ...rest } = response.headers
        let text = ''
        for await (const part of response) text += part
        resolve({ status: response.statusCode, headers: rest, body: text })
      })
      sent.once('error', reject)
      sent.end(body)
    })
  return { portal, ask, reached: () => reached }
}

const slotsOf = ({ body }: Answer): string[] => JSON.parse(body)[0].slots
/** What the app itself says, without a port. */
const appSays = async (portal: Portal) => (await portal.app.request(path)).text()

test('the second of two like questions is answered as the first, letters of any language too', async () => {
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

test('a time that was booked is not offered again, and one that was cancelled is', async () => {
  const { portal, ask } = await openServed()
  const person = await signIn(portal)
  const slot = '8:00 AM - 8:30 AM'
  for (const _ of [1, 2]) expect(slotsOf(await ask())).toContain(slot)
  const appointment = await booked(portal, person, { slot })
  for (const _ of [1, 2]) expect(slotsOf(await ask())).not.toContain(slot)
  await cancelBy(portal, person, await readTerms(portal, person, appointment))
  for (const _ of [1, 2]) expect(slotsOf(await ask())).toContain(slot)
})

test('as time goes on, what has begun is not offered', async () => {
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

test('each answer is one more in the metrics, and one more of what a network may ask', async () => {
  const { portal, ask } = await openServed({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const asIfAsked = { req: { header: () => headers['x-forwarded-for'] } }
  for (let left = windows.calls.most; left > 2; left -= 1) {
    portal.deps.limits.countAs('calls', asIfAsked)
  }
  for (const status of [200, 200, 429]) expect((await ask({ headers })).status).toBe(status)
  expect((await ask({ headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(200)
  const count = 'molar_http_request_seconds_count{method="GET",route="/available",status="200"}'
  expect(await portal.deps.metrics.text()).toContain(`${count} 3`)
})

test('while the data is moved, every answer says so', async () => {
  const { portal, ask } = await openServed()
  for (const _ of [1, 2]) expect((await ask()).headers).not.toHaveProperty(movingHeader)
  portal.deps.moves.note()
  for (const _ of [1, 2]) expect((await ask()).headers).toHaveProperty(movingHeader)
})
