import { v7 as uuidv7 } from 'uuid'
import type { WaitlistRefusal } from '../../contract/waitlist/refusals.ts'
import { isOwn } from '../appointments/appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import type { ClinicTime } from '../clock.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import type { Caller } from '../identity/caller.ts'
import { findDependent } from '../patients/dependents.ts'
import {
  addressOf,
  findHolderPatient,
  holdPatient,
  listAddressees,
} from '../patients/find-patients.ts'
import { findTreatment } from '../treatments/find-treatment.ts'
import { hasPossibleSlot, rangeOf } from './find-slot.ts'
import { changeLine, holdAppointmentsFirst, holdLines } from './hold-lines.ts'
import { findRequest, insertRequest, updateRequest } from './queries.ts'
import { checkRequest, columnsOf, type Suits } from './request.ts'
import { searchNow } from './search-slots.ts'
import { doctorAwayOf, type Wish } from './wished-doctor/doctor-away.ts'

type RequestInput = Suits & {
  appointment: string | null
  treatmentId: string
  /** The id of the only doctor who suits; `null` for any doctor. */
  doctor: string | null
  /** `null` for the account's holder. */
  dependent: string | null
}

type Reason = WaitlistRefusal | 'not_found' | 'unknown_dependent'
type Outcome<T> = ({ ok: true } & T) | { ok: false; reason: Reason }

/**
 * Adds a request to the line, for an existing appointment or for a treatment. The database enforces one request
 * each. A slot that is free already is offered at once.
 */
export async function requestEarlier(
  parts: BookingParts,
  caller: Caller,
  { phone, ...input }: RequestInput & { phone: string },
): Promise<Outcome<{ id: string }>> {
  const { database, clock, clinicTime } = parts
  const wrong = checkRequest(input, clinicTime().today)
  if (wrong) return { ok: false, reason: wrong }
  const find = (query: Queries) =>
    input.appointment
      ? ofAppointment(query, clinicTime(), caller, input.appointment)
      : ofTreatment(query, caller, input)
  const what = await find(database.query)
  if (typeof what === 'string') return { ok: false, reason: what }
  const doctorId = input.doctor
  const impossible = await whyImpossible(parts, { ...what, ...columnsOf(input), doctorId })
  if (impossible) return { ok: false, reason: impossible }
  const now = clock().toISOString()
  const { userId } = caller
  const request = { id: uuidv7(), userId, phone, createdAt: now, checkAt: now, endedAt: null }
  try {
    const refusal = await database.query.transaction().execute(async (query) => {
      // Read again: a change of the account's address or of the patient may have ended what waits for them since.
      await holdAppointmentsFirst(database, query)
      await holdPatient(database, query, what.patientId)
      const held = await find(query)
      if (typeof held === 'string') return held
      await holdLines(database, query, [held.treatmentId])
      await insertRequest(query, { ...request, ...held, doctorId, ...columnsOf(input) })
      return null
    })
    if (refusal) return { ok: false, reason: refusal }
  } catch (error) {
    const reason = refusals[refusingConstraint(error) ?? '']
    if (!reason) throw error
    return { ok: false, reason }
  }
  await searchNow(parts, request)
  return { ok: true, id: request.id }
}

const refusals: Record<string, WaitlistRefusal> = {
  waits_one_per_appointment: 'already_waiting',
  waits_one_per_treatment: 'already_waiting',
  waits_unconfirmed_bound: 'confirm_for_more',
  waits_bound: 'too_many_requests',
}

/** Changes what suits a request. Its position in the line and its offer stay; it no longer rests. */
export async function changeRequest(
  parts: BookingParts,
  {
    id,
    userId,
    phone,
    doctor: doctorId,
    ...suits
  }: Suits & Pick<RequestInput, 'doctor'> & { id: string; userId: string; phone: string },
): Promise<Outcome<object>> {
  const { clinicTime, database } = parts
  const wrong = checkRequest(suits, clinicTime().today)
  if (wrong) return { ok: false, reason: wrong }
  const request = await findRequest(database.query, id, userId)
  const wish = request && { ...request, ...columnsOf(suits), doctorId }
  const impossible = wish && (await whyImpossible(parts, wish))
  if (impossible) return { ok: false, reason: impossible }
  return wakeWith(parts, { id, userId }, { ...columnsOf(suits), phone, doctorId })
}

/** Why no slot can ever suit a request; `null` where one can. */
async function whyImpossible(
  { config, clinicTime, database }: BookingParts,
  wish: Wish,
): Promise<WaitlistRefusal | null> {
  const { engine, reader: query } = database
  const at = { engine, query, time: clinicTime(), zone: config.clinicTimeZone }
  const away = await doctorAwayOf(at, wish)
  if (away) return away === 'hours' ? 'doctor_not_then' : 'doctor_not_for_treatment'
  const range = await rangeOf(query, wish, at.time, at.zone)
  return (await hasPossibleSlot(at, wish, range)) ? null : 'nothing_possible'
}

/** Resumes a request that rests after unanswered offers. */
export async function resumeRequest(parts: BookingParts, own: OwnId): Promise<Outcome<object>> {
  return wakeWith(parts, own, {})
}

type OwnId = { id: string; userId: string }

async function wakeWith(
  parts: BookingParts,
  own: OwnId,
  change: Parameters<typeof updateRequest>[2],
): Promise<Outcome<object>> {
  const { clock, database } = parts
  const request = await findRequest(database.query, own.id, own.userId)
  if (!request) return { ok: false, reason: 'not_found' }
  const awake = { ...change, unanswered: 0, checkAt: clock().toISOString() }
  const isAwake = await changeLine(database, request.treatmentId, (query) =>
    updateRequest(query, own, awake),
  )
  if (!isAwake) return { ok: false, reason: 'left_line' }
  await searchNow(parts, own)
  return { ok: true }
}

async function ofAppointment(
  query: Queries,
  { today, firstMinute }: ClinicTime,
  caller: Caller,
  id: string,
) {
  const appointment = await findById(query, id)
  if (!appointment || !isOwn(appointment, caller)) return 'not_found'
  const { treatmentId, patient, patientId, day, startMinute, cancelledAt, status } = appointment
  if (cancelledAt !== null) return 'appointment_cancelled'
  const isPast = day < today || (day === today && startMinute < firstMinute)
  if (isPast || status !== 'booked') return 'appointment_begun'
  return { appointmentId: id, treatmentId, patient, patientId }
}

async function ofTreatment(query: Queries, { userId }: Caller, input: RequestInput) {
  const { treatmentId, dependent } = input
  const treatment = await findTreatment(query, treatmentId)
  if (!treatment || treatment.archivedAt !== null) return 'unknown_treatment'
  const patientId = dependent
    ? (await findDependent(query, userId, dependent))?.id
    : await findHolderPatient(query, userId)
  const [record] = patientId ? await listAddressees(query, [patientId]) : []
  if (!record) return dependent ? 'unknown_dependent' : 'not_found'
  return { appointmentId: null, treatmentId, patient: addressOf(record), patientId: record.id }
}
