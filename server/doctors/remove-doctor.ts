import { type AsksAboutAffected, refused } from '../appointments/appointment.ts'
import { changePairs, type PairParts } from './change-pairs.ts'
import { deleteUnscheduled, findNamed, holdNamed, retireDoctor } from './queries.ts'
import { deleteSchedule } from './schedule-queries.ts'

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
    // The e-mail was taken from them before anybody else has got it: once nobody had it.
    if (doctor?.id !== found.id) return refused('not_found')
    const { id, email, name } = doctor
    await retireDoctor(query, id, now)
    await deleteSchedule(query, id)
    const cause = { kind: 'removal' as const, name, doctorId: id, fromDay: null, untilDay: null }
    return { ok: true as const, email, cause }
  })
}
