import { reviewRefusals } from '../../contract/reviews/review.ts'
import { findOwn } from '../appointments/find-appointment.ts'
import type { Queries } from '../db/database.ts'
import { Failure, refuse } from '../http/errors.ts'
import type { Caller } from '../identity/caller.ts'

/**
 * Why the one statement found nothing to review. It has decided already; this only finds the words.
 * `null`: nothing that the appointment itself says.
 */
export async function explainRefusal(
  query: Queries,
  { appointmentId, caller }: { appointmentId: string; caller: Caller },
): Promise<Failure | null> {
  const appointment = await findOwn(query, appointmentId, caller)
  if (appointment instanceof Failure) return appointment
  if (appointment.cancelledAt !== null) return refuse(reviewRefusals, 'review_of_cancelled')
  return appointment.mark === 'no_show' ? refuse(reviewRefusals, 'review_of_missed') : null
}
