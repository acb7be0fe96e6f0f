import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import { type DoctorDetails, type DoctorRow, doctorExists, updateDoctor } from './queries.ts'

export type ChangedDoctor =
  | { ok: true; doctor: DoctorRow }
  | { ok: false; reason: 'not_found' | 'doctor_exists' | 'unknown_specialty' }

/** Changes the doctor of an e-mail, also that e-mail. A specialty archived since may be kept. */
export async function changeDoctor(
  query: Queries,
  email: string,
  input: DoctorDetails,
): Promise<ChangedDoctor> {
  try {
    const doctor = await updateDoctor(query, email, input)
    if (doctor) return { ok: true, doctor }
    const exists = await doctorExists(query, email)
    return { ok: false, reason: exists ? 'unknown_specialty' : 'not_found' }
  } catch (error) {
    if (refusingConstraint(error) !== 'doctors_one_per_email') throw error
    return { ok: false, reason: 'doctor_exists' }
  }
}
