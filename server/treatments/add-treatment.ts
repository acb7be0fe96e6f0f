import { v7 as uuidv7 } from 'uuid'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import type { Database } from '../db/database.ts'
import { type Failure, refuse } from '../http/errors.ts'
import { insertSlots, insertTreatment } from './queries.ts'
import { readSlots } from './read-slots.ts'
import { refuseTakenName } from './refuse-treatment.ts'
import type { TreatmentInput } from './treatment.ts'

/** Offers a new treatment; answers its id, or why not. */
export async function addTreatment(
  { query }: Database,
  { name, priceCents, slots }: TreatmentInput,
): Promise<{ id: string } | Failure> {
  const times = readSlots(slots)
  if (!times) return refuse(staffRefusals, 'slots_overlap')
  const id = uuidv7()
  const adding = query.transaction().execute(async (transaction) => {
    await insertTreatment(transaction, { id, name, priceCents })
    await insertSlots(transaction, id, times)
    return { id }
  })
  return refuseTakenName(adding)
}
