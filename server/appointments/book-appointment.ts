import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Day } from '../../contract/date.ts'
import type { BookingRefusal } from '../../contract/errors.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import type { Deps } from '../app.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { Tables } from '../db/schema.ts'
import { findMember } from '../patients/queries.ts'
import { explainRefusal } from './explain-refusal.ts'
import { dayParams } from './list-available.ts'
import { makeSearchKeys } from './make-search-keys.ts'
import { type ForMember, holdsSlot, type NewAppointment, type NewForMember } from './queries.ts'
import { prepareInsert, prepareInsertForMember } from './store-appointment.ts'
import { NotBooked, storeStaffBooking } from './store-staff-booking.ts'

export type Appointment = Selectable<Tables['appointments']>

/** What is asked for, after the wire: price in cents, the patient an e-mail or a guest's key. */
export type Wish = {
  treatmentId: string
  day: Day
  slot: string
  priceCents: number
  patient: string
  patientName: string
  phone: string
  /** Somebody of the booker's family, whose name `patientName` is then; not for staff. */
  forMember?: ForMember
  /** By staff: for somebody of the account's family, who is this to its holder. */
  relation?: Relation | null | undefined
}

/** Who acts: a patient for themself, or somebody of the clinic's staff. */
export type Actor = { email: string; userId: string; isStaff: boolean }

export type BookingOutcome =
  | { ok: true; appointment: Appointment }
  | { ok: false; reason: BookingRefusal }

const reasons: Record<string, BookingRefusal> = {
  appointments_one_per_slot: 'slot_taken',
  appointments_slot_offered: 'slot_taken',
  appointments_one_per_treatment: 'already_booked',
  appointments_one_chair: 'patient_busy',
  appointments_unproved_bound: 'confirm_first',
  appointments_unpaid_bound: 'too_many_unpaid',
  appointments_hourly_bound: 'too_many_bookings',
}

/** Which rule of the database an error tells of; `null` when it tells of none. */
export function refusalOf(error: unknown): BookingRefusal | null {
  return reasons[refusingConstraint(error) ?? ''] ?? null
}

export type BookingParts = Pick<
  Deps,
  'config' | 'database' | 'clock' | 'clinicTime' | 'changes' | 'outbox'
>

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
