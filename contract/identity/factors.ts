import * as z from 'zod/mini'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { issue } from '../issues.ts'
import { SignedIn } from './identity.ts'

const own = { access: 'signedIn', proof: 'either' } as const

/** Six digits of an app, or a recovery code; spaces and hyphens do not count. */
const TypedCode = z.string().check(
  z.trim(),
  z.refine((code) => code !== '', issue('code_required')),
  z.maxLength(40, issue('code_malformed')),
)
export const CodeForm = z.object({ code: TypedCode })

export const Passkey = z.object({ _id: z.string(), name: z.string(), createdAt: z.string() })
export type Passkey = z.infer<typeof Passkey>

/** What an account has besides its password. */
export const Factors = z.object({
  authenticator: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number(),
  /** Staff must have one here. */
  required: z.boolean(),
})
export type Factors = z.infer<typeof Factors>

export const factorEndpoints = {
  readFactors: {
    ...own,
    method: 'GET',
    path: '/account/factors',
    summary: 'What the account has for a second step at sign-in.',
    answer: Factors,
  },
  startAuthenticator: {
    ...own,
    recent: true,
    method: 'POST',
    path: '/account/authenticator',
    summary: 'A new secret for an authenticator app; it counts once a code has confirmed it.',
    answer: z.object({ secret: z.string(), address: z.string() }),
  },
  confirmAuthenticator: {
    ...own,
    recent: true,
    method: 'PUT',
    path: '/account/authenticator',
    summary: 'The first code of the app: from now on a sign-in by password asks for one.',
    body: CodeForm,
    answer: Factors,
  },
  removeAuthenticator: {
    ...own,
    recent: true,
    method: 'DELETE',
    path: '/account/authenticator',
    summary: 'Remove the authenticator app.',
    answer: Factors,
  },
  renewRecoveryCodes: {
    ...own,
    recent: true,
    method: 'POST',
    path: '/account/recovery-codes',
    summary: 'New recovery codes, shown this once; the earlier ones end.',
    answer: z.object({ codes: z.array(z.string()) }),
  },
  namePasskey: {
    ...own,
    method: 'PUT',
    path: '/account/passkeys/:id',
    summary: 'Name a passkey.',
    params: ById,
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1, issue('name_required')), z.maxLength(60)),
    }),
    answer: Factors,
  },
  removePasskey: {
    ...own,
    recent: true,
    method: 'DELETE',
    path: '/account/passkeys/:id',
    summary: 'Remove a passkey.',
    params: ById,
    answer: Factors,
  },
  takeSecondStep: {
    method: 'POST',
    path: '/account/second-step',
    summary: 'The code that a sign-in by password asks for where the account has a second step.',
    access: 'anyone',
    body: CodeForm,
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>

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
