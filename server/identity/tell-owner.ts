import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Queries } from '../db/database.ts'
import { userExists } from './queries.ts'

const taken = {
  code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  message: 'User already exists. Use another email.',
}

/**
 * Tells the owner of an address by mail that somebody tried to sign up with it. better-auth 1.7 does
 * so only where a sign-up does not sign in. Of several who sign up with one address at once all but
 * one are refused by the database; they are answered as if they had come later.
 */
export function tellOwner(
  query: Queries,
  send: (email: string) => Promise<void>,
): BetterAuthPlugin {
  const handler = createAuthMiddleware(async ({ body, context }) => {
    const { returned } = context
    if (!(returned instanceof APIError)) return
    const email = String(body.email)
    const isLate = returned.body?.code === 'FAILED_TO_CREATE_USER'
    if (!isLate && returned.body?.code !== taken.code) return
    if (isLate && !(await userExists(query, email.toLowerCase()))) return
    await send(email)
    if (isLate) throw new APIError('UNPROCESSABLE_ENTITY', taken)
  })
  const matcher = ({ path }: { path?: string }) => path === '/sign-up/email'
  return { id: 'tell-owner', hooks: { after: [{ matcher, handler }] } }
}
