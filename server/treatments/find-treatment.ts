import type { Queries } from '../db/database.ts'
import type { TreatmentSlotRow } from './treatment.ts'

/** The treatments on offer with all their slots, in the clinic's order. */
export async function listTreatmentSlots(
  query: Queries,
): Promise<(TreatmentSlotRow & { startMinute: number | null; doctorsFrom: string | null })[]> {
  return query
    .selectFrom('treatments')
    .leftJoin('treatmentSlots', 'treatmentSlots.treatmentId', 'treatments.id')
    .where('treatments.archivedAt', 'is', null)
    .select(['treatments.id', 'treatments.name', 'treatments.description'])
    .select(['treatments.priceCents', 'treatmentSlots.slot', 'treatmentSlots.startMinute'])
    .select('treatments.doctorsFrom')
    .orderBy('treatments.position')
    .orderBy('treatments.id')
    .orderBy('treatmentSlots.startMinute')
    .execute()
}

export async function findTreatment(query: Queries, id: string) {
  return query.selectFrom('treatments').selectAll().where('id', '=', id).executeTakeFirst()
}
