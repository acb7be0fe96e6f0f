import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { makePlace } from '../testing/database/database.ts'
import { bookAt, followStream, nextDay, openServers } from '../testing/live.ts'
import {
  booked,
  monday,
  openPortal,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'

/** A portal whose heartbeats are in our hands. */
async function openQuiet(settings?: Record<string, string>) {
  const portal = await openPortal(settings && { settings })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return portal
}

function watch({ app }: Portal, date: string, address = '192.0.2.1') {
  const headers = { 'x-forwarded-for': address }
  return app.request(`/available/changes?date=${date}`, { headers })
}

async function open(portal: Portal, date: string) {
  const response = await watch(portal, date)
  const stream = followStream(response)
  await expect.poll(stream.text).toBe(': listening\n\n')
  return stream
}

test('a subscriber to a day is notified, and a subscriber to another day is not', async () => {
  const portal = await openQuiet()
  const looking = await open(portal, 'Jun 8, 2026')
  const elsewhere = await open(portal, '2026-06-09')
  await booked(portal, await signIn(portal))
  await expect.poll(looking.heard).toEqual([monday])
  await booked(portal, await signIn(portal), { date: '2026-06-09' })
  await expect.poll(elsewhere.heard).toEqual(['2026-06-09'])
  expect(looking.heard()).toEqual([monday])
})

test('a change that may touch any day notifies all subscribers', async () => {
  const portal = await openQuiet()
  const streams = [await open(portal, monday), await open(portal, '2026-06-09')]
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const rules = { horizonDays: 100, leadMinutes: 0, closedWeekdays: [0], confirmed: false }
  const body = rules
  const answer = await request(portal, 'PUT', '/staff/opening', { token: staff.token, body })
  expect(answer.status).toBe(200)
  for (const stream of streams) await expect.poll(stream.heard).toContain('*')
})

test('all streams share one heartbeat timer, which stops with the last stream', async () => {
  const portal = await openQuiet()
  const [first, second] = [await watch(portal, monday), await watch(portal, '2026-06-09')]
  const stream = followStream(second)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(20_000)
  await expect.poll(stream.text).toBe(': listening\n\nevent: beat\ndata: here\n\n')
  await first.body?.cancel()
  expect(vi.getTimerCount()).toBe(1)
  portal.deps.changes.stop()
  expect(await stream.ended).toBe('closed')
  expect(vi.getTimerCount()).toBe(0)
})

test('a stopped server closes new streams immediately', async () => {
  const portal = await openQuiet()
  await open(portal, monday)
  portal.deps.changes.stop()
  const late = followStream(await watch(portal, monday))
  expect(await late.ended).toBe('closed')
})

test('an address can have 50 streams, and a closed stream makes room for another', async () => {
  const portal = await openQuiet({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
  const responses = []
  for (let n = 0; n < 50; n += 1) responses.push(await watch(portal, monday))
  const refused = await watch(portal, monday)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await refusal(refused)).toEqual({ status: 429, code: 'too_many_requests' })
  expect((await watch(portal, monday, '192.0.2.2')).status).toBe(200)
  await responses[0]?.body?.cancel()
  expect((await watch(portal, monday)).status).toBe(200)
  expect((await watch(portal, monday)).status).toBe(429)
})

test('addresses in one IPv6 network count as one', async () => {
  const portal = await openQuiet({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
  for (let n = 0; n < 50; n += 1) await watch(portal, monday, `2001:db8:0:1::${n + 1}`)
  expect((await watch(portal, monday, '2001:db8:0:1:ffff::1')).status).toBe(429)
  expect((await watch(portal, monday, '2001:db8:0:2::1')).status).toBe(200)
})

test('the server refuses every stream beyond 5,000 with 503', async () => {
  const portal = await openQuiet()
  for (let n = 0; n < 5000; n += 1) await watch(portal, monday)
  expect(await refusal(await watch(portal, monday))).toEqual({ status: 503, code: 'unavailable' })
})

test('a stream without a valid date is refused with 400', async () => {
  const portal = await openQuiet()
  expect((await watch(portal, 'tomorrow')).status).toBe(400)
})

// On PostgreSQL two servers do so in live-processes.test.ts.
if (inject('engine') === 'sqlite')
  test('over HTTP, open streams receive a change after one disconnects, and shutdown closes them', async () => {
    const { portal, servers } = await openServers(await makePlace(), 1)
    const [server] = servers
    if (!server) throw new Error('One was asked for')
    const date = nextDay(portal)
    const leaving = new AbortController()
    const address = `${server.origin}/available/changes?date=${date}`
    const gone = followStream(await fetch(address, { signal: leaving.signal }))
    const screens = [followStream(await fetch(address)), followStream(await fetch(address))]
    for (const { text } of screens) await expect.poll(text).toContain(': listening')
    leaving.abort()
    expect(await gone.ended).toBe('broken')
    expect(await bookAt(server, portal, await signIn(portal), { date })).toBe(200)
    for (const screen of screens) await expect.poll(screen.heard).toContain(date)
    server.kill('SIGTERM')
    expect(await Promise.all(screens.map(({ ended }) => ended))).toEqual(['closed', 'closed'])
    expect(await server.ended).toBe(0)
  })
