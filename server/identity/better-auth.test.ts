import { expect, test } from 'vitest'
import { queuedMails } from '../testing/mailbox.ts'
import { openPortal } from '../testing/portal.ts'
import { createVisitor, jane, signedUp } from '../testing/visitor.ts'

const session = async (visitor: Awaited<ReturnType<typeof signedUp>>) =>
  (await visitor.get('/api/auth/get-session')).json()

test('a sign-up signs in under the name given and queues a verification mail', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app, { ...jane, email: 'Jane@Patients.example' })
  const { email, name } = jane
  expect(await session(visitor)).toMatchObject({ user: { email, name, emailVerified: false } })
  expect(await queuedMails(portal)).toEqual([`verification to ${email}`])
})

test('a sign-up cannot set its role, verified status or picture', async () => {
  const portal = await openPortal()
  const input = { role: 'admin', emailVerified: true, image: 'https://evil.example/x.png' }
  await signedUp(portal.app, { ...jane, ...input })
  const user = await portal.database.query
    .selectFrom('users')
    .select(['role', 'image', 'emailVerified'])
    .executeTakeFirstOrThrow()
  expect({ ...user, emailVerified: Boolean(user.emailVerified) }).toEqual({
    role: 'patient',
    image: null,
    emailVerified: false,
  })
})

test.each([
  ['a name of spaces', { ...jane, name: '  ' }, 'Name is required'],
  ['a malformed address', { ...jane, email: 'jane@' }, 'Provide a valid email'],
  ['a short password', { ...jane, password: 'short' }, 'Password too short'],
])('a sign-up with %s is refused', async (_, person, message) => {
  const portal = await openPortal()
  const response = await createVisitor(portal.app).post('/api/auth/sign-up/email', person)
  expect(response.status).toBe(400)
  expect(JSON.stringify(await response.json())).toContain(message)
  expect(await queuedMails(portal)).toEqual([])
})

test('sign-in ignores the case of the address, and sign-out ends the session', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  const visitor = createVisitor(portal.app)
  const credentials = { email: 'JANE@patients.example', password: jane.password }
  expect((await visitor.post('/api/auth/sign-in/email', credentials)).status).toBe(200)
  const cookies = visitor.cookieHeader()
  expect(await portal.deps.callers.bySession(cookies)).toMatchObject({ email: jane.email })
  expect((await visitor.post('/api/auth/sign-out')).status).toBe(200)
  expect(await portal.deps.callers.bySession(cookies)).toBeNull()
  expect(visitor.cookieHeader()).not.toContain('session_token')
})

test('an address gets no more than five mails of a kind in an hour', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  const visitor = createVisitor(portal.app)
  const ask = () => visitor.post('/api/auth/request-password-reset', { email: jane.email })
  const statuses = await Promise.all([ask(), ask(), ask(), ask(), ask()])
  expect((await ask()).status).toBe(200)
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await queuedMails(portal)).filter((mail) => mail.startsWith('password'))).toHaveLength(5)
  portal.time.now = new Date(portal.time.now.getTime() + 3_600_001)
  await ask()
  expect((await queuedMails(portal)).filter((mail) => mail.startsWith('password'))).toHaveLength(6)
})

test('a non-browser client signs in without an origin, as long as it sends no cookie', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  const signIn = (cookie?: string) =>
    portal.app.request('http://localhost:5000/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(jane),
    })
  expect((await signIn()).status).toBe(200)
  expect((await signIn('language=es')).status).toBe(403)
})

test('the session cookie is HttpOnly, and Secure with the __Host- prefix over https', async () => {
  const cookieOf = async (settings: Record<string, string>) => {
    const portal = await openPortal({ settings })
    const visitor = createVisitor(portal.app, portal.config.publicUrl)
    const response = await visitor.post('/api/auth/sign-up/email', jane)
    const caller = await portal.deps.callers.bySession(visitor.cookieHeader())
    expect(caller?.email).toBe(jane.email)
    return response.headers.getSetCookie().find((line) => line.includes('session_token')) ?? ''
  }
  expect(await cookieOf({})).toMatch(/^molar\.session_token=.*HttpOnly; SameSite=Lax$/)
  const secure = await cookieOf({ PUBLIC_URL: 'https://clinic.example' })
  expect(secure).toMatch(
    /^__Host-molar\.session_token=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})
