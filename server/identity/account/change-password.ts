import type { Deps } from '../../deps.ts'
import type { Caller } from '../caller.ts'
import { findAddress } from '../claim-queries.ts'
import { refusePassword } from '../guard-call.ts'
import { forgiveProofs, limitProofs } from '../limit-guesses.ts'
import { createOwnerMail } from '../mails.ts'
import { saltOf } from '../passwords/hash-passwords.ts'
import { isRecent } from '../proof-gate.ts'
import { readPasswordHash, settlePassword } from '../queries.ts'
import { type Refused, refuse } from '../refusal.ts'
import { deleteSessions, exchangePassword, lockUser } from './queries.ts'

/**
 * Changes a password by the present one. Every other session ends: one of them may be why. The salt
 * stays, since the passwords of one address share it (docs/decisions/0005).
 */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<Refused | null> {
  const { database, clock, passwords } = deps
  const { userId, sessionId } = caller
  const proof = await provePassword(deps, caller, password)
  if (!proof.ok) return proof
  const { hash } = proof
  if (hash === null) return refuse('no_password')
  if (newPassword === password && caller.passwordDue) return refuse('password_same')
  const refused = await refusePassword(deps, newPassword, caller)
  if (refused) return refused
  const after = await passwords.hashWith(newPassword, saltOf(hash))
  const isChanged = await database.query.transaction().execute(async (query) => {
    // Before the password, as all who lock both do.
    await lockUser(query, database.engine, userId)
    const change = { userId, before: hash, after }
    if (!(await exchangePassword(query, change, clock().toISOString()))) return false
    await settlePassword(query, userId)
    await deleteSessions(query, userId, { allBut: sessionId })
    return true
  })
  if (!isChanged) return refuse('wrong_password')
  const address = await findAddress(database.query, userId)
  // The owner of the address did not change a password, and learns of a claim by its own mail.
  if (address && !address.isClaim) await createOwnerMail(deps).sendPasswordChanged(address.address)
  deps.outbox.wake()
  return null
}

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'limits' | 'passwords'>

/**
 * Asks a signed-in account for its password again: the browser may have been left open. Returns the hash of
 * the password, `null` if the account has none. Attempts are counted per account, from all networks.
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
