import { expect, test } from 'vitest'
import { ErrorBody } from '../../contract/errors.ts'
import { openPortal, refusal } from '../testing/portal.ts'
import { createVisitor, jane, signedUp } from '../testing/visitor.ts'

const signInPath = '/api/auth/sign-in/email'
const wrong = { email: jane.email, password: 'not the one' }

/** Everything an answer says, but for the id of the request. */
async function whole(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return { status: response.status, headers, body: await response.text() }
}

test('an unknown address and a wrong password get the same answer', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  const visitor = createVisitor(portal.app)
  const known = await whole(await visitor.post(signInPath, wrong))
  const unknown = { ...wrong, email: 'nobody@patients.example' }
  expect(await whole(await visitor.post(signInPath, unknown))).toEqual(known)
  expect(known).toMatchObject({ status: 401 })
  expect(JSON.parse(known.body)).toEqual({
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  })
})

test('a reset request gets the same answer for known and unknown addresses', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  const visitor = createVisitor(portal.app)
  const ask = async (email: string) =>
    whole(await visitor.post('/api/auth/request-password-reset', { email }))
  const known = await ask(jane.email)
  expect(known.status).toBe(200)
  expect(await ask('nobody@patients.example')).toEqual(known)
})

test.each(['jane@my_clinic.example', "jane'@patients.example"])(
  'no account signs up with or changes to %s, which cannot sign in',
  async (email) => {
    const portal = await openPortal()
    const invalid = { status: 400, code: 'INVALID_EMAIL' }
    const signUp = createVisitor(portal.app).post('/api/auth/sign-up/email', { ...jane, email })
    expect(await refusal(await signUp)).toEqual(invalid)
    const visitor = await signedUp(portal.app)
    const change = visitor.post('/account/email', { email, password: jane.password })
    expect(await refusal(await change)).toEqual(invalid)
  },
)

test.each([
  ['POST', '/send-verification-email'],
  ['POST', '/delete-user'],
  ['POST', '/update-user'],
  ['POST', '/change-email'],
  ['POST', '/link-social'],
  ['POST', '/get-access-token'],
  ['GET', '/list-accounts'],
  ['GET', '/sign-in/email'],
  ['POST', '/constructor'],
  ['POST', '/sign-in/em%61il'],
])('%s /api/auth%s answers 404, even to a signed-in user', async (method, path) => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const url = `/api/auth${path}`
  const response = await (method === 'GET' ? visitor.get(url) : visitor.post(url, wrong))
  expect(response.status).toBe(404)
  expect(ErrorBody.parse(await response.json()).code).toBe('not_found')
})

test('pages of another origin can neither sign in nor sign out', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const evil = { origin: 'https://evil.example' }
  const refused = [
    await visitor.post('/api/auth/sign-out', undefined, evil),
    await createVisitor(portal.app, 'https://evil.example').post(signInPath, wrong),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403])
  expect(await portal.deps.callers.bySession(visitor.cookieHeader())).not.toBeNull()
})

test('an oversized or non-JSON body is refused', async () => {
  const { app } = await openPortal()
  const large = await createVisitor(app).post(signInPath, { ...wrong, more: 'x'.repeat(70_000) })
  expect(large.status).toBe(413)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const form = await app.request(signInPath, {
    method: 'POST',
    headers,
    body: 'email=a&password=b',
  })
  expect(form.status).toBe(415)
})

test('the session’s token is in the cookie and in no answer', async () => {
  const portal = await openPortal()
  const visitor = createVisitor(portal.app)
  const said = [
    await visitor.post('/api/auth/sign-up/email', jane),
    await visitor.post(signInPath, jane),
  ]
  const { name, email } = jane
  const user = { name, email, emailVerified: false }
  for (const response of said) expect(await response.json()).toEqual({ user })
  const session = await visitor.get('/api/auth/get-session')
  expect(await session.json()).toEqual({ user: { ...user, id: expect.any(String) } })
})

test('signing in again in the same browser ends its previous session', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const elsewhere = createVisitor(portal.app)
  await elsewhere.post(signInPath, jane)
  const former = visitor.cookieHeader()
  await visitor.post(signInPath, { ...jane, password: 'not the one' })
  expect(await portal.deps.callers.bySession(former)).not.toBeNull()
  await visitor.post(signInPath, jane)
  expect(await portal.deps.callers.bySession(former)).toBeNull()
  expect(await portal.deps.callers.bySession(visitor.cookieHeader())).not.toBeNull()
  expect(await portal.deps.callers.bySession(elsewhere.cookieHeader())).not.toBeNull()
})

test.each(['password1', 'Molar-Dental', 'jane2026'])(
  'a password that is easy to guess is refused: %s',
  async (password) => {
    const portal = await openPortal()
    const response = await createVisitor(portal.app).post('/api/auth/sign-up/email', {
      ...jane,
      password,
    })
    expect(await refusal(response)).toEqual({ status: 400, code: 'password_guessable' })
    expect(await portal.database.query.selectFrom('users').selectAll().execute()).toEqual([])
  },
)

const limited = { settings: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' } }

test('sign-ins from one client are rate limited, even when they come concurrently', async () => {
  const portal = await openPortal(limited)
  const visitor = createVisitor(portal.app)
  const from = (address: string) => ({ 'x-forwarded-for': address, 'x-molar-client-ip': '9.9.9.9' })
  const tries = Array.from({ length: 30 }, () => visitor.post(signInPath, wrong, from('192.0.2.1')))
  const answers = await Promise.all(tries)
  const held = answers.filter(({ status }) => status === 429)
  expect(held).toHaveLength(20)
  expect(Number(held[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(ErrorBody.parse(await held[0]?.json()).code).toBe('too_many_requests')
  const another = await visitor.post(signInPath, wrong, from('203.0.113.9, 192.0.2.2'))
  expect(another.status).toBe(401)
  const same = await visitor.post(signInPath, wrong, from('192.0.2.99, 192.0.2.1'))
  expect(same.status).toBe(429)
})

test.each([
  ['sign-up/email', jane, 10],
  ['request-password-reset', { email: jane.email }, 5],
])('%s is rate limited', async (name, body, most) => {
  const portal = await openPortal(limited)
  const visitor = createVisitor(portal.app)
  const ask = () => visitor.post(`/api/auth/${name}`, body, { 'x-forwarded-for': '192.0.2.1' })
  const answers = await Promise.all(Array.from({ length: most + 1 }, ask))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})
