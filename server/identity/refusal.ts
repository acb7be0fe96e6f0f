import { done } from '../../contract/done.ts'
import { identityRefusals } from '../../contract/identity/refusals.ts'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import { Failure, refuse as refuseBy } from '../http/errors.ts'

const refusals = { ...staffRefusals, ...identityRefusals }
type Reason = keyof typeof refusals

/** Why something was not done, and after how many seconds another try is worth it. */
export type Refused = { ok: false; reason: Reason; retryAfterSeconds: number | undefined }

export function refuse(reason: Reason, retryAfterSeconds?: number): Refused {
  return { ok: false, reason, retryAfterSeconds }
}

/** The answer to the call that was refused. */
export function failureOf({ reason, retryAfterSeconds }: Refused): Failure {
  const { status, body } = refuseBy<Reason>(refusals, reason)
  return new Failure(status, body, retryAfterSeconds)
}

/** The answer to a call that reports only success or the reason of its refusal. */
export function answerDone(refused: Refused | null): typeof done | Failure {
  return refused ? failureOf(refused) : done
}
