import * as z from 'zod/mini'
import { Email } from '../../contract/email.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { messages } from '../../contract/messages.ts'

const text = (most: number) => z.string().check(z.maxLength(most))
const password = text(1000)
const rememberMe = z.optional(z.boolean())
/** better-auth refuses addresses of other origins. */
const ownPage = z.optional(text(2000))
const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, messages.nameRequired),
    z.maxLength(100, 'Please shorten the name'),
  )

/**
 * The calls of better-auth that the portal has a use for, with the fields a client may set. The
 * rest (linking, deleting, provider tokens, roles and pictures at sign-up) is not there for callers.
 */
const calls: Record<string, Pick<Endpoint, 'method' | 'body'>> = {
  '/sign-up/email': {
    method: 'POST',
    body: z.object({ name, email: Email, password, rememberMe }),
  },
  '/sign-in/email': {
    method: 'POST',
    body: z.object({ email: text(300).check(z.trim()), password, rememberMe }),
  },
  '/sign-in/social': {
    method: 'POST',
    body: z.object({
      provider: z.literal('google'),
      callbackURL: ownPage,
      errorCallbackURL: ownPage,
      newUserCallbackURL: ownPage,
      disableRedirect: z.optional(z.boolean()),
    }),
  },
  '/callback/google': { method: 'GET' },
  '/sign-out': { method: 'POST' },
  '/get-session': { method: 'GET' },
  '/verify-email': { method: 'GET' },
  '/send-verification-email': { method: 'POST', body: z.object({ email: Email }) },
  '/request-password-reset': { method: 'POST', body: z.object({ email: Email }) },
  '/reset-password': {
    method: 'POST',
    body: z.object({ newPassword: password, token: text(200) }),
  },
}

/**
 * The call as an endpoint, so that its fields are read like those of our own; `null` for one that
 * we do not offer.
 */
export function admitCall(method: string, path: string): Endpoint | null {
  const call = Object.hasOwn(calls, path) ? calls[path] : undefined
  if (call?.method !== method) return null
  return { ...call, path: '/api/auth/*', summary: path, access: 'anyone', answer: z.unknown() }
}
