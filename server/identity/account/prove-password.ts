import type { Deps } from '../../deps.ts'
import type { Caller } from '../caller.ts'
import { forgiveProofs, limitProofs } from '../limit-guesses.ts'
import { isRecent } from '../proof-gate.ts'
import { readPasswordHash } from '../queries.ts'
import { type Refused, refuse } from '../refusal.ts'

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'limits' | 'passwords'>

/**
 * Asks somebody who is signed in for their password once more: the browser may have been left open.
 * Answers its hash, `null` for an account that has no password. Attempts are counted
 * for the account, wherever they come from.
 */
export async function provePassword(
  parts: Parts,
  { userId }: Pick<Caller, 'userId'>,
  password: string | undefined,
): Promise<Refused | { ok: true; hash: string | null }> {
  const hash = await readPasswordHash(parts.database.query, userId)
  if (hash === null) return { ok: true, hash }
  const refused = await limitProofs(parts, userId)
  if (refused) return refused
  if (password === undefined || !(await parts.passwords.verify({ hash, password }))) {
    return refuse('wrong_password')
  }
  await forgiveProofs(parts, userId)
  return { ok: true, hash }
}

/**
 * The same of who does what cannot be undone: an account without a password, such as one of Google, has
 * proved within some minutes by what it has.
 */
export async function proveHolder(
  parts: Parts,
  caller: Caller,
  password: string | undefined,
): Promise<Refused | { ok: true; hash: string | null }> {
  const proof = await provePassword(parts, caller, password)
  const isMissing = proof.ok && proof.hash === null && !isRecent(caller, parts.clock())
  return isMissing ? refuse('proof_needed') : proof
}
