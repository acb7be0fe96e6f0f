import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { issueLink } from '../email-links/issue-link.ts'
import { openOlder } from '../testing/database/older.ts'
import { readLink } from '../testing/mailbox.ts'
import { booked, openPortal, type Portal, request, signIn } from '../testing/portal.ts'
import { createVisitor, exchange, jane, signedUp, type Visitor } from '../testing/visitor.ts'
import { isOfferSigned, signOffer } from '../waitlist/offer.ts'
import { hashIdentifier, hashToken } from './hash-tokens.ts'

const [first, second] = ['the first secret of these tests, 32', 'the second secret of these tests']
const resetPath = '/api/auth/reset-password'
const https = 'https://clinic.example'

/** The token that a browser's session cookie carries. */
function tokenIn(visitor: Visitor): string {
  const [, value = ''] = /session_token=([^;]+)/.exec(visitor.cookieHeader()) ?? []
  return decodeURIComponent(value).split('.')[0] ?? ''
}

/** The portal as it is after a restart with other secrets. */
function restart({ deps }: Portal, settings: { authSecret: string; formerSecrets?: string[] }) {
  return createApp({ ...deps, config: { ...deps.config, formerSecrets: [], ...settings } })
}

const isSignedIn = async ({ deps }: Pick<Portal, 'deps'>, cookies: string) =>
  (await deps.callers.bySession(cookies)) !== null

/** As cookies were named over https, and signed, until keys were derived from the secret. */
function formerCookie(token: string, secret: string, name = '__Secure-molar.session_token') {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `${name}=${encodeURIComponent(`${token}.${signature}`)}`
}

async function askForReset(portal: Portal): Promise<string> {
  const asking = createVisitor(portal.app)
  await asking.post('/api/auth/request-password-reset', { email: jane.email })
  return (await readLink(portal, 'password-reset')).token
}

test('session and reset tokens are stored only as hashes, and a hash is not accepted as a token', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const [session, reset] = [tokenIn(visitor), await askForReset(portal)]
  const { query } = portal.database
  const sessions = await query.selectFrom('sessions').selectAll().execute()
  const links = await sql<{ identifier: string }>`select * from "verifications"`.execute(query)
  const stored = JSON.stringify([sessions, links.rows])
  expect(stored).not.toContain(session)
  expect(stored).not.toContain(reset)
  expect(stored).toContain(hashToken(session))
  expect(links.rows).toMatchObject([{ identifier: hashIdentifier(`reset-password:${reset}`) }])

  const { cookies } = portal.deps
  expect(await isSignedIn(portal, cookies.sign(session))).toBe(true)
  expect(await isSignedIn(portal, cookies.sign(hashToken(session)))).toBe(false)
  const setPassword = (token: string) =>
    visitor.post(resetPath, { newPassword: 'another fine secret', token })
  expect((await setPassword(hashToken(reset))).status).toBe(400)
  expect((await setPassword(reset)).status).toBe(200)
})

test('sessions and links of an older database still work and are hashed', async () => {
  const { database, upgrade } = await openOlder('0033-wished-doctor')
  const portal = await openPortal({ database })
  const [at, later] = ['2026-06-01T10:00:00.000Z', '2036-06-01T10:00:00.000Z']
  const proved = sql.lit(database.engine === 'postgres' ? true : 1)
  const insert = (statement: ReturnType<typeof sql>) => statement.execute(database.query)
  await insert(sql`insert into "users"
    ("id", "name", "email", "emailVerified", "role", "createdAt", "updatedAt")
    values ('u1', 'Jane', ${jane.email}, ${proved}, 'patient', ${at}, ${at})`)
  await insert(sql`insert into "sessions"
    ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt")
    values ('s1', 'of-an-older-molar', 'u1', ${later}, ${at}, ${at})`)
  await insert(sql`insert into "verifications"
    ("id", "identifier", "value", "expiresAt", "createdAt", "updatedAt")
    values ('v1', 'reset-password:mailed-before', 'u1', ${later}, ${at}, ${at})`)
  await upgrade()
  expect(await dump(database.query)).not.toMatch(/of-an-older-molar|mailed-before/)
  const { authSecret } = portal.config
  const cookie = formerCookie('of-an-older-molar', authSecret, 'molar.session_token')
  expect(await isSignedIn(portal, cookie)).toBe(true)
  const chosen = { newPassword: 'another fine secret', token: 'mailed-before' }
  expect((await createVisitor(portal.app).post(resetPath, chosen)).status).toBe(200)
})

async function dump(query: Queries): Promise<string> {
  const tables = [sql`select * from "sessions"`, sql`select * from "verifications"`]
  const all = await Promise.all(tables.map((table) => table.execute(query)))
  return JSON.stringify(all.map(({ rows }) => rows))
}

test('rotating the secret signs out no user, and a dropped secret is no longer accepted', async () => {
  const portal = await openPortal({ settings: { AUTH_SECRET: first } })
  const visitor = await signedUp(portal.app)
  const old = visitor.cookieHeader()

  const rotated = restart(portal, { authSecret: second, formerSecrets: [first] })
  expect(await isSignedIn(rotated, old)).toBe(true)
  const answer = await rotated.app.request('http://localhost:5000/api/auth/get-session', {
    headers: { cookie: old },
  })
  expect(await answer.json()).toMatchObject({ user: { email: jane.email } })
  const [renewed = ''] = answer.headers.getSetCookie()
  expect(renewed).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  const current = renewed.split(';')[0] ?? ''
  expect(current).not.toBe(old)

  const dropped = restart(portal, { authSecret: second })
  expect(await isSignedIn(dropped, current)).toBe(true)
  expect(await isSignedIn(dropped, old)).toBe(false)
  const refused = await dropped.app.request('http://localhost:5000/api/auth/get-session', {
    headers: { cookie: old },
  })
  expect(await refused.json()).toBeNull()
})

test('a session that was signed by a former secret can be signed out', async () => {
  const portal = await openPortal({ settings: { AUTH_SECRET: first } })
  const visitor = await signedUp(portal.app)
  const cookie = visitor.cookieHeader()
  const rotated = restart(portal, { authSecret: second, formerSecrets: [first] })
  const path = 'http://localhost:5000/api/auth/sign-out'
  const headers = { cookie, origin: 'http://localhost:5000' }
  const answer = await rotated.app.request(path, { method: 'POST', headers })
  expect(answer.status).toBe(200)
  expect(await isSignedIn(portal, cookie)).toBe(false)
})

test('email links and offers are accepted if signed by the current or a former secret, but not a dropped one', async () => {
  const portal = await openPortal({ settings: { AUTH_SECRET: first } })
  const { _id } = await booked(portal, await signIn(portal))
  const appointment = await portal.database.query
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const statusOf = async ({ app }: Pick<Portal, 'app'>, secret: string) => {
    const token = issueLink(secret, 'cancel', appointment)
    return (await request({ app }, 'POST', '/email-links', { body: { token } })).status
  }
  const rotated = restart(portal, { authSecret: second, formerSecrets: [first] })
  const dropped = restart(portal, { authSecret: second })
  expect([await statusOf(rotated, first), await statusOf(rotated, second)]).toEqual([200, 200])
  expect([await statusOf(dropped, first), await statusOf(dropped, second)]).toEqual([410, 200])
  const offer = { id: _id, patient: 'jane@patients.example' }
  const token = signOffer(offer, first)
  expect(isOfferSigned(rotated.deps.config, token, offer)).toBe(true)
  expect(isOfferSigned(dropped.deps.config, token, offer)).toBe(false)
})

test('over https a session is moved to a __Host- cookie, and its former cookie is removed', async () => {
  const portal = await openPortal({ settings: { PUBLIC_URL: https } })
  const visitor = createVisitor(portal.app, https)
  await visitor.post('/api/auth/sign-up/email', jane)
  const token = tokenIn(visitor)
  const cookie = formerCookie(token, portal.config.authSecret)
  expect(await isSignedIn(portal, cookie)).toBe(true)
  const path = `${https}/api/auth/get-session`
  const answer = await portal.app.request(path, { headers: { cookie: `language=es; ${cookie}` } })
  const [renewed = '', removed] = answer.headers.getSetCookie()
  expect(renewed).toMatch(/^__Host-molar\.session_token=[^;]+; .*Path=\/; .*; Secure$/)
  expect(removed).toMatch(/^__Secure-molar\.session_token=; Max-Age=0; .*; Secure$/)
  expect(await isSignedIn(portal, renewed.split(';')[0] ?? '')).toBe(true)
  expect((await exchange(visitor)).length).toBe(43)
})

test('another host of the domain cannot plant a session with the former cookie name', async () => {
  const portal = await openPortal({ settings: { PUBLIC_URL: https } })
  const visitor = createVisitor(portal.app, https)
  await visitor.post('/api/auth/sign-up/email', jane)
  const [, value] = /session_token=([^;]+)/.exec(visitor.cookieHeader()) ?? []
  expect(await isSignedIn(portal, `__Host-molar.session_token=${value}`)).toBe(true)
  expect(await isSignedIn(portal, `__Secure-molar.session_token=${value}`)).toBe(false)
  expect(await isSignedIn(portal, `molar.session_token=${value}`)).toBe(false)
})
