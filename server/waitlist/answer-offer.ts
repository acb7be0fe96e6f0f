import { v7 as uuidv7 } from 'uuid'
import type { BookingRefusal } from '../../contract/errors.ts'
import {
  type AnyRefusal,
  type ChangeOutcome,
  type Refused,
  refusalOf,
  refused,
} from '../appointments/appointment.ts'
import { explainRefusal } from '../appointments/book.ts'
import {
  changeAppointment,
  findUnchangedOwn,
  refuseLate,
} from '../appointments/change-appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import { noteEvent } from '../appointments/history.ts'
import { notifyPatient, writeRescheduledMail } from '../appointments/mails.ts'
import { explainReschedule, movedEvent } from '../appointments/reschedule.ts'
import { makeSearchKeys } from '../appointments/search-keys.ts'
import { dayParams } from '../appointments/slot-rules.ts'
import { insertAppointment, storeReschedule } from '../appointments/store-appointment.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import type { Sender } from '../notifications/notification.ts'
import { findDependent } from '../patients/dependents.ts'
import { followChange, offerSlot } from './follow-change.ts'
import { holdAppointmentsFirst, holdLines } from './hold-lines.ts'
import { type AnswerOutcome, type OfferRow, whyClosed } from './offer.ts'
import { findOffer, settleOffer } from './offer-queries.ts'
import { closeRequest, updateRequest } from './queries.ts'
import { searchNow } from './search-slots.ts'

/**
 * Takes the slot that an offer holds: moves the appointment there, or books one, in one transaction with the
 * end of the offer. If two requests accept at once, one succeeds; a refusal changes nothing.
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
  // Another request was faster, or the offer ran out.
  return { ok: false, reason: whyClosed(after, parts.clock()) ?? outcome.reason }
}

/** Rolls back an acceptance that cannot be finished. */
class NotTaken extends Error {}

/**
 * Moves an appointment to the offered time and ends the hold, atomically. What was paid stays. The clinic's
 * cut-off does not apply, since the clinic makes the offer.
 */
async function rescheduleToOffer(
  parts: BookingParts,
  offer: OfferRow & { appointmentId: string },
): Promise<ChangeOutcome> {
  const { treatmentId, patient: actor } = offer
  const doctor = offer.doctorId ?? undefined
  const current = await findById(parts.database.query, offer.appointmentId)
  if (!current) return refused('not_found')
  const { id, revision } = current
  const to = { ...dayParams(offer.day, parts.clinicTime()), slot: offer.slot, doctor }
  const outcome = await changeAppointment<AnyRefusal>(parts, async (query) => {
    const own = { id, revision, actor: { email: actor } }
    const found = await findUnchangedOwn(parts.database, query, own)
    if (!found.ok) return found
    const { appointment: before } = found
    const now = parts.clock()
    const at = now.toISOString()
    await holdLines(parts.database, query, [before.treatmentId, treatmentId])
    if (!(await accept(query, offer, now))) return refuseLate(query, id)

    const after = await storeReschedule(query, { id, revision }, { ...to, treatmentId })
    if (!after) throw new NotTaken()
    await closeRequest(query, offer.waitId, { state: 'done', endedAt: at })
    await noteEvent(query, { appointmentId: id, at, actor, ...movedEvent(before, after) })
    const mail = (sender: Sender) => writeRescheduledMail(sender, { before, after })
    await notifyPatient(query, parts.config, after, mail, now)
    const days = await followChange(query, parts, before, after)
    return { ok: true, appointment: after, refunds: [], days: [after.day, before.day, ...days] }
  }).catch(refusedUntaken)
  if (outcome.ok) return outcome
  return refused(await explainReschedule(parts, { id, revision }, to, outcome.reason))
}

/** The move could not be completed; the reason is looked up afterwards. */
function refusedUntaken(error: unknown): Refused<'appointment_changed'> {
  if (error instanceof NotTaken) return refused('appointment_changed')
  throw error
}

/** Books the offered time at the price that the patient was shown. */
async function bookOffer(
  parts: BookingParts,
  offer: OfferRow,
  priceCents: number,
): Promise<{ ok: true } | Refused<BookingRefusal>> {
  const { database, clock, clinicTime, changes, outbox } = parts
  const { day, slot, treatmentId, patient, phone, userId: bookedBy } = offer
  const who = await whoOf(database.query, offer)
  if (!who) return refused('unknown_dependent')
  const now = clock()
  const params = {
    ...{ day, slot, treatmentId, patient, phone, bookedBy, priceCents },
    ...who,
    ...dayParams(day, clinicTime()),
    ...makeSearchKeys({ ...who, phone }),
    id: uuidv7(),
    doctor: offer.doctorId ?? '',
    createdAt: now.toISOString(),
  }
  const book = async (query: Queries) => {
    await holdAppointmentsFirst(database, query)
    if (!(await accept(query, offer, now))) return false
    if (!(await insertAppointment(query, params))) throw new NotTaken()
    await closeRequest(query, offer.waitId, { state: 'done', endedAt: now.toISOString() })
    return true
  }
  try {
    const isBooked = await database.query.transaction().execute(book)
    if (!isBooked) return refused('slot_taken')
  } catch (error) {
    if (error instanceof NotTaken) return refused(await explainRefusal(database.query, params))
    const reason = refusalOf(error)
    if (!reason) throw error
    return refused(reason)
  }
  changes.publish(day)
  outbox.wake()
  return { ok: true }
}

/** The patient of an offer: the account's holder, or one of their dependents. */
async function whoOf(query: Queries, { userId, patientId, relation, name }: OfferRow) {
  if (relation === null) return { patientName: name, patientId }
  const dependent = await findDependent(query, userId, patientId)
  const whose = { dependentId: patientId, holder: userId, bookerName: name }
  return dependent && { patientName: dependent.name, ...whose }
}

/** Call this before the slot is written: while the offer is open, its slot cannot be booked. */
async function accept(query: Queries, { id }: OfferRow, now: Date): Promise<boolean> {
  return settleOffer(query, id, { state: 'accepted', now: now.toISOString() })
}

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
