import * as z from 'zod/mini'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { LoginForm } from './identity.ts'

/** For so long a proof counts as recent. */
export const recentMinutes = 5

export const ProofByPassword = z.object({ password: LoginForm.shape.password })

/** Whether a call that asks for a recent proof would be let in, and by what one can prove who one is. */
export const ProofState = z.object({
  recent: z.boolean(),
  password: z.boolean(),
  google: z.boolean(),
  code: z.boolean(),
  passkey: z.boolean(),
})
export type ProofState = z.infer<typeof ProofState>

/** One of the two. */
const typed = z.optional(z.string().check(z.maxLength(1000)))
const own = { access: 'signedIn', proof: 'either', path: '/account/proof' } as const

export const proofEndpoints = {
  readProof: {
    ...own,
    method: 'GET',
    summary: `Whether the person has proved within ${recentMinutes} minutes who they are, and how they can.`,
    answer: ProofState,
  },
  prove: {
    ...own,
    method: 'POST',
    summary: 'Prove again who is signed in, for calls that answer `proof_needed`.',
    body: z.object({ password: typed, code: typed }),
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>
