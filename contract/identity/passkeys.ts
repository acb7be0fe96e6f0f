import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { SignedIn } from './identity.ts'

const Known = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z._default(z.array(z.string()), []),
})
/** What the browser's own interface for passkeys takes, as JSON (WebAuthn level 3). */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  excludeCredentials: z._default(z.array(Known), []),
})
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z._default(z.array(Known), []),
})
/** What it gives. */
const Json = z.record(z.string(), z.unknown())
const start = { method: 'GET', access: 'anyone' } as const
const finish = { method: 'POST', access: 'anyone' } as const

/** The calls to @better-auth/passkey that our screens make. */
export const passkeyCalls = {
  registrationOptions: {
    ...start,
    path: '/api/auth/passkey/generate-register-options',
    answer: CreationOptions,
    summary: 'What the browser needs to make a passkey for the account that is signed in.',
  },
  register: {
    ...finish,
    path: '/api/auth/passkey/verify-registration',
    summary: 'Store a passkey that the browser has made.',
    body: z.object({ response: Json, name: z.string().check(z.trim(), z.maxLength(60)) }),
    answer: z.object({ id: z.string() }),
  },
  signInOptions: {
    ...start,
    path: '/api/auth/passkey/generate-authenticate-options',
    answer: RequestOptions,
    summary: 'What the browser needs to sign in with a passkey.',
  },
  signIn: {
    ...finish,
    path: '/api/auth/passkey/verify-authentication',
    summary: 'Start a session with a passkey.',
    body: z.object({ response: Json }),
    answer: SignedIn,
  },
} as const satisfies Record<string, Endpoint>
