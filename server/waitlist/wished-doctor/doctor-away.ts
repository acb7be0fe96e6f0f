import { sql } from 'kysely'
import type { DoctorAway } from '../../../contract/waitlist/waitlist.ts'
import type { ClinicTime } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { hasPossibleSlot, rangeOf } from '../find-slot.ts'
import type { RequestRow } from '../request.ts'

/** Where to look, and as of when; the query may be a transaction. */
export type Looking = Pick<Database, 'engine' | 'query'> & { time: ClinicTime; zone: string }

export type Wish = Pick<
  RequestRow,
  | 'treatmentId'
  | 'appointmentId'
  | 'doctorId'
  | 'fromDay'
  | 'untilDay'
  | 'weekdays'
  | 'fromMinute'
  | 'untilMinute'
>

export function lookingNow({
  database,
  clinicTime,
  config,
}: Pick<Deps, 'database' | 'clinicTime' | 'config'>): Looking {
  const { engine, query } = database
  return { engine, query, time: clinicTime(), zone: config.clinicTimeZone }
}

/** Why the requested doctor can never take a request; `null` while they can. */
export async function doctorAwayOf(at: Looking, wish: Wish): Promise<DoctorAway> {
  const { doctorId, treatmentId } = wish
  if (doctorId === null) return null
  const doctor = await at.query
    .selectFrom('doctors as d')
    .leftJoin('doctorTreatments as dt', (join) =>
      join.onRef('dt.doctorId', '=', 'd.id').on('dt.treatmentId', '=', treatmentId),
    )
    .select(['d.removedAt', 'dt.treatmentId'])
    .where('d.id', '=', doctorId)
    .executeTakeFirst()
  if (!doctor || doctor.removedAt !== null) return 'left'
  if (doctor.treatmentId === null) return 'treatment'
  const range = await rangeOf(at.query, wish, at.time, at.zone)
  if (await hasPossibleSlot(at, wish, range)) return null
  // If no doctor could take it, the cause is not this doctor.
  const anybody = { ...wish, doctorId: null }
  return (await hasPossibleSlot(at, anybody, range)) ? 'hours' : null
}

/** The requests for one doctor only that this doctor can never take. */
export async function listStranded(at: Looking, doctorId: string): Promise<string[]> {
  const wishes = await at.query
    .selectFrom('waits')
    .selectAll()
    .where('doctorId', '=', doctorId)
    .where('state', '=', sql.lit('waiting'))
    .orderBy('id')
    .execute()
  const ids: string[] = []
  for (const wish of wishes) {
    if ((await doctorAwayOf(at, wish)) !== null) ids.push(wish.id)
  }
  return ids
}
