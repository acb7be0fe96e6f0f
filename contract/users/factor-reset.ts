import * as z from 'zod/mini'
import { Email } from '../email.ts'
import type { Endpoint } from '../endpoint.ts'

export const factorResetEndpoints = {
  resetFactors: {
    method: 'DELETE',
    path: '/users/factors/:email',
    summary:
      "Remove somebody else's second step at sign-in, which they have lost; their sessions end.",
    access: { needs: 'users' },
    recent: true,
    audit: 'factors_reset',
    params: z.object({ email: Email }),
    answer: z.object({ success: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>
