import { formatDay } from '../../../contract/date.ts'
import type { Deletion } from '../../../contract/identity/account.ts'
import type { Deps } from '../../deps.ts'
import { readEnding, removeUser } from '../../users/remove-user.ts'
import type { Caller } from '../caller.ts'
import { readPasswordHash, sessionExists } from '../queries.ts'
import { type Refused, refuse } from '../refusal.ts'
import { proveHolder } from './change-password.ts'

/** What ends with the account, on the usual terms of cancelling; `null` if the account no longer exists. */
export async function readDeletion(deps: Deps, { userId }: Caller): Promise<Deletion | null> {
  const ending = await readEnding(deps, { userId }, true)
  if (!ending) return null
  return {
    appointments: ending.each.map(({ appointment, money, testCents }) => ({
      _id: appointment.id,
      treatment: appointment.treatment,
      date: formatDay(appointment.day),
      slot: appointment.slot,
      patientName: appointment.patientName,
      paid: appointment.paidCents / 100,
      paidInTest: testCents / 100,
      refund: money.toCard / 100,
      atDesk: money.atDesk / 100,
    })),
    refund: ending.refundCents / 100,
    hasPassword: (await readPasswordHash(deps.database.query, userId)) !== null,
  }
}

type Asked = {
  password?: string | undefined
  email?: string | undefined
  appointments: readonly string[]
  refund: number
}

/**
 * Deletes the account of who proves once more that they are its holder. Whoever takes an account back ends its sessions:
 * a call of one that has `ended` deletes nothing.
 */
export async function deleteAccount(
  deps: Deps,
  caller: Caller,
  { password, email, appointments: ids, refund }: Asked,
): Promise<Refused | 'ended' | null> {
  const { sessionId } = caller
  const proof = await proveHolder(deps, caller, password)
  if (!proof.ok) return proof
  if (proof.hash === null && email !== caller.email) return refuse('wrong_email')
  const removal = await removeUser(deps, {
    whose: { userId: caller.userId },
    by: null,
    appointments: 'cancel',
    shown: { ids, refundCents: Math.round(refund * 100) },
    proved: proof.hash,
    isDue: (query) => sessionExists(query, sessionId),
  })
  if (removal.ok) return null
  if (!(await sessionExists(deps.database.query, sessionId))) return 'ended'
  return refuse(removal.reason === 'changed' ? 'deletion_changed' : removal.reason)
}
