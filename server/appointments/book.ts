import { v7 as uuidv7 } from 'uuid'
import { parseSlot } from '../../contract/appointments/slot.ts'
import type { BookingRefusal } from '../../contract/errors.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { retryRace } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import type { Sender } from '../notifications/notification.ts'
import { findDependent, findOrAddDependent } from '../patients/dependents.ts'
import {
  addressOf,
  findOrAddPatient,
  findTreated,
  isPatientRace,
  listAddressees,
} from '../patients/find-patients.ts'
import { readHold, withdrawOffers } from '../waitlist/withdraw-offers.ts'
import {
  type Actor,
  type Appointment,
  type BookingInput,
  type BookingOutcome,
  isHeld,
  isHoldRace,
  isPairRace,
  type NewAppointment,
  type NewForDependent,
  refusalOf,
  type StaffBookingOutcome,
} from './appointment.ts'
import { noteEvent } from './history.ts'
import { notifyPatient, writeBookedMail } from './mails.ts'
import { explainPair, isHeldFromAll, passedBy, type WantedTime } from './pairs/wanted-pair.ts'
import { holdsSlot } from './queries.ts'
import { makeSearchKeys } from './search-keys.ts'
import { type DayParams, dayParams, minutesTo } from './slot-rules.ts'
import { insertAppointment, prepareInsert, prepareInsertForDependent } from './store-appointment.ts'

/**
 * Books one slot for a patient by themself. The database decides every race; a refusal says why and
 * changes nothing.
 */
export function createBookAppointment(parts: BookingParts) {
  const { database, changes } = parts
  const insert = prepareInsert(database)
  const insertForDependent = prepareInsertForDependent(database)

  return async (input: BookingInput, actor: Actor): Promise<BookingOutcome> => {
    const params = paramsOf(parts, input, actor)
    try {
      const [appointment] = await untilPairFree(() =>
        'dependentId' in params ? insertForDependent(params) : insert(params),
      )
      if (!appointment) return { ok: false, reason: await explain(database.query, params) }
      changes.publish(input.day)
      return { ok: true, appointment }
    } catch (error) {
      const reason = await explainError(database.query, error, { ...input, ...params })
      return { ok: false, reason }
    }
  }
}

/** More than the pairs of any clinic. */
export const mostPairs = 200

/** Tries again each time a concurrent booking takes the pair, until a pair is free or none is left. */
export async function untilPairFree<T>(book: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await book()
    } catch (error) {
      if (tries >= mostPairs || !isPairRace(error)) throw error
    }
  }
}

/**
 * Staff book for a patient. They are not held to the minimum notice, and to other rules only until
 * they decide to pass over them; overlaps stay impossible. The history and the mail to the patient are
 * in one transaction with it.
 */
export async function bookByStaff(
  parts: BookingParts,
  input: BookingInput,
  actor: Actor,
): Promise<StaffBookingOutcome> {
  const { config, database, changes, outbox, clock } = parts
  const params = paramsOf(parts, input, actor)
  const store = () =>
    database.query.transaction().execute(async (query) => {
      const appointment = await storeStaffBooking(query, parts, params, { ...input, actor })
      const write = (sender: Sender) => writeBookedMail(sender, appointment)
      await notifyPatient(query, config, appointment, write, clock())
      return appointment
    })
  try {
    const appointment = await retryRace(
      store,
      (error) => isPatientRace(error) || isPairRace(error) || isHoldRace(error, input.despite),
    )
    changes.publish(input.day)
    outbox.wake()
    return { ok: true, appointment }
  } catch (error) {
    return explainStaffRefusal(parts, error, { ...input, ...params })
  }
}

type Asked = (NewAppointment | NewForDependent) &
  Pick<BookingInput, 'relation' | 'pickedId' | 'despite'>

/** Which refusal an error of a booking by staff is; one that is none is thrown on. */
export async function explainStaffRefusal(
  { database, clock }: BookingParts,
  error: unknown,
  asked: Asked,
): Promise<Exclude<StaffBookingOutcome, { ok: true }>> {
  const reason = await explainError(database.query, error, asked)
  const isInTheWay = isHeld(error) || (await isHeldFromAll(database.query, asked, reason))
  const held = isInTheWay && (await readHold(database.query, asked, clock()))
  return held ? { ok: false, reason: 'slot_held', held } : { ok: false, reason }
}

/** Which refusal an error of the booking is; one that is none is thrown on. */
async function explainError(query: Queries, error: unknown, asked: Asked): Promise<BookingRefusal> {
  if (error instanceof NotBooked) return error.reason ?? (await explainRefusal(query, asked))
  const reason = refusalOf(error)
  if (!reason) throw error
  if (reason !== 'slot_taken') return reason
  const patientId = 'dependentId' in asked ? asked.dependentId : await findTreated(query, asked)
  const own = patientId !== undefined && (await holdsSlot(query, { ...asked, patientId }))
  return own ? 'already_booked' : reason
}

async function explain(
  query: Queries,
  params: NewAppointment | NewForDependent,
): Promise<BookingRefusal> {
  if ('dependentId' in params) {
    const dependent = await findDependent(query, params.holder, params.dependentId)
    if (!dependent) return 'unknown_dependent'
  }
  return explainRefusal(query, params)
}

/** What a booking stores, as of now. */
export function paramsOf(
  { clock, clinicTime }: BookingParts,
  { forDependent, relation: _, pickedId: __, despite: ___, doctor = '', ...input }: BookingInput,
  { userId, isStaff }: Actor,
): NewAppointment | NewForDependent {
  return {
    ...input,
    ...forDependent,
    ...dayParams(input.day, clinicTime()),
    ...makeSearchKeys(input),
    ...(isStaff && { heedsLead: 0 }),
    id: uuidv7(),
    doctor,
    createdAt: clock().toISOString(),
    bookedBy: isStaff ? null : userId,
  }
}

/** Takes back what a transaction has done of a booking that cannot be made; says why where it knows. */
export class NotBooked extends Error {
  readonly reason: BookingRefusal | null

  constructor(reason: BookingRefusal | null) {
    super(reason ?? 'nothing to insert')
    this.reason = reason
  }
}

/**
 * Stores a booking by staff with its line in the history, in the caller's transaction, which an error
 * must take back. With a relation it is for a dependent of the account, who joins its list where they
 * are not in it. Throws `NotBooked`, or what a rule of the database says.
 */
export async function storeStaffBooking(
  query: Queries,
  parts: BookingParts,
  params: NewAppointment,
  {
    actor,
    relation,
    pickedId,
    despite = [],
  }: Pick<BookingInput, 'relation' | 'pickedId' | 'despite'> & { actor: Actor },
): Promise<Appointment> {
  const { patient, patientName: name, phone } = params
  const now = parts.clock()
  const who = relation
    ? await findOrAddDependent(query, patient, { name, relation, pickedId, now })
    : { patientId: await findOrAddPatient(query, { patient, name, pickedId, phone, now }) }
  if (typeof who === 'string') throw new NotBooked(who)
  const wanted = { ...params, despite }
  if (despite.includes('hold')) await withdrawOffers(query, parts, wanted)
  const passed = await passedBy(query, wanted)
  const inserted = await insertAppointment(query, { ...params, ...who }, passed)
  if (!inserted) throw new NotBooked(null)
  const appointment = await followRecord(query, inserted)
  const { id: appointmentId, createdAt: at, slot } = appointment
  await noteEvent(query, {
    appointmentId,
    at,
    actor: actor.email,
    kind: 'booked',
    data: { slot },
  })
  return appointment
}

/**
 * Gives an appointment the address of its patient: staff may have named a record that was merged into another's, or
 * whose e-mail was changed at that moment. With a dependent's it is for the dependent.
 */
async function followRecord(query: Queries, appointment: Appointment): Promise<Appointment> {
  const { id, patientId, patient } = appointment
  const [record] = await listAddressees(query, [patientId])
  if (!record || addressOf(record) === patient) return appointment
  const { relation, holderName } = record
  return query
    .updateTable('appointments')
    .set({ patient: addressOf(record), relation, bookerName: relation && holderName })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The time that was asked for. */
type AskedTime = DayParams & WantedTime

/**
 * Why the insert found nothing to insert. The insert has already decided; this only finds the reason. If
 * everything has changed back since, it is `price_changed`, and the patient sees the price again.
 */
export async function explainRefusal(query: Queries, input: AskedTime): Promise<BookingRefusal> {
  return (
    (await explainTreatment(query, input)) ??
    (await explainDay(query, input)) ??
    (await explainPair(query, input)) ??
    'price_changed'
  )
}

async function explainTreatment(
  query: Queries,
  { treatmentId, slot, despite = [] }: AskedTime,
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
  const isTime = despite.includes('slots') && parseSlot(slot) !== null
  return treatment.slot === null && !isTime ? 'unknown_slot' : null
}

async function explainDay(query: Queries, input: AskedTime): Promise<BookingRefusal | null> {
  if (input.daysAhead < 0) return 'day_past'
  const { horizonDays, leadMinutes } = await readClinic(query)
  const { despite = [] } = input
  if (input.daysAhead > horizonDays && !despite.includes('window')) return 'day_too_far'
  if (!despite.includes('closed') && (await isClosed(query, input))) return 'day_closed'
  const slot = await query
    .selectFrom('treatmentSlots')
    .select('startMinute')
    .where('treatmentId', '=', input.treatmentId)
    .where('slot', '=', input.slot)
    .executeTakeFirst()
  const startMinute = slot?.startMinute ?? parseSlot(input.slot)?.start
  if (startMinute === undefined) return null
  if (startMinute < input.firstMinute) return 'slot_begun'
  const isTooSoon = input.heedsLead === 1 && minutesTo(startMinute, input) < leadMinutes
  return isTooSoon ? 'too_soon' : null
}

async function isClosed(query: Queries, { day, weekday }: DayParams): Promise<boolean> {
  if ((await listClosedWeekdays(query)).includes(weekday)) return true
  return (await listClosures(query, day, day)).length > 0
}
