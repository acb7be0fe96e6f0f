import type { BookingParts } from '../deps.ts'
import { offerSlot } from './follow-change.ts'
import { holdLines } from './hold-lines.ts'
import { type AnswerOutcome, whyClosed } from './offer.ts'
import { findOffer, settleOffer } from './offer-queries.ts'
import { updateRequest } from './queries.ts'
import { searchNow } from './search-slots.ts'

/**
 * Passes an offered slot to the next in line, at once. The request that declined stays in line for other slots,
 * and is offered one of them now if one is free.
 */
export async function declineOffer(parts: BookingParts, id: string): Promise<AnswerOutcome> {
  const { database, clock, changes, outbox } = parts
  const offer = await findOffer(database.query, id)
  if (!offer) return { ok: false, reason: 'not_found' }
  const { waitId, userId, ...free } = offer
  const declined = await database.query.transaction().execute(async (transaction) => {
    await holdLines(database, transaction, [free.treatmentId])
    const now = clock().toISOString()
    if (!(await settleOffer(transaction, id, { state: 'declined', now }))) return false
    await updateRequest(transaction, { id: waitId, userId }, { checkAt: now, unanswered: 0 })
    await offerSlot(transaction, parts, free)
    return true
  })
  if (declined) {
    changes.publish(offer.day)
    outbox.wake()
    await searchNow(parts, { id: waitId, userId })
  }
  const after = await findOffer(database.query, id)
  if (!after) return { ok: false, reason: 'not_found' }
  const closed = whyClosed(after, clock())
  if (closed === 'offer_declined') return { ok: true, offer: after }
  return { ok: false, reason: closed ?? 'offer_expired' }
}
