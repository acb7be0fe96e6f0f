import type { BookingParts } from '../deps.ts'
import { type AnswerOutcome, whyClosed } from './offer.ts'
import { findOffer } from './offer-queries.ts'
import { bookOffer, rescheduleToOffer } from './take-offer.ts'

/**
 * Takes the slot that an offer holds: the appointment moves there, or one is booked, in one transaction
 * with the end of the offer. Of two who accept at once one does; a refusal changes nothing.
 */
export async function acceptOffer(
  parts: BookingParts,
  id: string,
  { priceCents }: { priceCents: number },
): Promise<AnswerOutcome> {
  const { query } = parts.database
  const offer = await findOffer(query, id)
  if (!offer) return { ok: false, reason: 'not_found' }
  const closed = whyClosed(offer, parts.clock())
  if (closed) return { ok: false, reason: closed }
  const { appointmentId } = offer
  const outcome = appointmentId
    ? await rescheduleToOffer(parts, { ...offer, appointmentId })
    : await bookOffer(parts, offer, priceCents)
  const after = await findOffer(query, id)
  if (!after) return { ok: false, reason: 'not_found' }
  if (outcome.ok) return { ok: true, offer: after }
  // Somebody was faster, or the clock.
  return { ok: false, reason: whyClosed(after, parts.clock()) ?? outcome.reason }
}
