import { expect, test } from 'vitest'
import { NewFeed } from '../../contract/calendar/endpoints.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { adminCookie, followStream } from '../testing/live.ts'
import { booked, monday, openPortal, request, signIn } from '../testing/portal.ts'

const streamed = Object.values<Endpoint>(everyEndpoint).filter(({ sends }) => sends)

/** A portal with an appointment and a calendar feed. */
async function openAsked() {
  const portal = await openPortal({ settings: { RATE_LIMIT: 'on' } })
  const cookie = await adminCookie(portal)
  const jane = await signIn(portal)
  const { _id } = await booked(portal, jane)
  const feed = await request(portal, 'POST', '/calendar-feed', { token: jane.token })
  const file =
    NewFeed.parse(await feed.json())
      .address.split('/')
      .at(-1) ?? ''
  const send = (endpoint: Endpoint, method: string) => {
    const path = endpoint.path.replace(':id', _id).replace(':file', file)
    const query = endpoint.query ? `?date=${monday}&from=${monday}&to=${monday}` : ''
    const isHers = endpoint.access === 'owner'
    const headers = { ...(isHers ? { authorization: `Bearer ${jane.token}` } : { cookie }) }
    return portal.app.request(path + query, { method, headers })
  }
  return { ...portal, send }
}

test('HEAD of a stream answers as GET does and leaves nothing open', async () => {
  const { send, deps } = await openAsked()
  expect(streamed.length).toBeGreaterThanOrEqual(6)
  const listeners = { opened: 0, left: 0 }
  const { subscribe } = deps.changes
  deps.changes.subscribe = async (...to) => {
    listeners.opened += 1
    const leave = await subscribe(...to)
    return () => {
      listeners.left += 1
      return leave()
    }
  }
  for (const endpoint of streamed) {
    // More than one address may have open at once.
    for (let n = 0; n < 60; n += endpoint.path.includes('changes') ? 1 : 20) {
      const answer = await send(endpoint, 'HEAD')
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 200])
      expect(answer.headers.get('content-type')).toContain(endpoint.sends)
      expect(await answer.text()).toBe('')
    }
  }
  // Streams of availability share one subscription and those of offers another; both stay, staff's have ended.
  await expect.poll(() => listeners.opened - listeners.left).toBe(2)
  const live = streamed.find(({ path }) => path === '/available/changes')
  if (!live) throw new Error('There is a stream for patients')
  const stream = followStream(await send(live, 'GET'))
  await expect.poll(stream.text).toContain(': listening')
  deps.changes.stop()
  expect(await stream.ended).toBe('closed')
})
