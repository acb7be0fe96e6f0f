import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { passkeyCalls } from '../../contract/identity/factors.ts'
import { identityCalls } from '../../contract/identity/identity.ts'
import { Email, PersonName } from '../../contract/text.ts'

const text = (most: number) => z.string().check(z.maxLength(most))
const password = text(1000)
const rememberMe = z.optional(z.boolean())
/** better-auth refuses addresses of other origins. */
const ownPage = z.optional(text(2000))
const { signUp, signIn, signInWithGoogle, signOut, readSession } = identityCalls
const { requestPasswordReset, resetPassword } = identityCalls

/** `isOwn`: only for who is signed in, and has proved lately who they are. */
type Call = Pick<Endpoint, 'method' | 'body' | 'answer'> & { isOwn?: true }

/**
 * The calls of better-auth that the portal has a use for, with the fields a client may set and get. The
 * rest (linking, deleting, provider tokens, roles and pictures at sign-up) is not there for callers.
 */
const calls: Record<string, Call> = {
  '/sign-up/email': {
    method: 'POST',
    answer: signUp.answer,
    body: z.object({ name: PersonName, email: Email, password, rememberMe }),
  },
  '/sign-in/email': {
    method: 'POST',
    answer: signIn.answer,
    body: z.object({ email: text(300).check(z.trim()), password, rememberMe }),
  },
  '/sign-in/social': {
    method: 'POST',
    answer: signInWithGoogle.answer,
    body: z.object({
      provider: z.literal('google'),
      callbackURL: ownPage,
      errorCallbackURL: ownPage,
      newUserCallbackURL: ownPage,
      disableRedirect: z.optional(z.boolean()),
    }),
  },
  // A redirect.
  '/callback/google': { method: 'GET', answer: z.unknown() },
  '/sign-out': { method: 'POST', answer: signOut.answer },
  '/get-session': { method: 'GET', answer: readSession.answer },
  '/passkey/generate-register-options': { ...passkeyCalls.registrationOptions, isOwn: true },
  '/passkey/verify-registration': { ...passkeyCalls.register, isOwn: true },
  '/passkey/generate-authenticate-options': passkeyCalls.signInOptions,
  '/passkey/verify-authentication': passkeyCalls.signIn,
  '/request-password-reset': {
    method: 'POST',
    answer: requestPasswordReset.answer,
    body: z.object({ email: Email }),
  },
  '/reset-password': {
    method: 'POST',
    answer: resetPassword.answer,
    body: z.object({ newPassword: password, token: text(200) }),
  },
}

/**
 * The call as an endpoint, so that its fields are read like those of our own; `null` for one that
 * we do not offer.
 */
export function admitCall(method: string, path: string): (Endpoint & { isOwn?: true }) | null {
  const call = Object.hasOwn(calls, path) ? calls[path] : undefined
  if (call?.method !== method) return null
  return { ...call, path: '/api/auth/*', summary: path, access: 'anyone' }
}
