import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'

/**
 * Tells the owner of an address by mail that somebody tried to sign up with it. better-auth 1.7 does
 * so only where a sign-up does not sign in.
 */
export function tellOwner(send: (email: string) => Promise<void>): BetterAuthPlugin {
  const handler = createAuthMiddleware(async ({ body, context }) => {
    const { returned } = context
    if (!(returned instanceof APIError)) return
    if (returned.body?.code !== 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return
    await send(String(body.email))
  })
  const matcher = ({ path }: { path?: string }) => path === '/sign-up/email'
  return { id: 'tell-owner', hooks: { after: [{ matcher, handler }] } }
}
