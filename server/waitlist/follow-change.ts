import type { Day } from '../../contract/date.ts'
import type { Appointment } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import type { DaySlot, WaitlistParts } from './offer.ts'
import { findOpenOf, lapseOfRequest } from './offer-queries.ts'
import { offerSlot } from './offer-slot.ts'
import { closeRequest, findRequestOf, updateRequest } from './queries.ts'

/**
 * What the waitlist makes of an appointment that was cancelled or moved, in that transaction: its
 * own request follows it, and the time that it leaves is offered to the first in line. The days on which
 * something is held now, or no longer.
 */
export async function followChange(
  query: Queries,
  parts: WaitlistParts,
  before: Appointment,
  after: Appointment,
): Promise<Day[]> {
  const isGone = after.cancelledAt !== null
  const stays =
    before.day === after.day &&
    before.slot === after.slot &&
    before.treatmentId === after.treatmentId
  if (before.cancelledAt !== null || (stays && !isGone)) {
    // Somebody may wait for the doctor whom it leaves.
    const isFreed = before.doctorId !== null && before.doctorId !== after.doctorId
    return isFreed && (await offerSlot(query, parts, before)) ? [before.day] : []
  }
  const unwanted = await followRequest(query, after, parts.clock().toISOString())
  const freed: DaySlot[] = unwanted ? [unwanted, before] : [before]
  for (const free of freed) await offerSlot(query, parts, free)
  return freed.map(({ day }) => day)
}

/** The request ends with its appointment; what it is offered, when that is no longer earlier. */
async function followRequest(
  query: Queries,
  appointment: Appointment,
  now: string,
): Promise<DaySlot | undefined> {
  const { id, cancelledAt, treatmentId } = appointment
  const request = await findRequestOf(query, id)
  if (!request) return undefined
  // The offer before its request, as everywhere: two changes never wait for each other.
  const unwanted = await lapseUnwanted(query, request.id, appointment, now)
  if (cancelledAt !== null) await closeRequest(query, request.id, { state: 'over', endedAt: now })
  // Another time or treatment: other slots are earlier now, and nobody has looked through them.
  else await updateRequest(query, request, { treatmentId, checkAt: now })
  // Somebody may have offered it something meanwhile, before an appointment as it was.
  return unwanted ?? (await lapseUnwanted(query, request.id, appointment, now))
}

/** Ends what a request is offered in place of an appointment that is cancelled, or not later than that. */
async function lapseUnwanted(
  query: Queries,
  waitId: string,
  { cancelledAt, treatmentId, ...time }: Appointment,
  now: string,
): Promise<DaySlot | undefined> {
  const offer = await findOpenOf(query, waitId)
  if (!offer) return undefined
  const isEarlier =
    offer.day < time.day || (offer.day === time.day && offer.startMinute < time.startMinute)
  const isWanted = cancelledAt === null && offer.treatmentId === treatmentId && isEarlier
  return isWanted ? undefined : lapseOfRequest(query, waitId, now)
}
