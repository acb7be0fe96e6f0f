import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Queries } from '../db/database.ts'
import { deleteSession, readPasswordHash } from './queries.ts'

/**
 * Checking a password takes long enough for a reset to happen meanwhile: the reset ends every
 * session there is, and then the old password opens one more. So whoever signs in while the
 * password changes does not. better-auth 1.7 has no such check.
 */
export function guardSignIn(query: Queries): BetterAuthPlugin {
  const hashes = new WeakMap<Request, string | null>()
  const matcher = ({ path }: { path?: string }) => path === '/sign-in/email'
  const before = createAuthMiddleware(async ({ request, body }) => {
    if (request) hashes.set(request, await readPasswordHash(query, String(body.email)))
  })
  const after = createAuthMiddleware(async ({ request, context }) => {
    const { newSession } = context
    if (!request || !newSession) return
    const hash = await readPasswordHash(query, newSession.user.email)
    if (hash === hashes.get(request)) return
    await deleteSession(query, newSession.session.id)
    throw new APIError('UNAUTHORIZED', {
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: 'Invalid email or password',
    })
  })
  return {
    id: 'guard-sign-in',
    hooks: { before: [{ matcher, handler: before }], after: [{ matcher, handler: after }] },
  }
}
