import { v7 as uuidv7 } from 'uuid'
import type { StaffRefusal } from '../../contract/schedule/refusals.ts'
import {
  type Actor,
  type Appointment,
  type ChangeOutcome,
  refusalOf,
} from '../appointments/appointment.ts'
import { changeAppointment } from '../appointments/change-appointment.ts'
import { explainRefusal } from '../appointments/explain-refusal.ts'
import { findById } from '../appointments/find-appointment.ts'
import { describeMove, explainMove } from '../appointments/move-appointment.ts'
import { makeSearchKeys } from '../appointments/search-keys.ts'
import { dayParams } from '../appointments/slot-rules.ts'
import { insertAppointment, storeMove } from '../appointments/store-appointment.ts'
import { writeMovedMail } from '../appointments/write-moved-mail.ts'
import type { Database, Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import { findMember } from '../patients/members.ts'
import type { OfferRow } from './offer.ts'
import { settleOffer } from './offer-queries.ts'
import { endWait } from './queries.ts'

/** Takes back what a transaction has done of an acceptance that cannot be finished. */
class NotTaken extends Error {}

const actorOf = ({ patient, userId }: OfferRow): Actor => ({
  email: patient,
  userId,
  isStaff: false,
})

/**
 * Moves an appointment to the time that its patient was offered, which is then no longer held: all of
 * it or nothing. What was paid stays; the clinic's cut-off does not count, since the clinic offers.
 */
export async function moveToOffer(
  parts: BookingParts,
  offer: OfferRow & { appointmentId: string },
): Promise<ChangeOutcome> {
  const current = await findById(parts.database.query, offer.appointmentId)
  if (!current) return { ok: false, reason: 'not_found' }
  const { id, revision } = current
  const wish = { id, revision, actor: actorOf(offer) }
  const to = { ...dayParams(offer.day, parts.clinicTime()), slot: offer.slot }
  const refused: ChangeOutcome = { ok: false, reason: 'appointment_changed' }
  const outcome = await changeAppointment<StaffRefusal>(parts, wish, (before, now) => ({
    store: async (query) => {
      const { treatmentId } = offer
      await lockAppointment(parts.database, query, id)
      const move = () => storeMove(query, wish, { ...to, treatmentId })
      return settleAnd(query, offer, now, move)
    },
    kind: 'moved',
    detail: (after) => describeMove(before, after),
    mail: (sender, after) => writeMovedMail(sender, { before, after }),
  })).catch((error: unknown) => refusedBy(error, refused))
  if (outcome.ok) return outcome
  return { ok: false, reason: await explainMove(parts, wish, to, outcome.reason) }
}

/** As other changes do, the appointment before its offer: two never wait for each other. */
async function lockAppointment({ engine }: Database, query: Queries, id: string): Promise<void> {
  if (engine === 'sqlite') return
  await query.selectFrom('appointments').select('id').where('id', '=', id).forUpdate().execute()
}

/** Books the time that somebody was offered, at the price that they were shown. */
export async function bookOffer(
  parts: BookingParts,
  offer: OfferRow,
  priceCents: number,
): Promise<ChangeOutcome> {
  const { database, clock, clinicTime, changes, outbox } = parts
  const { day, slot, treatmentId, patient, phone, userId: bookedBy } = offer
  const who = await whoOf(database.query, offer)
  if (!who) return { ok: false, reason: 'unknown_person' }
  const now = clock()
  const params = {
    ...{ day, slot, treatmentId, patient, phone, bookedBy, priceCents },
    ...who,
    ...dayParams(day, clinicTime()),
    ...makeSearchKeys({ ...who, phone }),
    id: uuidv7(),
    createdAt: now.toISOString(),
  }
  const insert = (query: Queries) =>
    settleAnd(query, offer, now, () => insertAppointment(query, params))
  try {
    const appointment = await retryDeadlock(() => database.query.transaction().execute(insert))
    if (!appointment) return { ok: false, reason: 'slot_taken' }
    changes.tell(day)
    outbox.wake()
    return { ok: true, appointment }
  } catch (error) {
    if (error instanceof NotTaken) {
      return { ok: false, reason: await explainRefusal(database.query, params) }
    }
    const reason = refusalOf(error)
    if (!reason) throw error
    return { ok: false, reason }
  }
}

/** Whom an offer is for: the account's holder, or somebody of their family. */
async function whoOf(query: Queries, { userId, person, name }: OfferRow) {
  if (person === '') return { patientName: name }
  const member = await findMember(query, userId, person)
  return member && { patientName: member.name, person, holder: userId, bookerName: name }
}

/** The offer first: while it is open, nobody takes its slot. */
async function settleAnd(
  query: Queries,
  { id, waitId }: OfferRow,
  now: Date,
  write: () => Promise<Appointment | undefined>,
): Promise<Appointment | undefined> {
  const at = now.toISOString()
  if (!(await settleOffer(query, id, { state: 'accepted', now: at }))) return undefined
  const appointment = await write()
  if (!appointment) throw new NotTaken()
  await endWait(query, waitId, { state: 'done', endedAt: at })
  return appointment
}

function refusedBy(error: unknown, refused: ChangeOutcome): ChangeOutcome {
  if (error instanceof NotTaken) return refused
  throw error
}
