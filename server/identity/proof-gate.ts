import type { Endpoint } from '../../contract/endpoint.ts'
import { recentMinutes } from '../../contract/identity/proof.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Failure } from '../http/errors.ts'
import type { Caller } from './caller.ts'
import { hasFactor } from './factors/queries.ts'
import { failureOf, refuse } from './refusal.ts'

/** Why a call has to wait until its caller has proved more; `null` where nothing is missing. */
export type ProofGate = (
  endpoint: Pick<Endpoint, 'access' | 'recent'>,
  caller: Caller,
  /** The call is about the caller's own. */
  isOwn: boolean,
) => Promise<Failure | null>

/**
 * The work of the clinic asks for a password of one's own choice, and for a second step at sign-in where the
 * setting says so; what does most harm at a desk that was left open, for a proof of the last minutes.
 */
export function createProofGate({
  config,
  database,
  clock,
}: {
  config: Pick<Config, 'staffSecondFactor'>
  database: Database
  clock: Clock
}): ProofGate {
  return async ({ access, recent }, caller, isOwn) => {
    const isWork = caller.role !== 'patient' && !isOwn && !everybodys.includes(access)
    if (isWork && caller.passwordDue) return failureOf(refuse('password_due'))
    if (isWork && config.staffSecondFactor && !(await hasFactor(database.query, caller.userId))) {
      return failureOf(refuse('second_factor_needed'))
    }
    return recent ? proofMissing(caller, clock()) : null
  }
}

const everybodys: readonly Endpoint['access'][] = ['anyone', 'signedIn', 'self', 'owner']

const recentMs = recentMinutes * 60_000

/** Whether the caller has proved their identity recently, and this stays so for `marginMs`. */
export function isRecent({ provedAt }: Caller, now: Date, marginMs = 0): boolean {
  return provedAt >= new Date(now.getTime() - recentMs + marginMs).toISOString()
}

/** The refusal of who has not; for calls that ask for it in some cases only. */
export function proofMissing(caller: Caller, now: Date): Failure | null {
  return isRecent(caller, now) ? null : failureOf(refuse('proof_needed'))
}
