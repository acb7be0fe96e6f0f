import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Role } from '../../contract/roles.ts'
import { makePlace } from '../testing/database/database.ts'
import {
  adminCookie,
  bookAt,
  followStream,
  listenTo,
  nextDay,
  openServers,
} from '../testing/live.ts'
import { booked, monday, openPortal, refusal, signIn } from '../testing/portal.ts'

// On PostgreSQL two servers do so in live-processes.test.ts.
if (inject('engine') === 'sqlite')
  test('two staff screens are notified of a booking, and their streams close when the server stops', async () => {
    const { portal, servers } = await openServers(await makePlace(), 1)
    const [server] = servers
    if (!server) throw new Error('One was asked for')
    const cookie = await adminCookie(portal)
    const screens = [await listenTo(server, cookie), await listenTo(server, cookie)]
    const date = nextDay(portal)
    expect(await bookAt(server, portal, await signIn(portal), { date })).toBe(200)
    for (const screen of screens) await expect.poll(screen.heard).toContain(date)
    server.kill('SIGTERM')
    expect(await Promise.all(screens.map(({ ended }) => ended))).toEqual(['closed', 'closed'])
    expect(await server.ended).toBe(0)
  })

/** An admin's stream in this process, its heartbeats in our hands. */
async function openStream() {
  const portal = await openPortal()
  const cookie = await adminCookie(portal)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const response = await portal.app.request('/staff/live', { headers: { cookie } })
  return { portal, response, beat: () => vi.advanceTimersByTime(20_000) }
}

test('a stream sends heartbeats, and ends when the account’s role loses access to the schedule', async () => {
  const { portal, response, beat } = await openStream()
  const stream = followStream(response)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await expect.poll(stream.text).toBe(': listening\n\n')
  beat()
  await expect.poll(stream.text).toBe(': listening\n\nevent: beat\ndata: here\n\n')
  await signIn(portal, 'owner@clinic.example', 'admin')
  const setRole = (role: Role) =>
    portal.database.query
      .updateTable('users')
      .set({ role })
      .where('email', '=', 'screen@clinic.example')
      .execute()
  await setRole('desk')
  beat()
  await expect.poll(stream.text).toMatch(/(event: beat\ndata: here\n\n){2}/)
  await setRole('patient')
  beat()
  expect(await stream.ended).toBe('closed')
  expect(vi.getTimerCount()).toBe(0)
})

test('a stream ends with its session', async () => {
  const { portal, response, beat } = await openStream()
  const stream = followStream(response)
  await portal.database.query.deleteFrom('sessions').execute()
  beat()
  expect(await stream.ended).toBe('closed')
})

test('repeated changes of a day are merged for a slow reader, and a closed stream leaves no timer', async () => {
  const { portal, response } = await openStream()
  const reader = response.body?.getReader()
  for (const slot of ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM', '10:00 AM - 10:30 AM']) {
    await booked(portal, await signIn(portal), { slot })
  }
  portal.deps.changes.publish('2026-06-10')
  const decoder = new TextDecoder()
  let text = ''
  const enough = portal.database.engine === 'sqlite' ? '2026-06-10' : monday
  while (!text.includes(enough)) text += decoder.decode((await reader?.read())?.value)
  expect(text.match(new RegExp(monday, 'g'))?.length).toBeLessThan(3)
  await reader?.cancel()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
})

test('an account can open 20 streams, and closing one allows another', async () => {
  const portal = await openPortal()
  const headers = { cookie: await adminCookie(portal) }
  const open = async () => portal.app.request('/staff/live', { headers })
  const opened = await Promise.all(Array.from({ length: 20 }, open))
  expect(opened.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const refused = await open()
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await refusal(refused)).toEqual({ status: 429, code: 'too_many_requests' })
  await opened[0]?.body?.cancel()
  expect((await open()).status).toBe(200)
  portal.deps.changes.stop()
})
