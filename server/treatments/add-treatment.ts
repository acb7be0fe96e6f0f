import { v7 as uuidv7 } from 'uuid'
import { type Refused, refused } from '../appointments/appointment.ts'
import type { Database } from '../db/database.ts'
import { insertSlots, insertTreatment } from './queries.ts'
import { readSlots } from './read-slots.ts'
import { refusedName } from './refused-name.ts'
import type { TreatmentInput } from './treatment.ts'

/** Offers a new treatment; answers its id, or why not. */
export async function addTreatment(
  { query }: Database,
  { name, description = '', priceCents, slots }: TreatmentInput,
): Promise<{ ok: true; id: string } | Refused<'slots_overlap' | 'treatment_exists'>> {
  const times = readSlots(slots)
  if (!times) return refused('slots_overlap')
  const id = uuidv7()
  const adding = query.transaction().execute(async (transaction) => {
    await insertTreatment(transaction, { id, name, description, priceCents })
    await insertSlots(transaction, id, times)
    return { ok: true as const, id }
  })
  return adding.catch(refusedName)
}
