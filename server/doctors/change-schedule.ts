import type { DoctorSchedule, StaffDoctorSchedule } from '../../contract/doctors/schedule.ts'
import { type AsksAboutAffected, type Refused, refused } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import { changePairs, type PairParts } from './change-pairs.ts'
import { hasChairs, hasTreatments } from './queries.ts'
import { findDoctor, holdDoctor, readSchedule, replaceSchedule } from './schedule-queries.ts'

type Input = DoctorSchedule & {
  id: string
  confirmed: boolean
  /** That it was edited from. */
  revision?: number | undefined
}
type Refusal = 'not_found' | 'changed_meanwhile' | 'treatment_gone' | 'unknown_chair'
type Changed = { ok: true; email: string; schedule: StaffDoctorSchedule; change: string | null }

const noDays = { fromDay: null, untilDay: null }

/** Who saves without a pause keeps no reader waiting for longer: an edit of an earlier revision is refused. */
const mostTries = 50

/**
 * A doctor's schedule of the revision that it comes with: read once more where it has changed between
 * one statement and the next. `undefined` for nobody.
 */
export async function showSchedule(
  query: Queries,
  id: string,
): Promise<StaffDoctorSchedule | undefined> {
  for (let tries = 1; ; tries += 1) {
    const doctor = await findDoctor(query, id)
    if (!doctor) return undefined
    const { name, specialty, revision } = doctor
    const schedule = await readSchedule(query, id)
    const isWhole = (await findDoctor(query, id))?.revision === revision
    if (isWhole || tries === mostTries) return { _id: id, name, specialty, revision, ...schedule }
  }
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
    const doctor = await holdDoctor(parts.database, query, id)
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
