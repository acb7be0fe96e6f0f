import { changePairs, type PairParts } from './change-pairs.ts'
import { deleteDoctor, retireDoctor } from './queries.ts'
import { deleteSchedule } from './schedule-queries.ts'

/**
 * Removes a doctor; how many that were. One who had a schedule is kept by name: their appointments to
 * come stand, for staff to reschedule.
 */
export async function removeDoctor(parts: PairParts, email: string): Promise<number> {
  const deleted = await deleteDoctor(parts.database.query, email)
  if (deleted > 0) return deleted
  const now = parts.clock().toISOString()
  const outcome = await changePairs(parts, { confirmed: true }, async (query) => {
    const id = await retireDoctor(query, email, now)
    if (id === undefined) return { ok: false as const, reason: 'not_found' as const }
    await deleteSchedule(query, id)
    return { ok: true as const }
  })
  return outcome.ok ? 1 : 0
}
