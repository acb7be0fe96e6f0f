import type { DoctorSchedule, StaffDoctorSchedule } from '../../contract/doctors/schedule.ts'
import { type AsksAboutAffected, type Refused, refused } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import { changePairs, type PairParts } from './change-pairs.ts'
import { hasChairs, hasTreatments } from './queries.ts'
import { findDoctor, readSchedule, replaceSchedule } from './schedule-queries.ts'

type Input = DoctorSchedule & {
  id: string
  confirmed: boolean
  /** That it was edited from. */
  revision?: number | undefined
}
type Refusal = 'not_found' | 'changed_meanwhile' | 'treatment_gone' | 'unknown_chair'
type Changed = { ok: true; email: string; schedule: StaffDoctorSchedule; change: string | null }

const noDays = { fromDay: null, untilDay: null }

/** A doctor's schedule with its revision; `undefined` for nobody. */
export async function showSchedule(
  query: Queries,
  id: string,
): Promise<StaffDoctorSchedule | undefined> {
  const doctor = await findDoctor(query, id)
  if (!doctor) return undefined
  const { name, specialty, revision } = doctor
  return { _id: id, name, specialty, revision, ...(await readSchedule(query, id)) }
}

/**
 * Stores when a doctor works, what they treat and where. With their first hours their treatments are
 * booked with a doctor.
 */
export async function changeSchedule(
  parts: PairParts,
  { id, confirmed, revision, ...schedule }: Input,
): Promise<Changed | Refused<Refusal> | AsksAboutAffected> {
  return changePairs(parts, { confirmed, doctorId: id }, async (query) => {
    const doctor = await findDoctor(query, id)
    if (!doctor) return refused('not_found')
    if (!(await hasTreatments(query, schedule.treatments))) return refused('treatment_gone')
    if (!(await hasChairs(query, schedule.chairs))) return refused('unknown_chair')
    const changed = await query
      .updateTable('doctors')
      .set((old) => ({ revision: old('revision', '+', 1) }))
      .where('id', '=', id)
      .$if(revision !== undefined, (update) => update.where('revision', '=', revision ?? 0))
      .returning(['name', 'specialty', 'revision'])
      .executeTakeFirst()
    if (!changed) return refused('changed_meanwhile')
    await replaceSchedule(query, id, schedule)
    const stored = { _id: id, ...changed, ...(await readSchedule(query, id)) }
    const cause = { kind: 'hours' as const, name: doctor.name, doctorId: id, ...noDays }
    return { ok: true as const, email: doctor.email, schedule: stored, cause }
  })
}
