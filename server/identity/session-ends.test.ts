import { expect, test } from 'vitest'
import { openPortal, type Portal, request, signIn } from '../testing/portal.ts'
import { createVisitor, exchange, jane, signedUp, staffVisitor } from '../testing/visitor.ts'

const minute = 60_000
const hour = 60 * minute
const later = ({ time }: Portal, ms: number) => {
  time.now = new Date(time.now.getTime() + ms)
}

const settings = { STAFF_IDLE_MINUTES: '30', STAFF_SESSION_HOURS: '12', PATIENT_SESSION_DAYS: '3' }

/** better-auth has no clock but the machine's: so has the portal, until it is set on. */
const openNow = () => openPortal({ now: new Date(), settings })

test('staff idle for half an hour are signed out, by session and by access token', async () => {
  const portal = await openNow()
  const { visitor, token } = await staffVisitor(portal)
  const { callers } = portal.deps
  later(portal, 14 * minute)
  expect(await callers.byToken(token)).toMatchObject({ role: 'admin' })
  later(portal, 15 * minute)
  // Its page renews its token and reads, as pages do that were left open: that is no activity.
  const renewed = await exchange(visitor)
  expect((await request(portal, 'GET', '/users', { token: renewed })).status).toBe(200)
  later(portal, 2 * minute)
  expect(await callers.byToken(renewed)).toBeNull()
  expect(await callers.bySession(visitor.cookieHeader())).toBeNull()
  expect((await request(portal, 'GET', '/users', { token: renewed })).status).toBe(401)
  expect((await visitor.get('/account/sessions')).status).toBe(401)
  expect(await (await visitor.get('/api/auth/get-session')).json()).toBeNull()
})

test('active staff stay signed in for at most twelve hours', async () => {
  const portal = await openNow()
  const { visitor } = await staffVisitor(portal)
  const presence = async () => (await visitor.post('/account/presence')).status
  for (let half = 0; half < 24; half += 1) {
    expect(await presence()).toBe(200)
    later(portal, 29 * minute)
  }
  expect(await presence()).toBe(200)
  // Minutes past the limit: the machine’s clock, which dates the session, ran on after the portal’s was set.
  later(portal, 29 * minute)
  expect(await presence()).toBe(401)
})

test('patients are signed out after three days, and not for being idle', async () => {
  const portal = await openNow()
  const visitor = await signedUp(portal.app)
  later(portal, 71 * hour)
  expect(await portal.deps.callers.bySession(visitor.cookieHeader())).not.toBeNull()
  expect(await (await visitor.get('/api/auth/get-session')).json()).not.toBeNull()
  later(portal, 2 * hour)
  expect(await portal.deps.callers.bySession(visitor.cookieHeader())).toBeNull()
  expect(await (await visitor.get('/api/auth/get-session')).json()).toBeNull()
})

test('an ended session is not in the list of sessions', async () => {
  const portal = await openNow()
  const { visitor } = await staffVisitor(portal)
  later(portal, 20 * minute)
  const second = createVisitor(portal.app)
  await second.post('/api/auth/sign-in/email', jane)
  const count = async () => {
    const list: unknown = await (await second.get('/account/sessions')).json()
    return Array.isArray(list) ? list.length : list
  }
  expect(await count()).toBe(2)
  later(portal, 11 * minute)
  expect(await count()).toBe(1)
  expect((await visitor.get('/account')).status).toBe(401)
})

test('a staff session from before the upgrade, without recorded activity, has ended', async () => {
  const portal = await openNow()
  const { token } = await signIn(portal, 'old@clinic.example', 'admin')
  await portal.database.query.updateTable('sessions').set({ activeAt: '', provedAt: '' }).execute()
  expect(await portal.deps.callers.byToken(token)).toBeNull()
})
