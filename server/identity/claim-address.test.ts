import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { queuedMails, readLink } from '../testing/mailbox.ts'
import {
  bookingBody,
  openPortal,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import { prove } from '../testing/proving.ts'
import { createVisitor, exchange, jane, signedUp, type Visitor } from '../testing/visitor.ts'
import { takeOverAddress } from './claim-address.ts'
import { makeFirstAdmin } from './make-first-admin.ts'

/** A second sign-up with the address of Jane, who may be a patient. */
const sam = { name: 'Sam Stranger', email: jane.email, password: 'another evening at sea' }
const signInPath = '/api/auth/sign-in/email'

/** What an answer says and shows, without what differs each time. */
async function show(response: Response) {
  const plain = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replace(/[\w-]{32,}[^;"]*/g, 'TOKEN')
      // better-auth's clock is its own.
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  const shown = headers.map(([name, value]) => `${name}: ${plain(value)}`)
  return { status: response.status, headers: shown, body: plain(await response.text()) }
}

/** Every call after a sign-up that could show what it was. */
async function live(portal: Portal) {
  const visitor = createVisitor(portal.app)
  const answers: Awaited<ReturnType<typeof show>>[] = []
  const note = async (response: Promise<Response> | Response) => {
    const answer = await response
    answers.push(await show(answer.clone()))
    return answer
  }
  await note(visitor.post('/api/auth/sign-up/email', sam))
  await note(visitor.get('/api/auth/get-session'))
  await note(visitor.put(`/users/${sam.email}`))
  const token = await exchange(visitor, sam.email)
  const ask = (method: string, path: string, body?: unknown) =>
    note(request(portal, method, path, { token, body }))
  const person = { ...sam, token }
  await ask('POST', '/booking', bookingBody(portal, person))
  await ask('POST', '/booking', bookingBody(portal, person, { treatment: 1 }))
  await ask('GET', `/booking?email=${sam.email}`)
  await ask('GET', `/admin/${sam.email}`)
  await ask('GET', '/users')
  await ask('GET', '/reminder-settings')
  await ask('GET', '/family')
  await ask('GET', '/waitlist')
  await ask('GET', '/account')
  await ask('PUT', '/account', { name: 'Sam Roe', phone: '718 555 0100' })
  await ask('PUT', '/account/password', { password: 'not the one', newPassword: 'a third one' })
  await ask('POST', '/account/email', { email: 'sam.roe@x.example', password: sam.password })
  await ask('DELETE', '/account/email')
  await ask('GET', '/account/sessions')
  await ask('GET', '/account/data')
  await ask('GET', '/account/deletion')
  await note(visitor.post('/account/confirmation'))
  await note(visitor.post('/api/auth/request-password-reset', { email: sam.email }))
  await note(visitor.post('/api/auth/sign-out'))
  await note(visitor.post(signInPath, { ...sam, password: 'not the one' }))
  await note(visitor.post(signInPath, sam))
  await note(visitor.get('/api/auth/get-session'))
  await note(createVisitor(portal.app).post('/api/auth/sign-up/email', sam))
  return answers
}

type Owner = (portal: Portal) => Promise<unknown>
const owners: [string, Owner][] = [
  ['an account that is not confirmed', ({ app }) => signedUp(app)],
  [
    'a patient',
    async (portal) => {
      await signedUp(portal.app)
      await prove(portal, { ...jane, token: '' })
    },
  ],
  ['who signs in by Google alone', (portal) => signIn(portal, jane.email)],
  ['staff', (portal) => signIn(portal, jane.email, 'admin')],
]

test('a sign-up with an address that is taken is answered like a new one, whichever account has it', async () => {
  const expected = await live(await openPortal())
  expect(expected.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 200, 409, 200, 200, 403, 200, 200, 200],
    ...[200, 200, 403, 200, 200, 200, 200, 200, 200],
    ...[200, 200, 401, 200, 200, 200],
  ])
  for (const [who, own] of owners) {
    const taken = await openPortal()
    await own(taken)
    const answers = await live(taken)
    for (const [step, answer] of answers.entries()) {
      expect({ who, step, ...answer }).toEqual({ who, step, ...expected[step] })
    }
    expect(answers).toHaveLength(expected.length)
    await taken.database.close()
  }
})

/** Jane is a patient with a confirmed address and an appointment; Sam has signed up with it. */
async function openWithClaim(settings: Record<string, string> = {}) {
  const portal = await openPortal({ settings })
  const owner = await signedUp(portal.app)
  await prove(portal, { ...jane, token: '' })
  const token = await exchange(owner)
  const made = await request(portal, 'POST', '/booking', {
    token,
    body: bookingBody(portal, { ...jane, token }),
  })
  expect(made.status).toBe(200)
  const stranger = await signedUp(portal.app, sam)
  return { portal, owner, stranger, ownToken: token }
}

const callerOf = ({ deps }: Portal, visitor: Visitor) =>
  deps.callers.bySession(visitor.cookieHeader())

async function listOwn(portal: Portal, visitor: Visitor) {
  const token = await exchange(visitor)
  const response = await request(portal, 'GET', `/booking?email=${jane.email}`, { token })
  const Shown = z.array(z.object({ patientName: z.string() }))
  return Shown.parse(await response.json()).map(({ patientName }) => patientName)
}

test('an account and its claim cannot see each other’s data, and each password opens only its own', async () => {
  const { portal, owner, stranger } = await openWithClaim()
  const token = await exchange(stranger)
  const body = bookingBody(portal, { ...sam, token }, { slot: '8:30 AM - 9:00 AM' })
  expect((await request(portal, 'POST', '/booking', { token, body })).status).toBe(200)
  for (const [person, password] of [
    [owner, jane.password],
    [stranger, sam.password],
  ] as const) {
    const again = createVisitor(portal.app)
    expect((await again.post(signInPath, { email: jane.email, password })).status).toBe(200)
    const expected = await callerOf(portal, person)
    expect(await callerOf(portal, again)).toMatchObject({ userId: expected?.userId })
  }
  expect(await listOwn(portal, owner)).toEqual([jane.name])
  expect(await listOwn(portal, stranger)).toEqual([sam.name])
  expect(await callerOf(portal, stranger)).toMatchObject({
    ...{ email: jane.email, name: sam.name, role: 'patient', verified: false },
  })
})

test('when six sign-ups use one address at the same time, one gets the account and all get the same answer', async () => {
  const lines: string[] = []
  const portal = await openPortal({ log: (line) => lines.push(line) })
  const visitors = Array.from({ length: 6 }, () => createVisitor(portal.app))
  const answers = await Promise.all(
    visitors.map((visitor) => visitor.post('/api/auth/sign-up/email', jane)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  const users = await portal.database.query
    .selectFrom('users')
    .select(['email', 'claims'])
    .orderBy('claims')
    .execute()
  expect(users.filter(({ email, claims }) => email === jane.email && claims === null)).toHaveLength(
    1,
  )
  expect(users.filter(({ claims }) => claims === jane.email)).toHaveLength(5)
  for (const visitor of visitors) {
    expect(await callerOf(portal, visitor)).toMatchObject({ email: jane.email })
    expect((await createVisitor(portal.app).post(signInPath, jane)).status).toBe(200)
  }
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('the owner is mailed at most five times an hour, without anything that was typed', async () => {
  const { portal } = await openWithClaim()
  for (let more = 0; more < 6; more += 1) await signedUp(portal.app, sam)
  const mails = (await queuedMails(portal)).filter((mail) => mail.startsWith('sign-up-attempt'))
  expect(mails).toEqual(Array.from({ length: 5 }, () => `sign-up-attempt to ${jane.email}`))
  const { text } = await portal.database.query
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'sign-up-attempt')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(text).not.toContain(sam.name)
  expect((await readLink(portal, 'sign-up-attempt')).path).toBe('/verify-email')
})

const guarded = { RATE_LIMIT: 'on', TRUST_PROXY: 'on' }

/** Sam has signed up once more, from a network that is known by it. */
async function openWithGuesser() {
  const { portal } = await openWithClaim(guarded)
  const from = (address: string) => ({ 'x-forwarded-for': address })
  await createVisitor(portal.app).post('/api/auth/sign-up/email', sam, from('203.0.113.7'))
  const attempt = (password: string, address: string) =>
    createVisitor(portal.app).post(signInPath, { email: jane.email, password }, from(address))
  /** How many accounts an attempt was counted against, besides the address. */
  const counts = () =>
    portal.database.query.selectFrom('signInFailures').select('failures').execute()
  return { portal, attempt, counts }
}

test('signing in to a claim does not reset the failures of the account or reveal that guesses are refused', async () => {
  const { portal, attempt } = await openWithGuesser()
  expect((await attempt('not the one', '198.51.100.1')).status).toBe(401)
  await portal.database.query.updateTable('signInFailures').set({ failures: 9 }).execute()
  expect((await attempt('nor this one', '198.51.100.2')).status).toBe(401)
  expect((await attempt(sam.password, '198.51.100.3')).status).toBe(200)
  // It is known there now, and not to the account: its password is not tried for a while.
  const held = await attempt(jane.password, '198.51.100.3')
  expect(await refusal(held)).toEqual({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' })
  expect((await attempt(sam.password, '198.51.100.3')).status).toBe(200)
  portal.time.now = new Date(portal.time.now.getTime() + 900_000)
  expect((await attempt(jane.password, '198.51.100.3')).status).toBe(200)
})

test('a network on which a claim was created is not known to the account', async () => {
  const { attempt, counts } = await openWithGuesser()
  await attempt('not the one', '203.0.113.7')
  // The account and the other claim; neither the address nor the claim that was made there.
  expect(await counts()).toEqual([{ failures: 1 }, { failures: 1 }])
  await attempt('not the one', '198.51.100.1')
  expect((await counts()).map(({ failures }) => failures).sort()).toEqual([1, 1, 2, 2])
})

const shutOut: [string, (portal: Portal) => Promise<unknown>][] = [
  [
    'chooses a new password',
    async (portal) => {
      const visitor = createVisitor(portal.app)
      await visitor.post('/api/auth/request-password-reset', { email: jane.email })
      const { token } = await readLink(portal, 'password-reset')
      const body = { newPassword: 'a third evening at sea', token }
      expect((await visitor.post('/api/auth/reset-password', body)).status).toBe(200)
    },
  ],
  ['signs in by Google', ({ deps }) => takeOverAddress(deps, jane)],
]

test.each(shutOut)('when the owner of the account %s, its claims end', async (_, act) => {
  const { portal, stranger } = await openWithClaim()
  const token = await exchange(stranger)
  await act(portal)
  expect(await callerOf(portal, stranger)).toBeNull()
  expect(await portal.deps.callers.byToken(token)).toBeNull()
  const again = await createVisitor(portal.app).post(signInPath, sam)
  expect(again.status).toBe(401)
  // A later sign-up with the address works as ever.
  const other = await signedUp(portal.app, { ...sam, password: 'a fourth evening at sea' })
  expect(await callerOf(portal, other)).toMatchObject({ email: jane.email, verified: false })
  const back = { email: jane.email, password: 'a fourth evening at sea' }
  expect((await createVisitor(portal.app).post(signInPath, back)).status).toBe(200)
})

test('creating the first admin ends all other sign-ups with that address', async () => {
  const settings = { ADMIN_EMAIL: jane.email, ADMIN_PASSWORD: 'the first secret' }
  const portal = await openPortal({ settings })
  const [first, second] = [await signedUp(portal.app), await signedUp(portal.app, sam)]
  await makeFirstAdmin(portal.deps)
  for (const visitor of [first, second]) expect(await callerOf(portal, visitor)).toBeNull()
  const late = await signedUp(portal.app, sam)
  expect(await callerOf(portal, late)).toMatchObject({ role: 'patient', verified: false })
})

test('staff cannot list, find, export or promote a claim, and removing the account removes it', async () => {
  const { portal, stranger } = await openWithClaim()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const Shown = z.array(z.object({ email: z.string(), name: z.string() }))
  const list = async (query: string) =>
    Shown.parse(await (await request(portal, 'GET', `/users${query}`, staff)).json())
  const own = { email: jane.email, name: jane.name }
  for (const query of ['', '?limit=50']) {
    expect(await list(query)).toEqual([own, { email: staff.email, name: staff.name }])
  }
  expect(await list('?limit=50&search=sam')).toEqual([])
  expect(await list('?limit=50&search=jane')).toEqual([own])
  const promoted = await request(portal, 'PUT', `/users/admin/${jane.email}`, staff)
  expect(await promoted.json()).toEqual({ modifiedCount: 1 })
  expect(await callerOf(portal, stranger)).toMatchObject({ role: 'patient' })
  const token = await exchange(stranger)
  const asked = await request(portal, 'GET', `/admin/${jane.email}`, { token })
  expect(await asked.json()).toEqual({ admin: false })
  expect((await request(portal, 'GET', '/users', { token })).status).toBe(403)
  const removed = await request(portal, 'DELETE', `/users/${jane.email}`, staff)
  expect(await removed.json()).toEqual({ deletedCount: 1 })
  expect(await callerOf(portal, stranger)).toBeNull()
  expect(await list('')).toEqual([{ email: staff.email, name: staff.name }])
})

test.each(['"emailVerified" = true', `"role" = 'admin'`, `"email" = 'sam@patients.example'`])(
  'the database refuses a claim with %s',
  async (change) => {
    const { portal } = await openWithClaim()
    const act = sql`update "users" set ${sql.raw(change)} where "claims" is not null`
    await expect(act.execute(portal.database.query)).rejects.toThrow()
  },
)
