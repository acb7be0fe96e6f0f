import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { AccountKey } from './user.ts'

export const factorResetEndpoints = {
  resetFactors: {
    method: 'DELETE',
    path: '/users/factors/:email',
    summary:
      "Remove somebody else's second step at sign-in, which they have lost; their sessions end.",
    access: { needs: 'users' },
    recent: true,
    audit: 'factors_reset',
    params: z.object({ email: AccountKey }),
    answer: z.object({ success: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>
