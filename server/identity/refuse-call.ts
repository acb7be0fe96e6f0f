import { type IdentityRefusal, identityRefusals } from '../../contract/identity/refusals.ts'
import { Failure } from '../http/errors.ts'

export function refuse(code: IdentityRefusal, retryAfterSeconds?: number): Failure {
  const { status, message } = identityRefusals[code]
  return new Failure(status, { code, message }, retryAfterSeconds)
}
