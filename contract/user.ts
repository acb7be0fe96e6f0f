import * as z from 'zod/mini'

/** The answer of the token exchange; the token goes into local storage as `accessToken`. */
export const AccessToken = z.object({
  token: z.string(),
  /** Seconds until the token must be exchanged anew. */
  expiresIn: z.number(),
})
