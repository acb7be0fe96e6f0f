import { expect, test, vi } from 'vitest'
import { actsOf } from '../testing/desk.ts'
import { followStream, sessionCookie } from '../testing/live.ts'
import { booked, openPortal, type Person, type Portal, request, signIn } from '../testing/portal.ts'
import { asked, decline, offerOf } from '../testing/waitlist.ts'

async function watch(portal: Portal, person: Person) {
  const headers = { cookie: await sessionCookie(portal, person) }
  const stream = followStream(await portal.app.request('/waitlist/changes', { headers }))
  await expect.poll(stream.text).toBe(': listening\n\n')
  return stream
}

/** Jane waits for the slot that another patient cancels. */
async function openWaiting() {
  const portal = await openPortal()
  const [staff, jane, paul, holder] = [
    await signIn(portal, 'staff@clinic.example', 'admin'),
    await signIn(portal, 'jane@patients.example'),
    await signIn(portal, 'paul@patients.example'),
    await signIn(portal),
  ]
  const taken = await booked(portal, holder, { slot: '9:00 AM - 9:30 AM' })
  await asked(portal, jane, { fromMinute: 540, untilMinute: 570 })
  const free = () => actsOf(portal, staff).cancel({ ...taken, revision: 0 })
  return { portal, jane, paul, free }
}

test('the stream of an account reports an offer when it is made and when it ends', async () => {
  const { portal, jane, paul, free } = await openWaiting()
  const [hers, his] = [await watch(portal, jane), await watch(portal, paul)]
  await free()
  await expect.poll(hers.heard).toEqual(['*'])
  const offer = await offerOf(portal, jane)
  if (!offer) throw new Error('It is held for Jane')
  expect((await decline(portal, offer)).status).toBe(200)
  await expect.poll(hers.heard).toEqual(['*', '*'])
  expect(his.heard()).toEqual([])
  portal.deps.changes.stop()
  expect(await Promise.all([hers.ended, his.ended])).toEqual(['closed', 'closed'])
})

test('a stream that opens while an offer is open reports its end', async () => {
  const { portal, jane, free } = await openWaiting()
  await free()
  const offer = await offerOf(portal, jane)
  if (!offer) throw new Error('It is held for Jane')
  const hers = await watch(portal, jane)
  expect((await decline(portal, offer)).status).toBe(200)
  await expect.poll(hers.heard).toEqual(['*'])
  portal.deps.changes.stop()
  expect(await hers.ended).toBe('closed')
})

test('only a signed-in account can follow offers, until the session ends', async () => {
  const { portal, jane } = await openWaiting()
  expect((await request(portal, 'GET', '/waitlist/changes')).status).toBe(401)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stream = await watch(portal, jane)
  await portal.database.query.deleteFrom('sessions').execute()
  vi.advanceTimersByTime(20_000)
  expect(await stream.ended).toBe('closed')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('an account can open at most ten streams, and closing one allows another', async () => {
  const { portal, jane } = await openWaiting()
  const headers = { cookie: await sessionCookie(portal, jane) }
  const open = () => portal.app.request('/waitlist/changes', { headers })
  const opened = await Promise.all(Array.from({ length: 10 }, open))
  expect(opened.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await open()).status).toBe(429)
  await opened[0]?.body?.cancel()
  expect((await open()).status).toBe(200)
  portal.deps.changes.stop()
})
