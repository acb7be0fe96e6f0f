import type { Day } from '../../contract/date.ts'
import type { Appointment } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import type { LineParts, Place } from './offer.ts'
import { findOpenOf, lapseOfWait } from './offer-queries.ts'
import { offerSlot } from './offer-slot.ts'
import { endWait, findWaitOf, updateWait } from './queries.ts'

/**
 * What the waiting line makes of an appointment that was cancelled or moved, in that transaction: its
 * own wish follows it, and the time that it leaves is offered to the first in line. The days on which
 * something is held now, or no longer.
 */
export async function followChange(
  query: Queries,
  parts: LineParts,
  before: Appointment,
  after: Appointment,
): Promise<Day[]> {
  const isGone = after.cancelledAt !== null
  const stays =
    before.day === after.day &&
    before.slot === after.slot &&
    before.treatmentId === after.treatmentId
  if (before.cancelledAt !== null || (stays && !isGone)) return []
  const unwanted = await followWish(query, after, parts.clock().toISOString())
  const freed: Place[] = unwanted ? [unwanted, before] : [before]
  for (const place of freed) await offerSlot(query, parts, place)
  return freed.map(({ day }) => day)
}

/** The wish ends with its appointment; what it is offered, when that is no longer earlier. */
async function followWish(
  query: Queries,
  { id, cancelledAt, treatmentId, ...time }: Appointment,
  now: string,
): Promise<Place | undefined> {
  const wait = await findWaitOf(query, id)
  if (!wait) return undefined
  const offer = await findOpenOf(query, wait.id)
  const isEarlier =
    offer !== undefined &&
    (offer.day < time.day || (offer.day === time.day && offer.startMinute < time.startMinute))
  const isWanted = cancelledAt === null && offer?.treatmentId === treatmentId && isEarlier
  // The offer before its request, as everywhere: two changes never wait for each other.
  const unwanted = isWanted ? undefined : await lapseOfWait(query, wait.id, now)
  if (cancelledAt !== null) await endWait(query, wait.id, { state: 'over', endedAt: now })
  // Another time or treatment: other slots are earlier now, and nobody has looked through them.
  else await updateWait(query, wait, { treatmentId, checkAt: now })
  return unwanted
}
