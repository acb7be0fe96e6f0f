import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../clock.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Database } from '../db/database.ts'
import { type DoctorDetails, insertDoctor } from './queries.ts'

export type AddedDoctor =
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
