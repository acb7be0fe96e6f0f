import * as z from 'zod/mini'
import { issue } from '../issues.ts'
import { Role } from '../roles.ts'
import { Email } from '../text.ts'

/** The answer of the token exchange; the token goes into local storage as `accessToken`. */
export const AccessToken = z.object({
  token: z.string(),
  /** Seconds until the token must be exchanged again. */
  expiresIn: z.number(),
})

/** An account. */
export const User = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  /** The account has proved that it owns the e-mail address. */
  verified: z.boolean(),
  /** Staff have lifted the limits of the policy for them. */
  unbounded: z.boolean(),
  /** A sign-in by password has a second step. */
  secondStep: z.boolean(),
  /** An instant in UTC, ISO text. */
  since: z.string(),
})
export type User = z.infer<typeof User>

/**
 * Which account, in a path that the specification has with an e-mail or that is like it: by its e-mail, or by
 * its id. Our pages send the id, since proxies write addresses down.
 */
export const AccountKey = z.union([z.uuid(), Email], issue('email_invalid'))
