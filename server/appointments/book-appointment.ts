import { v7 as uuidv7 } from 'uuid'
import type { BookingRefusal } from '../../contract/errors.ts'
import type { Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import { findMember } from '../patients/members.ts'
import {
  type Actor,
  type BookingOutcome,
  type NewAppointment,
  type NewForMember,
  refusalOf,
  type Wish,
} from './appointment.ts'
import { explainRefusal } from './explain-refusal.ts'
import { holdsSlot } from './queries.ts'
import { makeSearchKeys } from './search-keys.ts'
import { dayParams } from './slot-rules.ts'
import { prepareInsert, prepareInsertForMember } from './store-appointment.ts'
import { NotBooked, storeStaffBooking } from './store-staff-booking.ts'

/**
 * Books one slot, for a patient by themself or by staff. The database decides every race; a refusal
 * says why and changes nothing. Staff are not held to the lead time; what they book is in the history
 * and told to the patient, in one transaction with it.
 */
export function createBookAppointment(parts: BookingParts) {
  const { database, changes, outbox } = parts
  const insert = prepareInsert(database)
  const insertForMember = prepareInsertForMember(database)

  return async (wish: Wish, actor: Actor): Promise<BookingOutcome> => {
    const params = paramsOf(parts, wish, actor)
    try {
      const appointment = await retryDeadlock(async () =>
        actor.isStaff
          ? storeStaffBooking(parts, params, { actor, relation: wish.relation })
          : 'person' in params
            ? (await insertForMember(params))[0]
            : (await insert(params))[0],
      )
      if (!appointment) return { ok: false, reason: await explain(database.query, params) }
      changes.tell(wish.day)
      if (actor.isStaff) outbox.wake()
      return { ok: true, appointment }
    } catch (error) {
      return {
        ok: false,
        reason: await explainError(database.query, error, { ...wish, ...params }),
      }
    }
  }
}

/** Which refusal an error of the booking is; one that is none is thrown on. */
async function explainError(
  query: Queries,
  error: unknown,
  asked: (NewAppointment | NewForMember) & Pick<Wish, 'relation'>,
): Promise<BookingRefusal> {
  if (error instanceof NotBooked) return error.reason ?? (await explainRefusal(query, asked))
  const reason = refusalOf(error)
  if (!reason) throw error
  const own = reason === 'slot_taken' && (await holdsSlot(query, asked))
  return own ? 'already_booked' : reason
}

async function explain(
  query: Queries,
  params: NewAppointment | NewForMember,
): Promise<BookingRefusal> {
  if ('person' in params) {
    const member = await findMember(query, params.holder, params.person)
    if (!member) return 'unknown_person'
  }
  return explainRefusal(query, params)
}

function paramsOf(
  { clock, clinicTime }: BookingParts,
  { forMember, relation: _, ...wish }: Wish,
  { userId, isStaff }: Actor,
): NewAppointment | NewForMember {
  return {
    ...wish,
    ...forMember,
    ...dayParams(wish.day, clinicTime()),
    ...makeSearchKeys(wish),
    ...(isStaff && { heedsLead: 0 }),
    id: uuidv7(),
    createdAt: clock().toISOString(),
    bookedBy: isStaff ? null : userId,
  }
}
