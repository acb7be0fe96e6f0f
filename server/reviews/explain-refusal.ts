import { isOwn, type Refused, refused } from '../appointments/appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import type { Queries } from '../db/database.ts'
import type { Caller } from '../identity/caller.ts'

type Why = 'not_found' | 'forbidden' | 'review_of_cancelled' | 'review_of_missed'

/**
 * Why the one statement found nothing to review. It has decided already; this only finds the words.
 * `null`: nothing that the appointment itself says.
 */
export async function explainRefusal(
  query: Queries,
  { appointmentId, caller }: { appointmentId: string; caller: Caller },
): Promise<Refused<Why> | null> {
  const appointment = await findById(query, appointmentId)
  if (!appointment) return refused('not_found')
  if (!isOwn(appointment, caller)) return refused('forbidden')
  if (appointment.cancelledAt !== null) return refused('review_of_cancelled')
  return appointment.status === 'no_show' ? refused('review_of_missed') : null
}
