import type { Treatment } from '../../contract/treatments/treatment.ts'

/** One row a slot; a treatment without slots has one row with none. */
export type TreatmentSlotRow = {
  id: string
  name: string
  description: string
  priceCents: number
  slot: string | null
}

/** Rows in order to treatments as the wire has them: cents become dollars here. */
export function groupSlots(rows: readonly TreatmentSlotRow[]): Treatment[] {
  const treatments: Treatment[] = []
  for (const { id, name, description, priceCents, slot } of rows) {
    let treatment = treatments.at(-1)
    if (treatment?._id !== id) {
      treatment = { _id: id, name, description, slots: [], price: priceCents / 100 }
      treatments.push(treatment)
    }
    if (slot !== null) treatment.slots.push(slot)
  }
  return treatments
}

/** A slot with its minutes since midnight on the clinic's clock. */
export type SlotTimes = { slot: string; startMinute: number; endMinute: number }

/** What staff write of a treatment, price in cents. */
export type TreatmentInput = {
  name: string
  /** Absent where it stays as it is. */
  description?: string | undefined
  priceCents: number
  slots: string[]
  /** Minutes; absent where it stays as it is. */
  buffer?: number | undefined
  /** In place of the slots, in minutes; `null` for the slots, absent where it stays as it is. */
  starts?: { length: number; every: number } | null | undefined
}

/** What changed, for the audit. */
export type TreatmentChange = {
  name: { from: string; to: string }
  description: { from: string; to: string }
  priceCents: { from: number; to: number }
  added: string[]
  removed: string[]
}
