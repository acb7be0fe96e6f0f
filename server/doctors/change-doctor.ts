import { v7 as uuidv7 } from 'uuid'
import { type AsksAboutAffected, refused } from '../appointments/appointment.ts'
import { holdBookings } from '../appointments/find-appointment.ts'
import type { Clock } from '../clock.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Database } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { changePairs, type PairParts } from './change-pairs.ts'
import {
  type DoctorDetails,
  type DoctorRow,
  deleteUnscheduled,
  findNamed,
  holdNamed,
  insertDoctor,
  retireDoctor,
  updateDoctor,
} from './queries.ts'
import { endSchedule } from './schedule-queries.ts'

type ChangedDoctor =
  | { ok: true; doctor: DoctorRow; before: { email: string } }
  | { ok: false; reason: 'not_found' | 'doctor_exists' | 'unknown_specialty' }

/**
 * Changes the doctor with an id or an e-mail, including that e-mail. The current specialty may be kept even
 * if archived since. The name is also changed in the doctor's appointments, so bookings are blocked and locks
 * are taken in the same order as for a change of hours.
 */
export async function changeDoctor(
  { database, changes }: Pick<Deps, 'database' | 'changes'>,
  key: string,
  input: DoctorDetails,
): Promise<ChangedDoctor> {
  const changing = database.query.transaction().execute(async (query): Promise<ChangedDoctor> => {
    await holdBookings(database, query)
    const before = await holdNamed(database, query, key)
    if (!before) return { ok: false, reason: 'not_found' }
    const doctor = await updateDoctor(query, before.id, input)
    return doctor ? { ok: true, doctor, before } : { ok: false, reason: 'unknown_specialty' }
  })
  const outcome = await changing.catch((error): ChangedDoctor => {
    if (refusingConstraint(error) !== 'doctors_one_per_email') throw error
    return { ok: false, reason: 'doctor_exists' }
  })
  if (outcome.ok) changes.publish('*')
  return outcome
}

type AddedDoctor =
  | { ok: true; id: string }
  | { ok: false; reason: 'doctor_exists' | 'unknown_specialty' }

/** Adds a doctor for a treatment on offer. */
export async function addDoctor(
  { database, clock }: { database: Database; clock: Clock },
  doctor: DoctorDetails,
): Promise<AddedDoctor> {
  const id = uuidv7()
  const row = { ...doctor, id, createdAt: clock().toISOString() }
  try {
    const added = await insertDoctor(database.query, row)
    return added ? { ok: true, id } : { ok: false, reason: 'unknown_specialty' }
  } catch (error) {
    if (refusingConstraint(error) !== 'doctors_one_per_email') throw error
    return { ok: false, reason: 'doctor_exists' }
  }
}

type Removed = { ok: true; email: string } | { ok: false; reason: 'not_found' }

/**
 * Removes the doctor of an id or an e-mail. One who had a schedule is kept by name: their appointments to
 * come stand, for staff to settle, and are listed first where that is not `confirmed`. Who waits for them
 * alone waits on until they or staff open the request.
 */
export async function removeDoctor(
  parts: PairParts,
  { key, confirmed }: { key: string; confirmed: boolean },
): Promise<Removed | AsksAboutAffected> {
  const { database } = parts
  const deleted = await deleteUnscheduled(database.query, key)
  if (deleted) return { ok: true, email: deleted.email }
  const found = await findNamed(database.query, key)
  if (!found) return refused('not_found')
  const now = parts.clock().toISOString()
  return changePairs(parts, { confirmed, doctorId: found.id }, async (query) => {
    const doctor = await holdNamed(database, query, key)
    // This doctor lost the e-mail before another could get it: for a moment no doctor had it.
    if (doctor?.id !== found.id) return refused('not_found')
    const { id, email, name } = doctor
    await retireDoctor(query, id, now)
    await endSchedule(query, id, parts.clinicTime().today)
    const cause = { kind: 'removal' as const, name, doctorId: id, fromDay: null, untilDay: null }
    return { ok: true as const, email, cause }
  })
}
