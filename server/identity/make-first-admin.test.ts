import { expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'
import { createVisitor, exchange, jane, signedUp } from '../testing/visitor.ts'
import { makeFirstAdmin } from './make-first-admin.ts'
import { markVerified } from './queries.ts'

const settings = { ADMIN_EMAIL: jane.email, ADMIN_PASSWORD: 'the first secret' }

const roles = ({ database }: Portal) =>
  database.query.selectFrom('users').select(['email', 'role']).execute()

const signIn = ({ app }: Portal, email: string, password: string) =>
  createVisitor(app).post('/api/auth/sign-in/email', { email, password })

test('the first start makes an admin with a password of its own, shown once', async () => {
  const portal = await openPortal()
  const made = await makeFirstAdmin(portal.deps)
  expect(made).toEqual({
    email: 'admin@molar.example',
    password: expect.stringMatching(/^([a-z2-8]{4}-){3}[a-z2-8]{4}$/),
  })
  expect((await signIn(portal, made?.email ?? '', made?.password ?? '')).status).toBe(200)
  expect(await makeFirstAdmin(portal.deps)).toBeNull()
})

test('ADMIN_EMAIL and ADMIN_PASSWORD are taken as given', async () => {
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

test('a patient with a verified ADMIN_EMAIL is promoted and keeps the password', async () => {
  const portal = await openPortal({ settings })
  const visitor = await signedUp(portal.app)
  const caller = await portal.deps.callers.bySession(visitor.cookieHeader())
  await markVerified(portal.database.query, caller?.userId ?? '', portal.time.now)
  expect(await makeFirstAdmin(portal.deps)).toBeNull()
  expect(await roles(portal)).toEqual([{ email: jane.email, role: 'admin' }])
  expect((await signIn(portal, jane.email, jane.password)).status).toBe(200)
})

test('somebody who signed up with ADMIN_EMAIL and never verified it loses the address', async () => {
  const portal = await openPortal({ settings })
  const squatter = await signedUp(portal.app)
  const bearer = await exchange(squatter)
  expect(await makeFirstAdmin(portal.deps)).toMatchObject({ email: jane.email })
  expect(await roles(portal)).toEqual([{ email: jane.email, role: 'admin' }])
  expect(await portal.deps.callers.byToken(bearer)).toBeNull()
  expect((await signIn(portal, jane.email, jane.password)).status).toBe(401)
})
