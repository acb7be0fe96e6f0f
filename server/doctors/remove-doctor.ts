import { refused } from '../appointments/appointment.ts'
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
    const retired = await retireDoctor(query, email, now)
    if (!retired) return refused('not_found')
    const { id: doctorId, name } = retired
    await deleteSchedule(query, doctorId)
    // Who waits for them alone takes whoever is free now.
    await query
      .updateTable('waits')
      .set({ doctorId: null })
      .where('doctorId', '=', doctorId)
      .execute()
    const cause = { kind: 'removal' as const, name, doctorId, fromDay: null, untilDay: null }
    return { ok: true as const, cause }
  })
  return outcome.ok ? 1 : 0
}
