import type { BookingParts } from '../appointments/book-appointment.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import { lapseOfWait } from './offer-queries.ts'
import { offerSlot } from './offer-slot.ts'
import { endWait, findWait } from './queries.ts'

/** Takes somebody out of the line; what is held for them goes to the next. False for what is not theirs. */
export async function leaveLine(
  parts: BookingParts,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { database, clock, changes, outbox } = parts
  if (!(await findWait(database.query, id, userId))) return false
  const now = clock().toISOString()
  const place = await retryDeadlock(() =>
    database.query.transaction().execute(async (transaction) => {
      await endWait(transaction, id, { state: 'left', endedAt: now })
      const held = await lapseOfWait(transaction, id, now)
      if (held) await offerSlot(transaction, parts, held)
      return held
    }),
  )
  if (place) {
    changes.tell(place.day)
    outbox.wake()
  }
  return true
}
