import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readLink } from '../testing/mailbox.ts'
import { openPortal, type Portal, refusal } from '../testing/portal.ts'
import { createVisitor, jane, signedUp } from '../testing/visitor.ts'

const settings = { RATE_LIMIT: 'on', TRUST_PROXY: 'on' }
const guess = { email: jane.email, password: 'not the one' }
const slowed = { status: 429, code: 'too_many_guesses' }

const signInFrom = ({ app }: Portal, address: string, body = guess) =>
  createVisitor(app).post('/api/auth/sign-in/email', body, { 'x-forwarded-for': address })

const later = ({ time }: Portal, seconds: number) => {
  time.now = new Date(time.now.getTime() + seconds * 1000)
}

/** As many attempts as were made before those of the test. */
async function failedAlready({ database, time }: Portal, email: string, failures: number) {
  const at = time.now.toISOString()
  const account = hash('sha256', email, 'hex')
  const openAt = failures > 10 ? new Date(time.now.getTime() + 900_000).toISOString() : at
  await database.query
    .insertInto('signInFailures')
    .values({ account, failures, openAt, triedAt: at })
    .execute()
}

test.each([jane.email, 'nobody@patients.example'])(
  'guessing %s from many addresses concurrently is slowed down more and more',
  async (email) => {
    const portal = await openPortal({ settings })
    await signedUp(portal.app)
    await failedAlready(portal, email, 8)
    const body = { ...guess, email }
    const tries = Array.from({ length: 6 }, (_, index) =>
      signInFrom(portal, `192.0.2.${index}`, body),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
    const held = answers.filter(({ status }) => status === 429)
    expect(held.map(({ headers }) => headers.get('retry-after'))).toEqual(['2', '2', '2'])
    expect(await refusal(held[0] as Response)).toEqual(slowed)
    later(portal, 2)
    expect((await signInFrom(portal, '192.0.2.98', body)).status).toBe(401)
    const next = await signInFrom(portal, '192.0.2.97', body)
    expect(next.headers.get('retry-after')).toBe('4')
  },
)

/** Jane has an account, which others have guessed at from elsewhere until it is slowed. */
async function openGuessedAt() {
  const portal = await openPortal({ settings })
  const home = { 'x-forwarded-for': '2001:db8::1' }
  await createVisitor(portal.app).post('/api/auth/sign-up/email', jane, home)
  await failedAlready(portal, jane.email, 20)
  expect((await signInFrom(portal, '192.0.2.99', jane)).status).toBe(429)
  return portal
}

test('a user is not slowed down on a network where they have signed in before, at any of its addresses', async () => {
  const portal = await openGuessedAt()
  expect((await signInFrom(portal, '2001:db8::2', jane)).status).toBe(200)
})

test('a reset and the sign-in after it always work, even from an unknown network', async () => {
  const portal = await openGuessedAt()
  const away = { 'x-forwarded-for': '198.51.100.7' }
  const visitor = createVisitor(portal.app)
  await visitor.post('/api/auth/request-password-reset', { email: jane.email }, away)
  const { token } = await readLink(portal, 'password-reset')
  const body = { newPassword: 'another secret', token }
  expect((await visitor.post('/api/auth/reset-password', body, away)).status).toBe(200)
  await failedAlready(portal, jane.email, 20)
  expect((await signInFrom(portal, '192.0.2.99')).status).toBe(429)
  const known = { email: jane.email, password: 'another secret' }
  expect((await signInFrom(portal, '198.51.100.7', known)).status).toBe(200)
})

const person = (index: number) => ({ ...jane, email: `jane${index}@patients.example` })

test('sign-ups of a network are limited by hour and by day, even when they come concurrently', async () => {
  const limits = { SIGN_UPS_PER_HOUR: '3', SIGN_UPS_PER_DAY: '5' }
  const portal = await openPortal({ settings: { ...settings, ...limits } })
  let made = 0
  const signUp = (address: string) => {
    made += 1
    return createVisitor(portal.app).post('/api/auth/sign-up/email', person(made), {
      'x-forwarded-for': address,
    })
  }
  const household = (index: number) => `2001:db8:0:1::${index}`
  const first = await Promise.all([1, 2, 3, 4, 5, 6].map((index) => signUp(household(index))))
  expect(first.filter(({ status }) => status === 200)).toHaveLength(3)
  const held = first.find(({ status }) => status === 429)
  expect(held?.headers.get('retry-after')).toBe('3600')
  expect(await refusal(held as Response)).toMatchObject({ code: 'too_many_sign_ups' })
  expect((await signUp('2001:db8:0:2::1')).status).toBe(200)

  later(portal, 3600)
  const second = await Promise.all([7, 8, 9].map((index) => signUp(household(index))))
  expect(second.filter(({ status }) => status === 200)).toHaveLength(2)
  const full = second.find(({ status }) => status === 429)
  expect(full?.headers.get('retry-after')).toBe(String(23 * 3600))
  later(portal, 23 * 3600)
  expect((await signUp(household(10))).status).toBe(200)
})

test('a sign-up with a taken address counts like one with a free address', async () => {
  const portal = await openPortal({ settings: { ...settings, SIGN_UPS_PER_HOUR: '3' } })
  const from = { 'x-forwarded-for': '192.0.2.1' }
  const ask = () => createVisitor(portal.app).post('/api/auth/sign-up/email', jane, from)
  const statuses = [await ask(), await ask(), await ask(), await ask()].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 429])
})
