import type { Endpoint } from '../../contract/endpoint.ts'
import { recentMinutes } from '../../contract/identity/proof.ts'
import type { Clock } from '../clock.ts'
import type { Failure } from '../http/errors.ts'
import type { Caller } from './caller.ts'
import { failureOf, refuse } from './refusal.ts'

/** Why a call has to wait until its caller has proved more; `null` where nothing is missing. */
export type ProofGate = (endpoint: Endpoint, caller: Caller) => Failure | null

/** What does most harm at a desk that was left open asks for a proof of the last minutes. */
export function createProofGate({ clock }: { clock: Clock }): ProofGate {
  return ({ recent }, caller) =>
    recent && !isRecent(caller, clock()) ? failureOf(refuse('proof_needed')) : null
}

const recentMs = recentMinutes * 60_000

/** Whether somebody has proved who they are within the last minutes, and for some time to come. */
export function isRecent({ provedAt }: Caller, now: Date, marginMs = 0): boolean {
  return provedAt >= new Date(now.getTime() - recentMs + marginMs).toISOString()
}
