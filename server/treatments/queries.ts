import type { Treatment } from '../../contract/treatment.ts'
import type { Queries } from '../db/database.ts'

/** One row a slot; a treatment without slots has one row with none. */
export type TreatmentSlotRow = {
  id: string
  name: string
  priceCents: number
  slot: string | null
}

/** The treatments on offer with all their slots, in the clinic's order. */
export async function listTreatmentSlots(query: Queries): Promise<TreatmentSlotRow[]> {
  return query
    .selectFrom('treatments')
    .leftJoin('treatmentSlots', 'treatmentSlots.treatmentId', 'treatments.id')
    .where('treatments.archivedAt', 'is', null)
    .select(['treatments.id', 'treatments.name', 'treatments.priceCents', 'treatmentSlots.slot'])
    .orderBy('treatments.position')
    .orderBy('treatments.id')
    .orderBy('treatmentSlots.startMinute')
    .execute()
}

/** Rows in order to treatments as the wire has them: cents become dollars here. */
export function groupSlots(rows: readonly TreatmentSlotRow[]): Treatment[] {
  const treatments: Treatment[] = []
  for (const { id, name, priceCents, slot } of rows) {
    let treatment = treatments.at(-1)
    if (treatment?._id !== id) {
      treatment = { _id: id, name, slots: [], price: priceCents / 100 }
      treatments.push(treatment)
    }
    if (slot !== null) treatment.slots.push(slot)
  }
  return treatments
}
