import { v7 as uuidv7 } from 'uuid'
import type { BookingRefusal } from '../../contract/errors.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import type { Sender } from '../notifications/notification.ts'
import { findMember, findOrAddMember, isMemberRace } from '../patients/members.ts'
import {
  type Actor,
  type Appointment,
  type BookingInput,
  type BookingOutcome,
  type NewAppointment,
  type NewForMember,
  refusalOf,
} from './appointment.ts'
import { noteEvent } from './history.ts'
import { notifyPatient, writeBookedMail } from './mails.ts'
import { holdsSlot } from './queries.ts'
import { makeSearchKeys } from './search-keys.ts'
import { type DayParams, dayParams, minutesTo } from './slot-rules.ts'
import { insertAppointment, prepareInsert, prepareInsertForMember } from './store-appointment.ts'

/**
 * Books one slot, for a patient by themself or by staff. The database decides every race; a refusal
 * says why and changes nothing. Staff are not held to the lead time; what they book is in the history
 * and told to the patient, in one transaction with it.
 */
export function createBookAppointment(parts: BookingParts) {
  const { database, changes, outbox } = parts
  const insert = prepareInsert(database)
  const insertForMember = prepareInsertForMember(database)

  return async (input: BookingInput, actor: Actor): Promise<BookingOutcome> => {
    const params = paramsOf(parts, input, actor)
    try {
      const appointment = await retryDeadlock(async () =>
        actor.isStaff
          ? storeStaffBooking(parts, params, { actor, relation: input.relation })
          : 'person' in params
            ? (await insertForMember(params))[0]
            : (await insert(params))[0],
      )
      if (!appointment) return { ok: false, reason: await explain(database.query, params) }
      changes.publish(input.day)
      if (actor.isStaff) outbox.wake()
      return { ok: true, appointment }
    } catch (error) {
      return {
        ok: false,
        reason: await explainError(database.query, error, { ...input, ...params }),
      }
    }
  }
}

/** Which refusal an error of the booking is; one that is none is thrown on. */
async function explainError(
  query: Queries,
  error: unknown,
  asked: (NewAppointment | NewForMember) & Pick<BookingInput, 'relation'>,
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
  { forMember, relation: _, ...input }: BookingInput,
  { userId, isStaff }: Actor,
): NewAppointment | NewForMember {
  return {
    ...input,
    ...forMember,
    ...dayParams(input.day, clinicTime()),
    ...makeSearchKeys(input),
    ...(isStaff && { heedsLead: 0 }),
    id: uuidv7(),
    createdAt: clock().toISOString(),
    bookedBy: isStaff ? null : userId,
  }
}

/** Takes back what a transaction has done of a booking that cannot be made; says why where it knows. */
class NotBooked extends Error {
  readonly reason: BookingRefusal | null

  constructor(reason: BookingRefusal | null) {
    super(reason ?? 'nothing to insert')
    this.reason = reason
  }
}

/**
 * Stores a booking by staff with its line in the history and its mail, in one transaction. With a
 * relation it is for somebody of the account's family, who joins its list where they are not in it.
 */
async function storeStaffBooking(
  { config, database, clock }: BookingParts,
  params: NewAppointment,
  { actor, relation }: { actor: Actor; relation: Relation | null | undefined },
): Promise<Appointment> {
  const now = clock()
  const { patient, patientName: name } = params
  const store = () =>
    database.query.transaction().execute(async (transaction) => {
      const member =
        relation && (await findOrAddMember(transaction, patient, { name, relation, now }))
      if (typeof member === 'string') throw new NotBooked(member)
      const appointment = await insertAppointment(transaction, { ...params, ...member })
      if (!appointment) throw new NotBooked(null)
      const { id: appointmentId, createdAt: at, slot } = appointment
      await noteEvent(transaction, {
        appointmentId,
        at,
        actor: actor.email,
        kind: 'booked',
        data: { slot },
      })
      const write = (sender: Sender) => writeBookedMail(sender, appointment)
      await notifyPatient(transaction, config, appointment, write, now)
      return appointment
    })
  return retryDeadlock(store, isMemberRace)
}

/** The time that was asked for. */
type WantedTime = DayParams & { treatmentId: string; slot: string }

/**
 * Why the insert found nothing to insert. It has decided already; this only finds the words, and
 * when everything has changed back meanwhile it falls on the price, which the patient sees again.
 */
export async function explainRefusal(query: Queries, input: WantedTime): Promise<BookingRefusal> {
  return (
    (await explainTreatment(query, input)) ?? (await explainDay(query, input)) ?? 'price_changed'
  )
}

async function explainTreatment(
  query: Queries,
  { treatmentId, slot }: WantedTime,
): Promise<BookingRefusal | null> {
  const treatment = await query
    .selectFrom('treatments as t')
    .leftJoin('treatmentSlots as s', (join) =>
      join.onRef('s.treatmentId', '=', 't.id').on('s.slot', '=', slot),
    )
    .where('t.id', '=', treatmentId)
    .where('t.archivedAt', 'is', null)
    .select('s.slot')
    .executeTakeFirst()
  if (!treatment) return 'unknown_treatment'
  return treatment.slot === null ? 'unknown_slot' : null
}

async function explainDay(query: Queries, input: WantedTime): Promise<BookingRefusal | null> {
  if (input.daysAhead < 0) return 'day_past'
  const { horizonDays, leadMinutes } = await readClinic(query)
  if (input.daysAhead > horizonDays) return 'day_too_far'
  if ((await listClosedWeekdays(query)).includes(input.weekday)) return 'day_closed'
  if ((await listClosures(query, input.day, input.day)).length > 0) return 'day_closed'
  const slot = await query
    .selectFrom('treatmentSlots')
    .select('startMinute')
    .where('treatmentId', '=', input.treatmentId)
    .where('slot', '=', input.slot)
    .executeTakeFirst()
  if (!slot) return null
  if (slot.startMinute < input.firstMinute) return 'slot_begun'
  const isTooSoon = input.heedsLead === 1 && minutesTo(slot.startMinute, input) < leadMinutes
  return isTooSoon ? 'too_soon' : null
}
