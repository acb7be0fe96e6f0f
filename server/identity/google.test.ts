import { expect, onTestFinished, test } from 'vitest'
import { type GooglePersona, startOpenIdProvider } from '../testing/peers/openid-provider.ts'
import { openPortal } from '../testing/portal.ts'
import {
  confirm,
  createVisitor,
  exchange,
  jane,
  signedUp,
  type Visitor,
} from '../testing/visitor.ts'

const origin = 'http://localhost:5000'
const atGoogle = { sub: 'g-1', email: jane.email, email_verified: true, name: 'Jane of Google' }

async function openWithGoogle({ down = false } = {}) {
  const provider = await startOpenIdProvider(`${origin}/api/auth/callback/google`)
  if (!down) await provider.start()
  onTestFinished(() => provider.stop())
  const portal = await openPortal({ settings: provider.settings })
  const visitor = createVisitor(portal.app)
  return { provider, portal, visitor, signIn: (as: GooglePersona) => walk(provider, visitor, as) }
}

const begin = (visitor: Visitor) =>
  visitor.post('/api/auth/sign-in/social', {
    provider: 'google',
    callbackURL: '/appointment',
    errorCallbackURL: '/login',
  })

/** The whole way through Google and back; answers where the browser ends up. */
async function walk(
  provider: Awaited<ReturnType<typeof startOpenIdProvider>>,
  visitor: Visitor,
  as: GooglePersona,
) {
  const { url } = (await (await begin(visitor)).json()) as { url: string }
  const back = await provider.signIn(as, url)
  const response = await visitor.get(back.slice(origin.length))
  expect(response.status).toBe(302)
  return response.headers.get('location')
}

test('a new person signs in with Google and has a verified account, without a password', async () => {
  const { portal, visitor, signIn } = await openWithGoogle()
  expect(await signIn({ ...atGoogle, email: 'Jane@Patients.example' })).toBe('/appointment')
  const { name, email } = { ...atGoogle, email: jane.email }
  expect(await portal.deps.callers.bySession(visitor.cookieHeader())).toMatchObject({ name, email })
  const session = await (await visitor.get('/api/auth/get-session')).json()
  expect(session).toMatchObject({ user: { emailVerified: true } })
  const accounts = await portal.database.query.selectFrom('accounts').selectAll().execute()
  expect(accounts).toMatchObject([
    {
      providerId: 'google',
      accountId: 'g-1',
      accessToken: null,
      refreshToken: null,
      idToken: null,
    },
  ])
})

test('a second sign-in finds the same account, even with a new address at Google', async () => {
  const { portal, visitor, signIn } = await openWithGoogle()
  await signIn(atGoogle)
  const first = await portal.deps.callers.bySession(visitor.cookieHeader())
  await signIn({ ...atGoogle, email: 'jane@elsewhere.example' })
  const second = await portal.deps.callers.bySession(visitor.cookieHeader())
  expect(second).toMatchObject({ userId: first?.userId, email: jane.email })
})

test('a verified account with the same address is linked and keeps its password', async () => {
  const { portal, visitor, signIn } = await openWithGoogle()
  const before = await signedUp(portal.app)
  await confirm(portal, before)
  const owner = await portal.deps.callers.bySession(before.cookieHeader())
  expect(await signIn(atGoogle)).toBe('/appointment')
  const caller = await portal.deps.callers.bySession(visitor.cookieHeader())
  expect(caller).toMatchObject({ userId: owner?.userId, name: jane.name })
  expect(await portal.deps.callers.bySession(before.cookieHeader())).not.toBeNull()
  expect((await before.post('/api/auth/sign-in/email', jane)).status).toBe(200)
})

test('an unverified account is taken over, and its password, sessions and tokens end', async () => {
  const { portal, visitor, signIn } = await openWithGoogle()
  const squatter = await signedUp(portal.app)
  const bearer = await exchange(squatter)
  expect(await signIn(atGoogle)).toBe('/appointment')
  const { callers } = portal.deps
  expect(await callers.byToken(bearer)).toBeNull()
  expect(await callers.bySession(squatter.cookieHeader())).toBeNull()
  expect((await squatter.post('/api/auth/sign-in/email', jane)).status).toBe(401)
  const caller = await callers.bySession(visitor.cookieHeader())
  expect(caller).toMatchObject({ email: jane.email, name: atGoogle.name })
  const users = await portal.database.query.selectFrom('users').selectAll().execute()
  expect(users).toHaveLength(1)
})

test('a squatter who signs in during the takeover gets no session', async () => {
  const { portal, visitor, signIn } = await openWithGoogle()
  await signedUp(portal.app)
  const squatters = Array.from({ length: 12 }, () => createVisitor(portal.app))
  const tries = squatters.map((squatter) => squatter.post('/api/auth/sign-in/email', jane))
  const landed = await signIn(atGoogle)
  await Promise.all(tries)
  expect(landed).toBe('/appointment')
  for (const squatter of squatters) {
    expect(await portal.deps.callers.bySession(squatter.cookieHeader())).toBeNull()
  }
  expect(await portal.deps.callers.bySession(visitor.cookieHeader())).not.toBeNull()
})

test.each([true, false])(
  'an address that Google has not verified gives no access (account here already: %s)',
  async (known) => {
    const { portal, visitor, signIn } = await openWithGoogle()
    const owner = known ? await signedUp(portal.app) : null
    const landed = await signIn({ ...atGoogle, email_verified: false })
    expect(landed).toBe('/login?error=email_not_found')
    expect(await portal.deps.callers.bySession(visitor.cookieHeader())).toBeNull()
    const accounts = await portal.database.query.selectFrom('accounts').selectAll().execute()
    expect(accounts.filter(({ providerId }) => providerId === 'google')).toEqual([])
    if (!owner) return
    expect(await portal.deps.callers.bySession(owner.cookieHeader())).not.toBeNull()
  },
)

test('sign-in works once a provider that was down at startup is up', async () => {
  const { provider, visitor, signIn } = await openWithGoogle({ down: true })
  const response = await begin(visitor)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'GOOGLE_UNREACHABLE' })
  await provider.start()
  expect(await signIn(atGoogle)).toBe('/appointment')
})

test('if the provider fails during a sign-in, the browser is redirected to the login page with a reason', async () => {
  const { provider, visitor } = await openWithGoogle()
  const { url } = (await (await begin(visitor)).json()) as { url: string }
  const back = await provider.signIn(atGoogle, url)
  await provider.stop()
  const response = await visitor.get(back.slice(origin.length))
  expect(response.headers.get('location')).toMatch(/^\/login\?error=invalid_code/)
})

test('a callback for another browser’s sign-in is refused', async () => {
  const { provider, portal, visitor } = await openWithGoogle()
  const { url } = (await (await begin(visitor)).json()) as { url: string }
  const back = await provider.signIn(atGoogle, url)
  const victim = createVisitor(portal.app)
  const response = await victim.get(back.slice(origin.length))
  expect(response.headers.get('location')).toMatch(/error=state_mismatch/)
  expect(victim.cookieHeader()).not.toContain('session_token')
})

test('a sign-in cannot redirect to another site', async () => {
  const { visitor } = await openWithGoogle()
  const body = { provider: 'google', callbackURL: 'https://evil.example/' }
  const response = await visitor.post('/api/auth/sign-in/social', body)
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'INVALID_CALLBACK_URL' })
})

test('an invalid callback, or one without Google, redirects to the login page and logs no error', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const provider = await startOpenIdProvider(`${origin}/api/auth/callback/google`)
  const withGoogle = createVisitor((await openPortal({ settings: provider.settings, log })).app)
  const without = createVisitor((await openPortal({ log })).app)
  const path = '/api/auth/callback/google'
  const landings = [
    [await withGoogle.get(path), /\/login\?error=state_not_found$/],
    [await withGoogle.get(`${path}?code=a&state=b`), /\/login\?error=/],
    [await without.get(`${path}?code=a&state=b`), /^\/login\?error=google_not_configured$/],
  ] as const
  for (const [{ status, headers }, landing] of landings) {
    expect(status).toBe(302)
    expect(headers.get('location')).toMatch(landing)
  }
  expect((await withGoogle.get(`${path}?code=a&code=b&state=c`)).status).toBe(400)
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('without Google configured, the sign-in is refused with the reason', async () => {
  const portal = await openPortal()
  const response = await begin(createVisitor(portal.app))
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    code: 'GOOGLE_NOT_CONFIGURED',
    message: 'Google sign-in is not set up at this clinic. Please use your e-mail and password.',
  })
})
