import { expect, test } from 'vitest'
import { readLink } from '../testing/mailbox.ts'
import { openPortal, refusal } from '../testing/portal.ts'
import { confirm, createVisitor, exchange, jane, signedUp } from '../testing/visitor.ts'

const path = '/email-confirmation'
const over = { status: 404, code: 'link_over' }

/** A sign-up with Jane's address, by her or by another person; the mail is in her mailbox. */
async function openWithSignUp() {
  const portal = await openPortal()
  const maker = await signedUp(portal.app)
  const { token } = await readLink(portal, 'verification')
  const reader = createVisitor(portal.app)
  const user = () =>
    portal.database.query
      .selectFrom('users')
      .select(['email', 'emailVerified'])
      .where('email', '=', jane.email)
      .executeTakeFirst()
  const isVerified = async () => Boolean((await user())?.emailVerified)
  return { portal, maker, reader, token, user, isVerified }
}

test('a new account confirms its address with one press in the same browser, and only once', async () => {
  const { portal, maker, token, isVerified } = await openWithSignUp()
  const link = await readLink(portal, 'verification')
  expect(link.path).toBe('/verify-email')
  expect((await maker.get(`/api/auth/verify-email?token=${token}`)).status).toBe(404)
  expect(await isVerified()).toBe(false)
  expect((await maker.put(path, { token })).status).toBe(200)
  expect(await isVerified()).toBe(true)
  const session = await (await maker.get('/api/auth/get-session')).json()
  expect(session).toMatchObject({ user: { emailVerified: true } })
  expect(await refusal(await maker.put(path, { token }))).toEqual(over)
})

test('without that session the link alone does not confirm the address, and the password does', async () => {
  const { portal, reader, token, isVerified } = await openWithSignUp()
  expect((await reader.put(path, { token })).status).toBe(401)
  const joe = await signedUp(portal.app, { ...jane, email: 'joe@patients.example' })
  const other = { status: 403, code: 'other_account' }
  expect(await refusal(await joe.put(path, { token }))).toEqual(other)
  const by = (password: string) => reader.post(path, { token, password })
  expect(await refusal(await by('not the one'))).toEqual({ status: 403, code: 'wrong_password' })
  expect(await isVerified()).toBe(false)
  expect((await by(jane.password)).status).toBe(200)
  expect(await isVerified()).toBe(true)
})

test('choosing a new password confirms the address and ends earlier sessions', async () => {
  const { portal, maker, reader, token, isVerified } = await openWithSignUp()
  const bearer = await exchange(maker)
  const choose = (newPassword: string) => reader.post(`${path}/password`, { token, newPassword })
  expect(await refusal(await choose('qwerty'))).toMatchObject({ code: 'password_guessable' })
  expect((await choose('another secret')).status).toBe(200)
  expect(await isVerified()).toBe(true)
  expect(await portal.deps.callers.bySession(maker.cookieHeader())).toBeNull()
  expect(await portal.deps.callers.byToken(bearer)).toBeNull()
  const signIn = (password: string) =>
    reader.post('/api/auth/sign-in/email', { email: jane.email, password })
  expect((await signIn(jane.password)).status).toBe(401)
  expect((await signIn('another secret')).status).toBe(200)
  expect(await refusal(await choose('a third secret'))).toEqual(over)
})

test('“This was not me” removes the account, and its links with it', async () => {
  const { portal, maker, reader, token, user } = await openWithSignUp()
  expect((await reader.post(`${path}/denial`, { token })).status).toBe(200)
  expect(await user()).toBeUndefined()
  expect(await portal.deps.callers.bySession(maker.cookieHeader())).toBeNull()
  const again = await signedUp(portal.app)
  expect(await refusal(await again.put(path, { token }))).toEqual(over)
  expect(await refusal(await reader.post(`${path}/denial`, { token }))).toEqual(over)
})

test('a confirmation link expires after a day, and once the address is proven in another way', async () => {
  const { portal, maker, reader, token, user } = await openWithSignUp()
  const start = portal.time.now
  portal.time.now = new Date(start.getTime() + 86_400_000)
  expect(await refusal(await maker.put(path, { token }))).toEqual(over)
  // A password would be of no use: right or wrong, it is not looked at.
  const guess = { token, password: 'not the one' }
  expect(await refusal(await reader.post(path, guess))).toEqual(over)
  portal.time.now = start
  await maker.post('/account/confirmation')
  await confirm(portal, maker)
  const late = [
    await reader.post(`${path}/password`, { token, newPassword: 'another secret' }),
    await reader.post(`${path}/denial`, { token }),
  ]
  for (const response of late) expect(await refusal(response)).toEqual(over)
  expect(await user()).toMatchObject({ email: jane.email })
})

test('when all actions of a link are submitted concurrently, only one succeeds', async () => {
  const { maker, reader, token } = await openWithSignUp()
  const answers = await Promise.all([
    maker.put(path, { token }),
    maker.put(path, { token }),
    reader.post(`${path}/denial`, { token }),
    reader.post(`${path}/password`, { token, newPassword: 'another secret' }),
    reader.post(path, { token, password: jane.password }),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  // A call whose session has ended by then answers 401.
  expect(statuses.filter((status) => ![200, 401, 404].includes(status))).toEqual([])
})
