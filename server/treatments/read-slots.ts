import { parseSlot } from '../../contract/appointments/slot.ts'
import type { SlotTimes } from './treatment.ts'

/** Slots in the contract's spelling, the earliest first; `null` when two of them overlap or are the same. */
export function readSlots(texts: readonly string[]): SlotTimes[] | null {
  const slots: SlotTimes[] = []
  for (const slot of texts) {
    const time = parseSlot(slot)
    if (!time) throw new Error(`The contract let "${slot}" through`)
    slots.push({ slot, startMinute: time.start, endMinute: time.end })
  }
  slots.sort((a, b) => a.startMinute - b.startMinute)
  const overlap = slots.some(({ startMinute }, place) => {
    const before = slots[place - 1]
    return before !== undefined && startMinute < before.endMinute
  })
  return overlap ? null : slots
}
