import { holdBookings } from '../appointments/find-appointment.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Database } from '../db/database.ts'
import { type DoctorDetails, type DoctorRow, holdNamed, updateDoctor } from './queries.ts'

export type ChangedDoctor =
  | { ok: true; doctor: DoctorRow; before: { email: string } }
  | { ok: false; reason: 'not_found' | 'doctor_exists' | 'unknown_specialty' }

/**
 * Changes the doctor of an id or an e-mail, also that e-mail. A specialty archived since may be kept. Their
 * appointments get the name, too: so nobody books meanwhile, and locks are taken as a change of hours takes them.
 */
export async function changeDoctor(
  database: Database,
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
  return changing.catch((error) => {
    if (refusingConstraint(error) !== 'doctors_one_per_email') throw error
    return { ok: false, reason: 'doctor_exists' }
  })
}
