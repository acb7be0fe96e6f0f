import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { issue } from '../issues.ts'

const token = z.string().check(z.maxLength(100))
const password = z.string().check(z.maxLength(1000))
const post = { method: 'POST', access: 'anyone' } as const
const answer = z.object({ success: z.literal(true) })

/**
 * What the link in a confirmation mail is good for, once. It proves the mailbox, not who signed up:
 * that is proved by their session or password, or the account gets a new one, or it ends. The link of a
 * second sign-up with an address joins it to the account, by the session or password of either.
 */
export const confirmationEndpoints = {
  confirmEmail: {
    method: 'PUT',
    path: '/email-confirmation',
    summary: 'Confirm the address of the account that is signed in.',
    access: 'signedIn',
    proof: 'session',
    body: z.object({ token }),
    answer,
  },
  confirmByPassword: {
    ...post,
    path: '/email-confirmation',
    summary: "Confirm the address of the link's account with its password.",
    body: z.object({ token, password }),
    answer,
  },
  confirmWithNewPassword: {
    ...post,
    path: '/email-confirmation/password',
    summary: "Confirm the address with a new password, which ends the account's sessions.",
    body: z.object({
      token,
      newPassword: password.check(z.minLength(6, issue('signup_password_short'))),
    }),
    answer,
  },
  denyAccount: {
    ...post,
    path: '/email-confirmation/denial',
    summary: 'Remove an account that somebody else made with this address.',
    body: z.object({ token }),
    answer,
  },
} as const satisfies Record<string, Endpoint>
