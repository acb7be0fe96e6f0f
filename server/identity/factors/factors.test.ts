import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { beginBeforeNextCommit } from '../../testing/database/database.ts'
import { queuedMails, readLink } from '../../testing/mailbox.ts'
import { openPortal, type Portal, refusal, request, signIn } from '../../testing/portal.ts'
import {
  confirm,
  createVisitor,
  exchange,
  jane,
  signedUp,
  staffVisitor,
  type Visitor,
} from '../../testing/visitor.ts'
import {
  acceptStep,
  confirmApp,
  deleteAllFactors,
  readFactors,
  replaceRecoveryCodes,
  storeApp,
} from './queries.ts'

/** RFC 6238, as an authenticator app computes it. */
function codeOf(secret: string, now: Date, steps = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const later = ({ time }: Portal, ms: number) => {
  time.now = new Date(time.now.getTime() + ms)
}

const Started = z.object({ secret: z.string(), address: z.string() })
const Codes = z.object({ codes: z.array(z.string()) })

async function withAuthenticator(portal: Portal) {
  const { visitor, token } = await staffVisitor(portal)
  const started = Started.parse(await (await visitor.post('/account/authenticator')).json())
  const confirm = await visitor.put('/account/authenticator', {
    code: codeOf(started.secret, portal.time.now),
  })
  expect(confirm.status).toBe(200)
  const { codes } = Codes.parse(await (await visitor.post('/account/recovery-codes')).json())
  later(portal, 30_000)
  return { visitor, token, secret: started.secret, codes, address: started.address }
}

/** A second browser, whose password was right. */
async function halfSignedIn(portal: Portal) {
  const visitor = createVisitor(portal.app)
  expect((await visitor.post('/api/auth/sign-in/email', jane)).status).toBe(200)
  return visitor
}

const step = async (visitor: Visitor, code: string) => {
  const response = await visitor.post('/account/second-step', { code })
  return response.ok ? 'done' : z.object({ code: z.string() }).parse(await response.json()).code
}
const session = async (visitor: Visitor): Promise<unknown> =>
  (await visitor.get('/api/auth/get-session')).json()

test('with an authenticator app, a password alone gives no access, and a code works only once', async () => {
  const portal = await openPortal()
  const { secret, address } = await withAuthenticator(portal)
  expect(address).toContain(`secret=${secret}`)
  const visitor = await halfSignedIn(portal)
  expect(await session(visitor)).toEqual({ secondStep: { code: true, passkey: false } })
  for (const path of ['/account', '/account/factors', '/account/sessions']) {
    expect((await visitor.get(path)).status).toBe(401)
  }
  expect((await visitor.put(`/users/${jane.email}`)).status).toBe(401)
  expect((await visitor.get('/api/auth/passkey/generate-register-options')).status).toBe(401)
  const code = codeOf(secret, portal.time.now)
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await step(visitor, wrong)).toBe('wrong_code')
  expect(await step(visitor, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe('done')
  expect(await session(visitor)).toMatchObject({ user: { email: jane.email } })
  expect(await exchange(visitor)).toMatch(/^[\w-]{43}$/)
  // A code that was seen over a shoulder is useless.
  const second = await halfSignedIn(portal)
  expect(await step(second, code)).toBe('wrong_code')
  expect(await step(second, codeOf(secret, portal.time.now, -1))).toBe('wrong_code')
  expect(await step(second, codeOf(secret, portal.time.now, 2))).toBe('wrong_code')
  expect(await step(second, codeOf(secret, portal.time.now, 1))).toBe('done')
})

test('a code that is submitted twice at the same time is accepted once', async () => {
  const portal = await openPortal()
  const { secret } = await withAuthenticator(portal)
  const visitors = [await halfSignedIn(portal), await halfSignedIn(portal)]
  const code = codeOf(secret, portal.time.now)
  const outcomes = await Promise.all(visitors.map((visitor) => step(visitor, code)))
  expect(outcomes.sort()).toEqual(['done', 'wrong_code'])
})

test('each recovery code works once, is stored as a hash, and is replaced by new ones', async () => {
  const portal = await openPortal()
  const { visitor, codes } = await withAuthenticator(portal)
  const [first = '', second = '', third = ''] = codes
  expect(codes).toHaveLength(10)
  // 24 of 30 characters: 117 bits, where a fast hash asks for 112.
  for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-8]{4}-){5}[a-hjkmnp-z2-8]{4}$/)
  expect(await step(await halfSignedIn(portal), first.toUpperCase())).toBe('done')
  expect(await step(await halfSignedIn(portal), first)).toBe('wrong_code')
  expect(await (await visitor.get('/account/factors')).json()).toMatchObject({
    recoveryCodesLeft: 9,
  })
  const stored = await portal.database.query.selectFrom('recoveryCodes').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(second.replaceAll('-', ''))
  await visitor.post('/account/recovery-codes')
  expect(await step(await halfSignedIn(portal), third)).toBe('wrong_code')
})

test('a new browser is notified after the second step, not after the password alone', async () => {
  const portal = await openPortal()
  const { codes } = await withAuthenticator(portal)
  const visitor = await halfSignedIn(portal)
  const told = `new-device to ${jane.email}`
  expect(await queuedMails(portal)).not.toContain(told)
  expect(await step(visitor, codes[0] ?? '')).toBe('done')
  expect(await queuedMails(portal)).toContain(told)
})

test('an older, shorter recovery code is still accepted', async () => {
  const portal = await openPortal()
  await withAuthenticator(portal)
  const { query } = portal.database
  const { userId } = await query
    .selectFrom('recoveryCodes')
    .select('userId')
    .executeTakeFirstOrThrow()
  const hash = createHash('sha256').update(`${userId} abcdefghjkmnpqrs`).digest('hex')
  await query.insertInto('recoveryCodes').values({ userId, hash }).execute()
  expect(await step(await halfSignedIn(portal), 'abcd-efgh-jkmn-pqrs')).toBe('done')
})

test('code guesses are slowed down across all sessions, and the secret is not stored in plain text', async () => {
  const portal = await openPortal({ settings: { RATE_LIMIT: 'on' } })
  const { secret } = await withAuthenticator(portal)
  const visitor = await halfSignedIn(portal)
  for (let guess = 0; guess < 11; guess += 1) expect(await step(visitor, 'x')).toBe('wrong_code')
  expect(await step(visitor, codeOf(secret, portal.time.now))).toBe('too_many_guesses')
  later(portal, 3000)
  expect(await step(visitor, codeOf(secret, portal.time.now))).toBe('done')
  const stored = await portal.database.query.selectFrom('authenticatorApps').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('the second step must be completed within ten minutes', async () => {
  const portal = await openPortal()
  const { secret } = await withAuthenticator(portal)
  const visitor = await halfSignedIn(portal)
  later(portal, 600_000)
  expect(await step(visitor, codeOf(secret, portal.time.now))).toBe('unauthenticated')
  expect(await session(visitor)).toBeNull()
})

test('a code also serves as proof of identity', async () => {
  const portal = await openPortal()
  const { visitor, secret } = await withAuthenticator(portal)
  later(portal, 600_000)
  expect((await visitor.post('/account/recovery-codes')).status).toBe(403)
  const code = codeOf(secret, portal.time.now)
  expect((await visitor.post('/account/proof', { code })).status).toBe(200)
  expect((await visitor.post('/account/recovery-codes')).status).toBe(200)
})

const required = { STAFF_SECOND_FACTOR: 'on' }

test('where a second step is required, staff without one cannot do clinic work', async () => {
  const portal = await openPortal({ settings: required })
  const { visitor, token } = await staffVisitor(portal)
  const work = async () => {
    const response = await request(portal, 'GET', '/users', { token })
    return { status: response.status, body: await response.json() }
  }
  expect(await work()).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } })
  // What is their own stays theirs, and so does the question who they are.
  expect((await request(portal, 'GET', `/admin/${jane.email}`, { token })).status).toBe(200)
  const other = await request(portal, 'GET', '/booking?email=joe@patients.example', { token })
  expect(other.status).toBe(403)
  const started = Started.parse(await (await visitor.post('/account/authenticator')).json())
  // Not before a code has shown that the app has the secret.
  expect(await work()).toMatchObject({ status: 403 })
  await visitor.put('/account/authenticator', { code: codeOf(started.secret, portal.time.now) })
  expect(await work()).toMatchObject({ status: 200 })
  expect((await visitor.call('DELETE', '/account/authenticator', {})).status).toBe(409)
  expect(await work()).toMatchObject({ status: 200 })
})

test('patients are not required to have a second step', async () => {
  const portal = await openPortal({ settings: required })
  const { token, email } = await signIn(portal)
  expect((await request(portal, 'GET', `/booking?email=${email}`, { token })).status).toBe(200)
})

test('an admin resets the second step of another account, which ends its sessions and is mailed and audited', async () => {
  const portal = await openPortal()
  const { visitor } = await withAuthenticator(portal)
  const admin = await signIn(portal, 'owner@clinic.example', 'admin')
  const reset = (token: string, email: string) =>
    request(portal, 'DELETE', `/users/factors/${email}`, { token })
  expect((await reset(admin.token, admin.email)).status).toBe(403)
  expect((await reset(admin.token, jane.email)).status).toBe(200)
  expect((await visitor.get('/account')).status).toBe(401)
  expect(await session(await halfSignedIn(portal))).toMatchObject({ user: { email: jane.email } })
  const entries = await portal.database.query
    .selectFrom('auditEntries')
    .select(['action', 'subject', 'status'])
    .where('action', '=', 'factors_reset')
    .execute()
  expect(entries).toContainEqual({ action: 'factors_reset', subject: jane.email, status: 200 })
  const mails = await queuedMails(portal)
  expect(mails.filter((mail) => mail.startsWith('factors-changed'))).toHaveLength(2)
})

test('where it is not required, the app can be removed together with its recovery codes', async () => {
  const portal = await openPortal()
  const { visitor } = await withAuthenticator(portal)
  expect((await visitor.call('DELETE', '/account/authenticator', {})).status).toBe(200)
  expect(await (await visitor.get('/account/factors')).json()).toEqual({
    authenticator: false,
    passkeys: [],
    recoveryCodesLeft: 0,
    required: false,
  })
  expect(await session(await halfSignedIn(portal))).toMatchObject({ user: { email: jane.email } })
})

async function withOwnId(portal: Portal) {
  const { email } = await signIn(portal)
  const users = portal.database.query.selectFrom('users').select('id').where('email', '=', email)
  return { userId: (await users.executeTakeFirstOrThrow()).id }
}

test('a code is accepted only for the app that it was checked against, not for one set up since', async () => {
  const portal = await openPortal()
  const { query } = portal.database
  const { userId } = await withOwnId(portal)
  const addedAt = portal.time.now.toISOString()
  await storeApp(query, { userId, secret: 'checked', addedAt })
  await storeApp(query, { userId, secret: 'begun meanwhile', addedAt })
  const checked = { userId, secret: 'checked', step: 5 }
  expect(await confirmApp(query, checked, addedAt)).toBe(false)
  expect(await acceptStep(query, checked)).toBe(false)
  const begun = { userId, secret: 'begun meanwhile', step: 5 }
  expect(await confirmApp(query, begun, addedAt)).toBe(true)
  expect(await acceptStep(query, begun)).toBe(false)
  expect(await acceptStep(query, { ...begun, step: 6 })).toBe(true)
})

test('the code of an unconfirmed app is not accepted as proof of identity', async () => {
  const portal = await openPortal()
  const { visitor } = await staffVisitor(portal)
  const { secret } = Started.parse(await (await visitor.post('/account/authenticator')).json())
  const code = codeOf(secret, portal.time.now)
  const prove = async () => (await visitor.post('/account/proof', { code })).status
  expect(await prove()).toBe(403)
  expect((await visitor.put('/account/authenticator', { code })).status).toBe(200)
})

test('removing an unconfirmed app leaves the recovery codes of a passkey', async () => {
  const portal = await openPortal()
  const { visitor } = await staffVisitor(portal)
  const { engine, query } = portal.database
  const backedUp = sql.lit(engine === 'postgres' ? false : 0)
  await sql`insert into "passkeys"
    ("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
    select 'key', 'Key', '', "id", 'key', 0, 'singleDevice', ${backedUp} from "users"`.execute(
    query,
  )
  await visitor.post('/account/recovery-codes')
  await visitor.post('/account/authenticator')
  expect((await visitor.call('DELETE', '/account/authenticator', {})).status).toBe(200)
  expect(await (await visitor.get('/account/factors')).json()).toMatchObject({
    authenticator: false,
    recoveryCodesLeft: 10,
  })
})

test('reading second steps while they change returns one consistent state', async () => {
  const portal = await openPortal()
  const { engine, query } = portal.database
  const { userId } = await withOwnId(portal)
  const backedUp = sql.lit(engine === 'postgres' ? false : 0)
  const seen: [number, number][] = []
  let isOver = false
  const reader = async () => {
    while (!isOver) {
      const { passkeys, recoveryCodesLeft } = await readFactors(query, userId)
      seen.push([passkeys.length, recoveryCodesLeft])
    }
  }
  const readers = [reader(), reader(), reader()]
  for (let time = 0; time < 60; time += 1) {
    await query.transaction().execute(async (transaction) => {
      await sql`insert into "passkeys" ("id", "publicKey", "userId", "credentialID", "counter",
        "deviceType", "backedUp") values ('key', '', ${userId}, 'key', 0, '', ${backedUp})`.execute(
        transaction,
      )
      await replaceRecoveryCodes(transaction, userId, ['a hash'])
    })
    await query.transaction().execute((transaction) => deleteAllFactors(transaction, userId))
  }
  isOver = true
  await Promise.all(readers)
  expect(seen.filter(([passkeys, codes]) => passkeys !== codes)).toEqual([])
})

test('an account with an unproven address cannot set up a second step', async () => {
  const portal = await openPortal()
  const visitor = createVisitor(portal.app)
  await visitor.post('/api/auth/sign-up/email', jane)
  expect((await visitor.post('/account/authenticator')).status).toBe(409)
  expect((await visitor.get('/api/auth/passkey/generate-register-options')).status).toBe(409)
})

/** An account that is signed in, with an app, and the link that stops a change of its address asked for a minute later. */
async function openChanging({ isConfirmed }: { isConfirmed: boolean }) {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const { secret } = Started.parse(await (await visitor.post('/account/authenticator')).json())
  const confirmApp = () =>
    visitor.put('/account/authenticator', { code: codeOf(secret, portal.time.now) })
  if (isConfirmed) expect((await confirmApp()).status).toBe(200)
  later(portal, 60_000)
  const asked = { password: jane.password, email: 'new@patients.example' }
  expect((await visitor.post('/account/email', asked)).status).toBe(200)
  const { token } = await readLink(portal, 'email-change-notice')
  const stop = () => createVisitor(portal.app).post('/account/email/stop', { token })
  const { query } = portal.database
  const { id } = await query.selectFrom('users').select('id').executeTakeFirstOrThrow()
  return { portal, visitor, confirmApp, stop, factors: () => readFactors(query, id) }
}

test.runIf(inject('engine') === 'postgres')(
  'an app that is confirmed while a change of address is being stopped is refused, and does not count',
  async () => {
    const { portal, confirmApp, stop, factors } = await openChanging({ isConfirmed: false })
    const confirming = beginBeforeNextCommit(portal.database, confirmApp)
    expect((await stop()).status).toBe(200)
    expect(await refusal(await confirming)).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await factors()).toMatchObject({ authenticator: false })
  },
)

test.runIf(inject('engine') === 'postgres')(
  'recovery codes that are renewed while a change of address is being stopped are refused, and not stored',
  async () => {
    const { portal, visitor, stop, factors } = await openChanging({ isConfirmed: true })
    const renew = () => visitor.post('/account/recovery-codes')
    const renewing = beginBeforeNextCommit(portal.database, renew)
    expect((await stop()).status).toBe(200)
    expect(await refusal(await renewing)).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await factors()).toMatchObject({ authenticator: true, recoveryCodesLeft: 0 })
  },
)

test.runIf(inject('engine') === 'postgres').each([
  ['an app that is removed', 'DELETE', '/account/authenticator', {}],
  ['a passkey that is removed', 'DELETE', '/account/passkeys/key', {}],
  ['a passkey that is named', 'PUT', '/account/passkeys/key', { body: { name: 'Mine' } }],
])(
  '%s while a change of address is being stopped stays as it was',
  async (_, method, path, init) => {
    const { portal, visitor, stop, factors } = await openChanging({ isConfirmed: true })
    await sql`insert into "passkeys" ("id", "name", "publicKey", "userId", "credentialID", "counter",
      "deviceType", "backedUp", "createdAt") select 'key', 'Phone', '', "userId", 'key', 0, '', false,
      now() - interval '100 years' from "authenticatorApps"`.execute(portal.database.query)
    const act = () => visitor.call(method, path, init)
    const acting = beginBeforeNextCommit(portal.database, act)
    expect((await stop()).status).toBe(200)
    expect(await refusal(await acting)).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await factors()).toMatchObject({ authenticator: true, passkeys: [{ name: 'Phone' }] })
  },
)
