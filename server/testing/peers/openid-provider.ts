import { generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Adapter,
  type AdapterPayload,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'

/** Who is signed in at the provider, and what it says about them. */
export type GooglePersona = {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

const client = { id: 'molar', secret: 'a secret between the two of them' }

/** A real OpenID provider on loopback in Google's place; it insists on PKCE. */
export async function startOpenIdProvider(redirectUri: string) {
  const listening = await listen((_request, response) => response.end(), 0)
  const { port } = listening.address() as AddressInfo
  await close(listening)
  const issuer = `http://127.0.0.1:${port}`
  let persona: GooglePersona | null = null
  const provider = createProvider(issuer, redirectUri, () => persona)
  const answer = provider.callback()
  const serve: RequestListener = async (request, response) => {
    if (!request.url?.startsWith('/choose/')) return answer(request, response)
    // The account chooser, with a person who always chooses the same.
    const result = { login: { accountId: persona?.sub ?? '' }, select_account: {} }
    await provider.interactionFinished(request, response, result)
  }
  let server: Server | null = null
  return {
    settings: {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
    },
    async start() {
      server = await listen(serve, port)
    },
    async stop() {
      if (server) await close(server)
      server = null
    },
    /** Walks through the provider's pages as a browser does, up to the address it sends back to. */
    async signIn(as: GooglePersona, authorizationUrl: string): Promise<string> {
      persona = as
      const cookies = new Map<string, string>()
      let url = authorizationUrl
      while (!url.startsWith(redirectUri)) {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
        const response = await fetch(url, { headers: { cookie }, redirect: 'manual' })
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const next = response.headers.get('location')
        if (!next) throw new Error(`The provider stopped at ${url}: ${await response.text()}`)
        url = new URL(next, url).href
      }
      return url
    },
  }
}

function createProvider(issuer: string, redirectUri: string, current: () => GooglePersona | null) {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return new Provider(issuer, {
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
    adapter: createShelf,
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/choose/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...current(), sub }),
    }),
    // Consent is given before it is asked for.
    loadExistingGrant: grantEverything,
  })
}

/** What the provider remembers, by kind. Its own shelf warns at every start that it is for tests. */
function createShelf(): Adapter {
  const kept = new Map<string, AdapterPayload>()
  return {
    upsert: async (id, payload) => void kept.set(id, payload),
    find: async (id) => kept.get(id),
    findByUid: async (uid) => kept.values().find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = kept.get(id)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void kept.delete(id),
    revokeByGrantId: async () => {},
  }
}

async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { client: asking, session } = oidc
  if (!asking || !session?.accountId) return undefined
  const grant = new oidc.provider.Grant({
    clientId: asking.clientId,
    accountId: session.accountId,
  })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

function listen(handler: RequestListener, port: number): Promise<Server> {
  const server = createServer(handler)
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
