import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Account, AccountSession } from '../../../contract/identity/account.ts'
import { queuedMails } from '../../testing/mailbox.ts'
import { openPortal, refusal } from '../../testing/portal.ts'
import { confirm, createVisitor, exchange, jane, signedUp } from '../../testing/visitor.ts'
import { describeBrowser } from './sessions.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const newPassword = 'another fine secret'

async function readAccount(visitor: Awaited<ReturnType<typeof signedUp>>) {
  return Account.parse(await (await visitor.get('/account')).json())
}

function signInAt(portal: Awaited<ReturnType<typeof openPortal>>, password = jane.password) {
  const visitor = createVisitor(portal.app)
  const body = { email: jane.email, password }
  const headers = { 'user-agent': chrome }
  return { visitor, answer: visitor.post('/api/auth/sign-in/email', body, headers) }
}

test('name and phone are stored with the account', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  expect(await readAccount(visitor)).toEqual({
    ...{ name: jane.name, email: jane.email, phone: '', verified: false, hasPassword: true },
    ...{ passwordDue: false, language: 'en' },
    ...{ confirmationSentAt: portal.time.now.toISOString(), emailChange: null },
  })
  const body = { name: ' Jane Roe ', phone: ' (718) 555-0100 ' }
  expect((await visitor.put('/account', body)).status).toBe(200)
  expect(await readAccount(visitor)).toMatchObject({ name: 'Jane Roe', phone: '(718) 555-0100' })
  const session = await (await visitor.get('/api/auth/get-session')).json()
  expect(session).toMatchObject({ user: { name: 'Jane Roe' } })
})

test.each([
  [{ name: 'x'.repeat(101), phone: '' }, 'name', 'name_long'],
  [{ name: '', phone: '' }, 'name', 'name_required'],
  [{ name: 'evil \u202elive', phone: '' }, 'name', 'hidden_characters'],
  [{ name: 'Jane', phone: '718\u202e0100' }, 'phone', 'hidden_characters'],
])('%j is refused at its field', async (body, path, code) => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const answer = await visitor.put('/account', body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ issues: [{ path, code }] })
})

test('the current password changes the password and ends all other sessions and their tokens', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const bearer = await exchange(visitor)
  const { visitor: other, answer } = signInAt(portal)
  expect((await answer).status).toBe(200)
  const lost = await exchange(other)
  const change = (password: string, to = newPassword) =>
    visitor.put('/account/password', { password, newPassword: to })
  expect(await refusal(await change('not the one'))).toEqual({
    status: 403,
    code: 'wrong_password',
  })
  expect(await refusal(await change(jane.password, 'qwerty123'))).toMatchObject({
    code: 'password_guessable',
  })
  expect((await change(jane.password)).status).toBe(200)
  const { callers } = portal.deps
  expect(await callers.byToken(bearer)).not.toBeNull()
  expect(await callers.byToken(lost)).toBeNull()
  expect(await callers.bySession(other.cookieHeader())).toBeNull()
  expect((await signInAt(portal).answer).status).toBe(401)
  expect((await signInAt(portal, newPassword).answer).status).toBe(200)
  expect(await queuedMails(portal)).toContain(`password-changed to ${jane.email}`)
})

test('when two password changes run at the same time, only one succeeds', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const answers = await Promise.all(
    ['one fine secret', 'another fine secret'].map((to) =>
      visitor.put('/account/password', { password: jane.password, newPassword: to }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
})

test('a claim changes only its own password, and the owner is not notified', async () => {
  const portal = await openPortal()
  const owner = await signedUp(portal.app)
  const claim = await signedUp(portal.app, { ...jane, password: 'a second secret' })
  const change = { password: 'a second secret', newPassword }
  expect((await claim.put('/account/password', change)).status).toBe(200)
  expect(await queuedMails(portal)).not.toContain(`password-changed to ${jane.email}`)
  expect((await signInAt(portal, newPassword).answer).status).toBe(200)
  expect((await signInAt(portal).answer).status).toBe(200)
  expect(await readAccount(owner)).toMatchObject({ email: jane.email })
})

test('wrong passwords are counted by account and soon slowed down', async () => {
  const portal = await openPortal({ settings: { RATE_LIMIT: 'on' } })
  const visitor = await signedUp(portal.app)
  const guess = (password: string) => visitor.put('/account/password', { password, newPassword })
  for (let attempt = 0; attempt < 11; attempt += 1) {
    expect((await guess(`not the one ${attempt}`)).status).toBe(403)
  }
  expect(await refusal(await guess(jane.password))).toEqual({
    status: 429,
    code: 'too_many_guesses',
  })
  portal.time.now = new Date(portal.time.now.getTime() + 3000)
  expect((await guess(jane.password)).status).toBe(200)
})

test('sessions are listed with browser and system, and can be ended one by one or all together', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  await exchange(visitor)
  const { visitor: other, answer } = signInAt(portal)
  await answer
  const lost = await exchange(other)
  const stranger = await signedUp(portal.app, { ...jane, email: 'joe@patients.example' })
  const list = async () =>
    z.array(AccountSession).parse(await (await visitor.get('/account/sessions')).json())
  const [own, second] = await list()
  expect(own).toMatchObject({ isCurrent: true, lastSeenAt: portal.time.now.toISOString() })
  expect(second).toMatchObject({ isCurrent: false, browser: 'Chrome', system: 'Windows' })
  const end = (by: typeof visitor, id = second?._id) =>
    by.call('DELETE', `/account/sessions/${id}`, {})
  expect((await end(stranger)).status).toBe(404)
  expect(await portal.deps.callers.byToken(lost)).not.toBeNull()
  expect((await end(visitor)).status).toBe(200)
  expect(await portal.deps.callers.byToken(lost)).toBeNull()
  expect(await list()).toHaveLength(1)
  expect((await visitor.call('DELETE', '/account/sessions', {})).status).toBe(200)
  expect((await visitor.get('/account')).status).toBe(401)
  expect((await stranger.get('/account')).status).toBe(200)
})

test('ending sessions requires recent proof of identity, and signing out does not', async () => {
  const portal = await openPortal({ now: new Date() })
  const visitor = await signedUp(portal.app)
  await signInAt(portal).answer
  portal.time.now = new Date(portal.time.now.getTime() + 10 * 60_000)
  const refused = { status: 403, code: 'proof_needed' }
  const end = (path = '') => visitor.call('DELETE', `/account/sessions${path}`, {})
  const Listed = z.array(AccountSession)
  const [own, other] = Listed.parse(await (await visitor.get('/account/sessions')).json())
  expect(await refusal(await end())).toEqual(refused)
  expect(await refusal(await end(`/${other?._id}`))).toEqual(refused)
  expect(await refusal(await end(`/${own?._id}`))).toEqual(refused)
  expect((await visitor.post('/account/proof', { password: jane.password })).status).toBe(200)
  expect((await end(`/${other?._id}`)).status).toBe(200)
  portal.time.now = new Date(portal.time.now.getTime() + 10 * 60_000)
  expect((await visitor.post('/api/auth/sign-out', {})).status).toBe(200)
  expect((await visitor.get('/account')).status).toBe(401)
})

test('the confirmation can be requested again four times an hour, also by a claim', async () => {
  const portal = await openPortal()
  const first = await signedUp(portal.app)
  const second = await signedUp(portal.app, { ...jane, password: 'a second secret' })
  const ask = (visitor: typeof first) => visitor.post('/account/confirmation')
  for (const visitor of [first, second]) {
    for (let time = 0; time < 4; time += 1) expect((await ask(visitor)).status).toBe(200)
    expect(await refusal(await ask(visitor))).toEqual({
      ...{ status: 429, code: 'too_many_confirmations' },
    })
  }
  portal.time.now = new Date(portal.time.now.getTime() + 3_600_000)
  const later = Account.parse(await (await ask(first)).json())
  expect(later.confirmationSentAt).toBe(portal.time.now.toISOString())
  await confirm(portal, first)
  const mails = await queuedMails(portal)
  expect((await ask(first)).status).toBe(200)
  expect(await queuedMails(portal)).toEqual(mails)
})

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const samsung =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'

test.each([
  [chrome, 'Chrome', 'Windows'],
  [`${chrome} Edg/141.0.0.0`, 'Edge', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [iphone, 'Safari', 'iPhone'],
  [samsung, 'Samsung Internet', 'Android'],
  ['curl/8.5.0', null, null],
  ['', null, null],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(describeBrowser(userAgent)).toEqual({ browser, system })
})
