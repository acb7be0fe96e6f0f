import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import { endRequestsOf } from '../waitlist/leave-line.ts'
import { deleteMember } from './queries.ts'

/**
 * Removes somebody from a user's list. Their requests on the waitlist end with it, and what is held
 * for them goes to the next in line. False where nobody of that id is in the list.
 */
export async function removeMember(
  parts: BookingParts,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { database, changes, outbox } = parts
  const freed = await retryDeadlock(() =>
    database.query.transaction().execute(async (transaction) => {
      if (!(await deleteMember(transaction, userId, id))) return undefined
      return endRequestsOf(transaction, parts, { userId, person: id })
    }),
  )
  if (!freed) return false
  changes.tell(...freed)
  if (freed.length > 0) outbox.wake()
  return true
}
