import { v7 as uuidv7 } from 'uuid'
import type { Day } from '../../contract/date.ts'
import { type Refused, refused } from '../appointments/appointment.ts'
import { holdBookings } from '../appointments/find-appointment.ts'
import type { Database } from '../db/database.ts'
import { columnsOf } from './change-treatment.ts'
import { insertSlots, insertTreatment } from './queries.ts'
import { readSlots } from './read-slots.ts'
import { refreshTreatments } from './refresh-treatments.ts'
import { refusedName } from './refused-name.ts'
import type { TreatmentInput } from './treatment.ts'

/** Offers a new treatment; answers its id, or why not. */
export async function addTreatment(
  database: Database,
  { name, description = '', priceCents, slots, buffer: bufferMinutes = 0, starts }: TreatmentInput,
  today: Day,
): Promise<{ ok: true; id: string } | Refused<'slots_overlap' | 'treatment_exists'>> {
  const times = readSlots(slots)
  if (!times) return refused('slots_overlap')
  const id = uuidv7()
  const adding = database.query.transaction().execute(async (query) => {
    // All treatments follow their doctors by it: nobody else may change doctors meanwhile.
    if (starts) await holdBookings(database, query)
    const added = { id, name, description, priceCents, bufferMinutes }
    await insertTreatment(query, { ...added, ...columnsOf(starts) })
    if (starts) await refreshTreatments(query, today)
    else await insertSlots(query, id, times)
    return { ok: true as const, id }
  })
  return adding.catch(refusedName)
}
