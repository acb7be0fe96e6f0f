import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Settings } from './server.ts'

const client = { id: 'molar', secret: 'a secret between the two of them' }

/**
 * A real OpenID provider on loopback in Google's place, with a sign-in screen. It confirms any person it is
 * given. The server's tests have one without a screen.
 */
export async function startGoogle(portalOrigin: string) {
  let serve: RequestListener = (_, response) => void response.end()
  const server = createServer((request, response) => serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createProvider(origin, `${portalOrigin}/api/auth/callback/google`)
  serve = createScreen(provider)
  const settings: Settings = {
    GOOGLE_ISSUER: origin,
    GOOGLE_CLIENT_ID: client.id,
    GOOGLE_CLIENT_SECRET: client.secret,
  }
  return { origin, settings, stop: () => close(server) }
}

function createProvider(origin: string, redirectUri: string): Provider {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return new Provider(origin, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['for tests'] },
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/screen/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: true, name: 'Grace Google' }),
    }),
    // Consent is granted in advance.
    loadExistingGrant: grantEverything,
  })
}

const screen = `<!doctype html><html lang="en"><title>Sign in</title>
<link rel="icon" href="data:,">
<form method="post"><label>Email at Google <input name="email"></label>
<button>Continue</button><button name="cancel" value="yes">Cancel</button></form>`

function createScreen(provider: Provider): RequestListener {
  const protocol = provider.callback()
  return async (request, response) => {
    if (!request.url?.startsWith('/screen/')) return protocol(request, response)
    if (request.method !== 'POST') return response.end(screen)
    await provider.interactionFinished(request, response, await readChoice(request))
  }
}

async function readChoice(request: IncomingMessage) {
  const form = new URLSearchParams(await text(request))
  if (form.has('cancel')) return { error: 'access_denied' }
  return { login: { accountId: form.get('email') ?? '' }, select_account: {} }
}

async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { client: asking, session } = oidc
  if (!asking || !session?.accountId) return undefined
  const { accountId } = session
  const grant = new oidc.provider.Grant({ clientId: asking.clientId, accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
