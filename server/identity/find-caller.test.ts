import { expect, test } from 'vitest'
import { openPortal, type Portal, request } from '../testing/portal.ts'
import { createVisitor, exchange, jane, signedUp } from '../testing/visitor.ts'

const minute = 60_000
const later = ({ time }: Portal, ms: number) => {
  time.now = new Date(time.now.getTime() + ms)
}

test('the exchange wants a session: a bearer token or nothing gets 401', async () => {
  const portal = await openPortal()
  const token = await exchange(await signedUp(portal.app))
  const path = `/users/${jane.email}`
  expect((await request(portal, 'PUT', path)).status).toBe(401)
  expect((await request(portal, 'PUT', path, { token })).status).toBe(401)
})

test('the token exchange answers only the owner of the address', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  expect((await visitor.put('/users/joe@patients.example')).status).toBe(403)
  const response = await visitor.put('/users/JANE@patients.example')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    expiresIn: 900,
  })
})

test('a session cookie is not accepted on a cross-site request', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const call = (headers: HeadersInit) => visitor.call('PUT', `/users/${jane.email}`, { headers })
  expect((await call({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await call({ 'sec-fetch-site': 'cross-site' })).status).toBe(401)
  expect((await call({ 'sec-fetch-site': 'same-site' })).status).toBe(401)
  expect((await call({ origin: 'https://elsewhere.example' })).status).toBe(401)
})

test('a token reads its owner’s appointments for fifteen minutes, and only its hash is stored', async () => {
  const portal = await openPortal()
  const token = await exchange(await signedUp(portal.app))
  const list = () => request(portal, 'GET', `/booking?email=${jane.email}`, { token })
  expect((await list()).status).toBe(200)
  const kept = await portal.database.query.selectFrom('accessTokens').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(token)
  later(portal, 15 * minute - 1)
  expect((await list()).status).toBe(200)
  later(portal, 1)
  expect((await list()).status).toBe(401)
})

test('signing out ends the token immediately', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const token = await exchange(visitor)
  await visitor.post('/api/auth/sign-out')
  expect(await portal.deps.callers.byToken(token)).toBeNull()
})

test('removing a user ends the session and the token immediately', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const token = await exchange(visitor)
  await portal.database.query.deleteFrom('users').execute()
  expect(await portal.deps.callers.byToken(token)).toBeNull()
  expect(await portal.deps.callers.bySession(visitor.cookieHeader())).toBeNull()
})

test('an expired session and its tokens give no access', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const token = await exchange(visitor)
  const { query } = portal.database
  const expiresAt = new Date(portal.time.now.getTime() + minute).toISOString()
  await query.updateTable('sessions').set({ expiresAt }).execute()
  expect(await portal.deps.callers.bySession(visitor.cookieHeader())).not.toBeNull()
  later(portal, minute)
  expect(await portal.deps.callers.byToken(token)).toBeNull()
  expect(await portal.deps.callers.bySession(visitor.cookieHeader())).toBeNull()
})

test('a session cookie is accepted only with our signature', async () => {
  const portal = await openPortal()
  const { callers } = portal.deps
  const cookie = (await signedUp(portal.app)).cookieHeader()
  const [name, value = ''] = cookie.split('=')
  expect(await callers.bySession(`other=1; ${cookie}; more=2`)).not.toBeNull()
  const forged = [
    `${name}=x${value}`,
    `${name}=${value.slice(0, value.indexOf('.'))}`,
    `${name}=${value.slice(0, value.indexOf('.') + 1)}AAAA`,
    // As long as a signature is.
    `${name}=${value.slice(0, value.indexOf('.') + 1)}${'A'.repeat(43)}%3D`,
    `${name}=%E0%A4%A`,
    `${name}=.`,
    `x${cookie}`,
    '',
  ]
  for (const header of forged) expect(await callers.bySession(header)).toBeNull()
})

test('a session has at most its twenty newest tokens, and no expired ones', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const first = await exchange(visitor)
  const count = async () =>
    (await portal.database.query.selectFrom('accessTokens').selectAll().execute()).length
  for (let made = 0; made < 20; made += 1) {
    later(portal, 1)
    await exchange(visitor)
  }
  expect(await count()).toBe(20)
  expect(await portal.deps.callers.byToken(first)).toBeNull()
  later(portal, 15 * minute)
  const newest = await exchange(visitor)
  expect(await count()).toBe(1)
  expect(await portal.deps.callers.byToken(newest)).not.toBeNull()
})

test('two sessions have separate tokens', async () => {
  const portal = await openPortal()
  const first = await signedUp(portal.app)
  const second = createVisitor(portal.app)
  await second.post('/api/auth/sign-in/email', jane)
  const [kept, dropped] = [await exchange(first), await exchange(second)]
  await second.post('/api/auth/sign-out')
  expect(await portal.deps.callers.byToken(dropped)).toBeNull()
  expect(await portal.deps.callers.byToken(kept)).not.toBeNull()
})
