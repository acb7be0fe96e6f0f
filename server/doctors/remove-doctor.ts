import { type AsksAboutAffected, refused } from '../appointments/appointment.ts'
import { changePairs, type PairParts } from './change-pairs.ts'
import { deleteDoctor, findDoctorId, retireDoctor } from './queries.ts'
import { deleteSchedule } from './schedule-queries.ts'

/**
 * Removes a doctor; how many that were. One who had a schedule is kept by name: their appointments to
 * come stand, for staff to settle, and are listed first where that is not `confirmed`. Who waits for them
 * alone waits on until they or staff open the request.
 */
export async function removeDoctor(
  parts: PairParts,
  { email, confirmed }: { email: string; confirmed: boolean },
): Promise<{ ok: true; count: number } | AsksAboutAffected> {
  const deleted = await deleteDoctor(parts.database.query, email)
  if (deleted > 0) return { ok: true, count: deleted }
  const now = parts.clock().toISOString()
  const found = await findDoctorId(parts.database.query, email)
  if (!found) return { ok: true, count: 0 }
  const outcome = await changePairs(parts, { confirmed, doctorId: found }, async (query) => {
    const retired = await retireDoctor(query, email, now)
    if (!retired) return refused('not_found')
    const { id: doctorId, name } = retired
    await deleteSchedule(query, doctorId)
    const cause = { kind: 'removal' as const, name, doctorId, fromDay: null, untilDay: null }
    return { ok: true as const, cause }
  })
  if (outcome.ok) return { ok: true, count: 1 }
  return outcome.reason === 'not_found' ? { ok: true, count: 0 } : outcome
}
