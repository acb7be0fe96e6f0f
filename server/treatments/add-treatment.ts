import { v7 as uuidv7 } from 'uuid'
import type { Day } from '../../contract/date.ts'
import { type Refused, refused } from '../appointments/appointment.ts'
import type { Database } from '../db/database.ts'
import { columnsOf } from './change-treatment.ts'
import { insertSlots, insertTreatment } from './queries.ts'
import { readSlots } from './read-slots.ts'
import { refreshTreatments } from './refresh-treatments.ts'
import { refusedName } from './refused-name.ts'
import type { TreatmentInput } from './treatment.ts'

/** Offers a new treatment; answers its id, or why not. */
export async function addTreatment(
  { query }: Database,
  { name, description = '', priceCents, slots, buffer: bufferMinutes = 0, starts }: TreatmentInput,
  today: Day,
): Promise<{ ok: true; id: string } | Refused<'slots_overlap' | 'treatment_exists'>> {
  const times = readSlots(slots)
  if (!times) return refused('slots_overlap')
  const id = uuidv7()
  const adding = query.transaction().execute(async (transaction) => {
    const added = { id, name, description, priceCents, bufferMinutes }
    await insertTreatment(transaction, { ...added, ...columnsOf(starts) })
    if (starts) await refreshTreatments(transaction, today)
    else await insertSlots(transaction, id, times)
    return { ok: true as const, id }
  })
  return adding.catch(refusedName)
}
