import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { createAuthorizationURL, type OAuthProvider } from 'better-auth/oauth2'
import * as z from 'zod/mini'
import { cleanName } from '../../contract/text.ts'
import type { Config } from '../config.ts'

type Google = NonNullable<Config['google']>

/** What Google says about a person; only an e-mail that it has verified counts. */
type GooglePerson = z.infer<typeof Person>

const Endpoints = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
})
type Endpoints = z.infer<typeof Endpoints>

const Tokens = z.object({ access_token: z.string() })
const Person = z.object({
  sub: z.string(),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
})

/** Milliseconds that Google may take to answer one request. */
const patience = 10_000

/**
 * Google (OpenID Connect, code flow with PKCE) as better-auth's provider `google`. Always there:
 * where a clinic has not set it up, and while Google is away, a sign-in is refused with a code of
 * its own. better-auth's `genericOAuth` reads the endpoints once, at the start; this reads them at
 * first use and again until it succeeds.
 *
 * @param beforeSignIn is awaited with a person whose e-mail Google has verified, before better-auth
 * looks for their account.
 */
export function google(
  settings: Google | undefined,
  beforeSignIn: (person: { id: string; email: string; name: string }) => Promise<void>,
): BetterAuthPlugin {
  const endpoints = createEndpointReader(settings)
  const provider: OAuthProvider<GooglePerson> = {
    id: 'google',
    name: 'Google',
    accountSubject: ({ profile }) => profile.sub,
    async createAuthorizationURL({ state, codeVerifier, redirectURI }) {
      if (!settings) throw notConfigured()
      const { authorization_endpoint } = await endpoints()
      return createAuthorizationURL({
        id: 'google',
        options: settings,
        authorizationEndpoint: authorization_endpoint,
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
        state,
        codeVerifier,
        redirectURI,
      })
    },
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      if (!settings) throw notConfigured()
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier ?? '',
        redirect_uri: redirectURI,
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
      })
      const { token_endpoint } = await endpoints()
      const tokens = await fetchJson(token_endpoint, Tokens, { method: 'POST', body })
      return { accessToken: tokens.access_token }
    },
    async getUserInfo({ accessToken }) {
      const { userinfo_endpoint } = await endpoints()
      const person = await readPerson(userinfo_endpoint, accessToken)
      if (person?.user.email) {
        const { user, data } = person
        await beforeSignIn({ id: data.sub, name: user.name, email: person.user.email })
      }
      return person
    },
  }
  return { id: 'google', init: () => ({ context: { socialProviders: [provider] } }) }
}

/** The person behind a token as Google describes them; `null` when Google does not. */
async function readPerson(address: string, accessToken: string | undefined) {
  const headers = { authorization: `Bearer ${accessToken}` }
  const data = await fetchJson(address, Person, { headers }).catch(() => null)
  if (!data) return null
  // An address that Google does not vouch for is none: it must open or make no account.
  const email = (data.email_verified === true && data.email?.toLowerCase()) || null
  const name = cleanName(data.name ?? '') || (email?.split('@')[0] ?? '')
  return { user: { email, name, emailVerified: true }, data }
}

function createEndpointReader(settings: Google | undefined): () => Promise<Endpoints> {
  let known: Endpoints | null = null
  return async () => {
    if (!settings) throw notConfigured()
    known ??= await discover(settings.issuer).catch(() => null)
    if (known) return known
    throw new APIError('SERVICE_UNAVAILABLE', {
      code: 'GOOGLE_UNREACHABLE',
      message: 'Google cannot be reached just now. Please try again shortly.',
    })
  }
}

/** OpenID Connect Discovery 1.0, section 4. */
async function discover(issuer: string): Promise<Endpoints> {
  const found = await fetchJson(`${issuer}/.well-known/openid-configuration`, Endpoints)
  if (found.issuer.replace(/\/$/, '') !== issuer) throw new Error('Google names another issuer')
  return found
}

async function fetchJson<T extends z.ZodMiniType>(url: string, shape: T, init?: RequestInit) {
  const signal = AbortSignal.timeout(patience)
  const response = await fetch(url, { ...init, signal, redirect: 'error' })
  if (!response.ok) throw new Error(`Google answered ${response.status}`)
  return shape.parse(await response.json())
}

function notConfigured(): APIError {
  return new APIError('BAD_REQUEST', {
    code: 'GOOGLE_NOT_CONFIGURED',
    message: 'Google sign-in is not set up at this clinic. Please use your e-mail and password.',
  })
}
