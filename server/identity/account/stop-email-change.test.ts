import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { beginBeforeNextCommit } from '../../testing/database/database.ts'
import { readLink } from '../../testing/mailbox.ts'
import { startOpenIdProvider } from '../../testing/peers/openid-provider.ts'
import { openPortal, type Portal, refusal, request, signIn } from '../../testing/portal.ts'
import { askForAddress } from '../../testing/proving.ts'
import { confirm, createVisitor, jane, signedUp, type Visitor } from '../../testing/visitor.ts'
import { confirmApp, readFactors, replaceRecoveryCodes, storeApp } from '../factors/queries.ts'

test('stopping a change removes what was added since to sign in by, all recovery codes and all feeds', async () => {
  const portal = await openPortal()
  // Without a password: no change of it ends the feed.
  const person = await signIn(portal, 'jane@patients.example')
  const { query } = portal.database
  const { id: userId } = await query.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const now = portal.time.now.toISOString()
  const before = new Date(portal.time.now.getTime() - 60_000).toISOString()
  await addPasskey(portal, { userId, id: 'own', createdAt: before })
  const confirmChange = await askForAddress(portal, person, 'next@patients.example')
  const { token } = await readLink(portal, 'email-change-notice')
  expect((await confirmChange()).status).toBe(200)
  await addPasskey(portal, { userId, id: 'added', createdAt: now })
  const app = { userId, secret: 'a secret' }
  await storeApp(query, { ...app, addedAt: before })
  expect(await confirmApp(query, { ...app, step: 1 }, now)).toBe(true)
  await replaceRecoveryCodes(query, userId, ['a hash'])
  expect((await request(portal, 'POST', '/calendar-feed', person)).status).toBe(200)
  const stopped = await request(portal, 'POST', '/account/email/stop', { body: { token } })
  expect(stopped.status).toBe(200)
  expect({
    factors: await readFactors(query, userId),
    feeds: await query.selectFrom('calendarFeeds').selectAll().execute(),
  }).toEqual({
    factors: {
      authenticator: false,
      passkeys: [{ _id: 'own', name: '', createdAt: before }],
      recoveryCodesLeft: 0,
    },
    feeds: [],
  })
})

async function addPasskey(
  { database: { engine, query } }: Portal,
  { userId, id, createdAt }: { userId: string; id: string; createdAt: string },
) {
  const backedUp = sql.lit(engine === 'postgres' ? false : 0)
  await sql`insert into "passkeys" ("id", "publicKey", "userId", "credentialID", "counter",
    "deviceType", "backedUp", "createdAt")
    values (${id}, '', ${userId}, ${id}, 0, '', ${backedUp}, ${createdAt})`.execute(query)
}

const pages = new URL('http://localhost:5000')

/** What a browser sends to store a passkey that it has just made, without a statement of who built it. */
async function makePasskey(visitor: Visitor) {
  const options = await visitor.get('/api/auth/passkey/generate-register-options')
  const { challenge } = z.object({ challenge: z.string() }).parse(await options.json())
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = [
    ...[Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')],
    ...[Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
  ]
  const id = Buffer.alloc(16, 7)
  const authData = Buffer.concat([
    hash('sha256', pages.hostname, 'buffer'),
    // Its holder was there and was checked; the key follows.
    Buffer.from('4500000000', 'hex'),
    ...[Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key],
  ])
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068', 'hex'),
    ...[Buffer.from('authData'), Buffer.from([0x58, authData.length]), authData],
  ])
  const client = { type: 'webauthn.create', challenge, origin: pages.origin }
  const made = {
    clientDataJSON: Buffer.from(JSON.stringify(client)).toString('base64url'),
    attestationObject: attestation.toString('base64url'),
  }
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') }
  const response = { ...named, type: 'public-key', response: made, clientExtensionResults: {} }
  return { sent: { response, name: 'Phone' }, named, privateKey }
}

/** What a browser sends to sign in with such a passkey. */
async function usePasskey(visitor: Visitor, named: { id: string; rawId: string }, key: KeyObject) {
  const options = await visitor.get('/api/auth/passkey/generate-authenticate-options')
  const { challenge } = z.object({ challenge: z.string() }).parse(await options.json())
  const client = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge, origin: pages.origin }),
  )
  const authData = Buffer.concat([
    hash('sha256', pages.hostname, 'buffer'),
    Buffer.from('0500000000', 'hex'),
  ])
  const signed = Buffer.concat([authData, hash('sha256', client, 'buffer')])
  const made = {
    clientDataJSON: client.toString('base64url'),
    authenticatorData: authData.toString('base64url'),
    signature: sign('sha256', signed, key).toString('base64url'),
  }
  return {
    response: { ...named, type: 'public-key', response: made, clientExtensionResults: {} },
  }
}

/** Jane, who has asked for another address, with the passkey that her browser made and the link that stops it. */
async function openChanging() {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const asked = { password: jane.password, email: 'new@patients.example' }
  expect((await visitor.post('/account/email', asked)).status).toBe(200)
  const { token } = await readLink(portal, 'email-change-notice')
  const passkey = await makePasskey(visitor)
  const register = () => visitor.post('/api/auth/passkey/verify-registration', passkey.sent)
  const stop = () => createVisitor(portal.app).post('/account/email/stop', { token })
  const stored = () => portal.database.query.selectFrom('passkeys').select('name').execute()
  return { portal, passkey, register, stop, stored }
}

test('a passkey that was stored before a change was stopped is removed', async () => {
  const { register, stop, stored } = await openChanging()
  expect((await register()).status).toBe(200)
  expect(await stored()).toEqual([{ name: 'Phone' }])
  expect((await stop()).status).toBe(200)
  expect(await stored()).toEqual([])
})

test.runIf(inject('engine') === 'postgres')(
  'a passkey that is registered while a change is being stopped is refused, and not stored',
  async () => {
    const { portal, register, stop, stored } = await openChanging()
    const registering = beginBeforeNextCommit(portal.database, register)
    expect((await stop()).status).toBe(200)
    expect(await refusal(await registering)).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await stored()).toEqual([])
  },
)

test.runIf(inject('engine') === 'postgres')(
  'a sign-in with a passkey that is removed meanwhile, as a change is being stopped, is refused',
  async () => {
    const { portal, passkey, register, stop } = await openChanging()
    expect((await register()).status).toBe(200)
    const visitor = createVisitor(portal.app)
    const signIn = async () =>
      visitor.post(
        '/api/auth/passkey/verify-authentication',
        await usePasskey(visitor, passkey.named, passkey.privateKey),
      )
    expect((await signIn()).status).toBe(200)
    await visitor.post('/api/auth/sign-out')
    const signingIn = beginBeforeNextCommit(portal.database, signIn)
    expect((await stop()).status).toBe(200)
    expect(await refusal(await signingIn)).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await portal.database.query.selectFrom('sessions').select('id').execute()).toEqual([])
  },
)

const thief = 'new@patients.example'

/** Jane's account with the address of somebody who knows her password, and may sign in with Google. */
async function openTaken() {
  const provider = await startOpenIdProvider(`${pages.origin}/api/auth/callback/google`)
  await provider.start()
  onTestFinished(() => provider.stop())
  const portal = await openPortal({ settings: provider.settings })
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const asked = { password: jane.password, email: thief }
  expect((await visitor.post('/account/email', asked)).status).toBe(200)
  const { token: confirming } = await readLink(portal, 'email-change')
  expect((await visitor.put('/account/email', { token: confirming })).status).toBe(200)
  const { token } = await readLink(portal, 'email-change-notice')
  const signIn = async () => {
    const browser = createVisitor(portal.app)
    const body = { provider: 'google', callbackURL: '/appointment', errorCallbackURL: '/login' }
    const begun = await browser.post('/api/auth/sign-in/social', body)
    const { url } = z.object({ url: z.string() }).parse(await begun.json())
    const persona = { sub: 'g-1', email: thief, email_verified: true, name: 'Thief' }
    const back = await provider.signIn(persona, url)
    return browser.get(back.slice(pages.origin.length))
  }
  const { query } = portal.database
  return {
    portal,
    signIn,
    stop: () => createVisitor(portal.app).post('/account/email/stop', { token }),
    sessions: () => query.selectFrom('sessions').select('id').execute(),
    links: () =>
      query.selectFrom('accounts').select('id').where('providerId', '=', 'google').execute(),
  }
}

test.runIf(inject('engine') === 'postgres').each([
  ['is linked', false],
  ['was linked before', true],
])(
  'a sign-in with a Google account that %s while a change is being stopped begins no session and leaves no link',
  async (_, isLinked) => {
    const { portal, signIn, stop, sessions, links } = await openTaken()
    if (isLinked) {
      await signIn()
      expect(await links()).toHaveLength(1)
    }
    const signingIn = beginBeforeNextCommit(portal.database, signIn)
    expect((await stop()).status).toBe(200)
    await signingIn
    expect(await sessions()).toEqual([])
    expect(await links()).toEqual([])
  },
)
