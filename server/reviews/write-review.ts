import { v7 as uuidv7 } from 'uuid'
import type { OwnReview, ReviewDraft, ReviewRefusal } from '../../contract/reviews/review.ts'
import { isOwn, type Refused, refused } from '../appointments/appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../identity/caller.ts'
import { insertReview, updateReview } from './queries.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'clinicTime'>
type Outcome = { ok: true; review: OwnReview } | Refused<ReviewRefusal | 'not_found' | 'forbidden'>
type Input = { appointmentId: string; caller: Caller; draft: ReviewDraft }

/** Writes the one review of an appointment. The database decides who may and who was first. */
export async function writeReview(needs: Needs, input: Input): Promise<Outcome> {
  const { query } = needs.database
  try {
    const review = await insertReview(needs.database, uuidv7(), toWriting(needs, input))
    if (review) return { ok: true, review }
    return (await explainRefusal(query, input)) ?? refused('review_too_early')
  } catch (error) {
    if (refusingConstraint(error) !== 'reviews_one_per_appointment') throw error
    return refused('review_exists')
  }
}

/** Changes the caller's own review; even a published one waits for approval again. */
export async function editReview(needs: Needs, input: Input): Promise<Outcome> {
  const { query } = needs.database
  const review = await updateReview(query, toWriting(needs, input))
  if (review) return { ok: true, review }
  return (await explainRefusal(query, input)) ?? refused('not_found')
}

function toWriting({ clock, clinicTime }: Needs, { appointmentId, caller, draft }: Input) {
  const writtenAt = clock().toISOString()
  return { appointmentId, owner: caller, now: clinicTime(), draft, writtenAt }
}

type Why = 'not_found' | 'forbidden' | 'review_of_cancelled' | 'review_of_missed'

/**
 * Why the one statement found nothing to review. It has decided already; this only finds the words.
 * `null`: nothing that the appointment itself says.
 */
async function explainRefusal(
  query: Queries,
  { appointmentId, caller }: { appointmentId: string; caller: Caller },
): Promise<Refused<Why> | null> {
  const appointment = await findById(query, appointmentId)
  if (!appointment) return refused('not_found')
  if (!isOwn(appointment, caller)) return refused('forbidden')
  if (appointment.cancelledAt !== null) return refused('review_of_cancelled')
  return appointment.status === 'no_show' ? refused('review_of_missed') : null
}
