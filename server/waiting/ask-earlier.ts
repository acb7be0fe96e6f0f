import { v7 as uuidv7 } from 'uuid'
import type { WaitingRefusal } from '../../contract/waiting-refusals.ts'
import type { BookingParts } from '../appointments/book-appointment.ts'
import { isOwn } from '../appointments/find-own.ts'
import { findById } from '../appointments/queries.ts'
import { refusingConstraint } from '../db/constraint.ts'
import { findMember } from '../family/queries.ts'
import type { Caller } from '../identity/find-caller.ts'
import { findTreatment } from '../treatments/queries.ts'
import { checkWish, columnsOf, type Suits } from './check-wish.ts'
import { findWait, insertWait, updateWait } from './queries.ts'
import { searchSlots } from './search-slots.ts'

type Wish = Suits & {
  appointment: string | null
  treatmentId: string
  /** Of the family; `null` for oneself. */
  person: string | null
}

type Outcome<T> = ({ ok: true } & T) | { ok: false; reason: WaitingRefusal | 'not_found' }

/**
 * Puts somebody into the line, for an appointment of theirs or for a treatment. One wish each: the
 * database decides. What is free already is offered at once.
 */
export async function askEarlier(
  parts: BookingParts,
  caller: Caller,
  { phone, ...wish }: Wish & { phone: string },
): Promise<Outcome<{ id: string }>> {
  const { database, clock, clinicTime } = parts
  const wrong = checkWish(wish, clinicTime().today)
  if (wrong) return { ok: false, reason: wrong }
  const what = wish.appointment
    ? await ofAppointment(parts, caller, wish.appointment)
    : await ofTreatment(parts, caller, wish)
  if (typeof what === 'string') return { ok: false, reason: what }
  const now = clock().toISOString()
  const { userId } = caller
  const wait = { id: uuidv7(), userId, phone, createdAt: now, checkAt: now, endedAt: null }
  try {
    await insertWait(database.query, { ...wait, ...what, ...columnsOf(wish) })
  } catch (error) {
    if (!refusingConstraint(error)?.startsWith('waits_one_')) throw error
    return { ok: false, reason: 'already_waiting' }
  }
  await searchFor(parts, wait)
  return { ok: true, id: wait.id }
}

/** Changes what suits; the place in the line stays, and so does what is held. */
export async function changeWait(
  parts: BookingParts,
  { id, userId, phone, ...suits }: Suits & { id: string; userId: string; phone: string },
): Promise<Outcome<object>> {
  const { database, clock, clinicTime } = parts
  const wrong = checkWish(suits, clinicTime().today)
  if (wrong) return { ok: false, reason: wrong }
  const change = { ...columnsOf(suits), phone, checkAt: clock().toISOString() }
  if (!(await updateWait(database.query, { id, userId }, change))) {
    const wait = await findWait(database.query, id, userId)
    return { ok: false, reason: wait ? 'left_line' : 'not_found' }
  }
  await searchFor(parts, { id, userId })
  return { ok: true }
}

async function searchFor(parts: BookingParts, { id, userId }: { id: string; userId: string }) {
  const wait = await findWait(parts.database.query, id, userId)
  if (wait?.state === 'waiting') await searchSlots(parts, wait)
}

async function ofAppointment({ database, clinicTime }: BookingParts, caller: Caller, id: string) {
  const appointment = await findById(database.query, id)
  if (!appointment || !isOwn(appointment, caller)) return 'not_found'
  const { treatmentId, patient, person, day, startMinute, cancelledAt } = appointment
  if (cancelledAt !== null) return 'appointment_cancelled'
  const { today, firstMinute } = clinicTime()
  const begun = day < today || (day === today && startMinute < firstMinute)
  if (begun) return 'appointment_begun'
  return { appointmentId: id, treatmentId, patient, person }
}

async function ofTreatment({ database }: BookingParts, caller: Caller, wish: Wish) {
  const { treatmentId, person } = wish
  const treatment = await findTreatment(database.query, treatmentId)
  if (!treatment || treatment.archivedAt !== null) return 'unknown_treatment'
  if (person && !(await findMember(database.query, caller.userId, person))) return 'not_found'
  return { appointmentId: null, treatmentId, patient: caller.email, person: person ?? '' }
}
