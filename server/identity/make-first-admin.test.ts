import { expect, test } from 'vitest'
import { readLink } from '../testing/mailbox.ts'
import { openPortal, type Portal, refusal, request } from '../testing/portal.ts'
import { createVisitor, exchange, jane, signedUp, staffVisitor } from '../testing/visitor.ts'
import { makeFirstAdmin } from './make-first-admin.ts'
import { markVerified } from './queries.ts'

const settings = { ADMIN_EMAIL: jane.email, ADMIN_PASSWORD: 'the first secret' }

const roles = ({ database }: Portal) =>
  database.query.selectFrom('users').select(['email', 'role']).execute()

const signIn = ({ app }: Portal, email: string, password: string) =>
  createVisitor(app).post('/api/auth/sign-in/email', { email, password })

test('the first start creates an admin with a generated password, shown once', async () => {
  const portal = await openPortal()
  const made = await makeFirstAdmin(portal.deps)
  expect(made).toEqual({
    email: 'admin@molar.example',
    password: expect.stringMatching(/^([a-z2-8]{4}-){3}[a-z2-8]{4}$/),
  })
  expect((await signIn(portal, made?.email ?? '', made?.password ?? '')).status).toBe(200)
  expect(await makeFirstAdmin(portal.deps)).toBeNull()
})

test('ADMIN_EMAIL and ADMIN_PASSWORD are used as given', async () => {
  const portal = await openPortal({ settings })
  // Not to be shown: the operator knows it.
  expect(await makeFirstAdmin(portal.deps)).toEqual({ email: jane.email })
  expect((await signIn(portal, jane.email, 'the first secret')).status).toBe(200)
})

test('of several starts at once one makes the admin', async () => {
  const portal = await openPortal()
  const starts = Array.from({ length: 5 }, () => makeFirstAdmin(portal.deps))
  const made = (await Promise.all(starts)).filter((admin) => admin !== null)
  expect(made).toHaveLength(1)
  expect(await roles(portal)).toEqual([{ email: 'admin@molar.example', role: 'admin' }])
  const [admin] = made
  expect((await signIn(portal, admin?.email ?? '', admin?.password ?? '')).status).toBe(200)
})

test('a patient with a verified ADMIN_EMAIL is promoted and their password still works', async () => {
  const portal = await openPortal({ settings })
  const visitor = await signedUp(portal.app)
  const caller = await portal.deps.callers.bySession(visitor.cookieHeader())
  await markVerified(portal.database.query, caller?.userId ?? '', portal.time.now)
  expect(await makeFirstAdmin(portal.deps)).toBeNull()
  expect(await roles(portal)).toEqual([{ email: jane.email, role: 'admin' }])
  expect((await signIn(portal, jane.email, jane.password)).status).toBe(200)
})

test('an account that signed up with ADMIN_EMAIL and never verified it loses the address', async () => {
  const portal = await openPortal({ settings })
  const squatter = await signedUp(portal.app)
  const bearer = await exchange(squatter)
  expect(await makeFirstAdmin(portal.deps)).toMatchObject({ email: jane.email })
  expect(await roles(portal)).toEqual([{ email: jane.email, role: 'admin' }])
  expect(await portal.deps.callers.byToken(bearer)).toBeNull()
  expect((await signIn(portal, jane.email, jane.password)).status).toBe(401)
})

/** What staff in production are asked for besides. */
const live = { STAFF_SECOND_FACTOR: 'off', ADMIN_EMAIL: jane.email }

test('in production the first password must be changed before any clinic work', async () => {
  const portal = await openPortal({ settings: live })
  const made = await makeFirstAdmin({
    ...portal.deps,
    config: { ...portal.config, production: true },
  })
  const password = made?.password ?? ''
  const visitor = createVisitor(portal.app)
  expect((await visitor.post('/api/auth/sign-in/email', { email: jane.email, password })).ok).toBe(
    true,
  )
  const token = await exchange(visitor)
  const work = () => request(portal, 'GET', '/users', { token })
  expect(await refusal(await work())).toEqual({ status: 403, code: 'password_due' })
  expect(await (await visitor.get('/account')).json()).toMatchObject({ passwordDue: true })
  const choose = (newPassword: string) =>
    visitor.put('/account/password', { password, newPassword })
  expect(await refusal(await choose(password))).toEqual({ status: 400, code: 'password_same' })
  expect((await choose('a second fine secret')).status).toBe(200)
  expect((await work()).status).toBe(200)
  expect(await (await visitor.get('/account')).json()).toMatchObject({ passwordDue: false })
})

test('in production no admin is created with a missing or default ADMIN_EMAIL', async () => {
  const portal = await openPortal()
  for (const adminEmail of [undefined, 'admin@molar.example']) {
    const config = { ...portal.config, production: true, adminEmail }
    const made = makeFirstAdmin({ ...portal.deps, config })
    await expect(made).rejects.toThrow('ADMIN_EMAIL is missing')
  }
  expect(await roles(portal)).toEqual([])
})

test('staff with a password shorter than twelve characters must change it after they sign in', async () => {
  const portal = await openPortal()
  const short = { ...jane, password: 'k7#mQz' }
  const { visitor } = await staffVisitor(portal, short)
  const work = async (token: string) => (await request(portal, 'GET', '/users', { token })).status
  // Until then they go on as they were.
  expect(await work(await exchange(visitor))).toBe(200)
  expect((await visitor.post('/api/auth/sign-in/email', short)).status).toBe(200)
  const token = await exchange(visitor)
  expect(await refusal(await request(portal, 'GET', '/users', { token }))).toEqual({
    status: 403,
    code: 'password_due',
  })
  await visitor.post('/api/auth/request-password-reset', { email: jane.email })
  const { token: link } = await readLink(portal, 'password-reset')
  const reset = { token: link, newPassword: 'a second fine secret' }
  expect((await visitor.post('/api/auth/reset-password', reset)).status).toBe(200)
  expect((await signIn(portal, jane.email, reset.newPassword)).status).toBe(200)
  const again = createVisitor(portal.app)
  await again.post('/api/auth/sign-in/email', { email: jane.email, password: reset.newPassword })
  expect(await work(await exchange(again))).toBe(200)
})

test('patients with a six-character password are not required to change it', async () => {
  const portal = await openPortal()
  const short = { ...jane, password: 'k7#mQz' }
  const visitor = await signedUp(portal.app, short)
  await visitor.post('/api/auth/sign-in/email', short)
  expect(await (await visitor.get('/account')).json()).toMatchObject({ passwordDue: false })
})
