import type { Day } from '../../contract/date.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import { endRequestsOf } from '../waitlist/end-request.ts'
import { deleteUser, lockAdmins } from './queries.ts'

export type Removal =
  | { ok: true; deletedCount: number }
  | { ok: false; reason: 'self_removal' | 'last_admin' }

/**
 * Removes an account with its sessions and tokens; the person's appointments stay. What the waitlist
 * holds for it goes to the next in line. An admin removes neither themself nor the last one: of two who
 * remove each other at once, one stays.
 */
export async function removeUser(
  parts: BookingParts,
  { email, by }: { email: string; by: string },
): Promise<Removal> {
  if (email === by) return { ok: false, reason: 'self_removal' }
  const { database, changes, outbox } = parts
  let freed: Day[] = []
  const removal = await retryDeadlock(() =>
    database.query.transaction().execute(async (transaction): Promise<Removal> => {
      const admins = await lockAdmins(transaction, database.engine)
      if (admins.length === 1 && admins[0] === email) return { ok: false, reason: 'last_admin' }
      freed = await endRequestsOf(transaction, parts, { email })
      return { ok: true, deletedCount: await deleteUser(transaction, email) }
    }),
  )
  changes.publish(...freed)
  if (freed.length > 0) outbox.wake()
  return removal
}
