import type { SlotTime } from '../../contract/appointments/slot.ts'

export type SlotRule = {
  /** Minutes since midnight; `to` may be 1440. */
  from: number
  to: number
  /** Minutes, more than 0. */
  every: number
  breaks: readonly SlotTime[]
}

/**
 * Times of `every` minutes one after the other from `from` on, none beyond `to`, none in a break.
 * After a break they begin anew at its end.
 */
export function generateSlots({ from, to, every, breaks }: SlotRule): SlotTime[] {
  const slots: SlotTime[] = []
  let start = from
  while (start + every <= to) {
    const slot = { start, end: start + every }
    const pause = overlapping(breaks, slot)
    if (!pause) slots.push(slot)
    start = pause?.end ?? slot.end
  }
  return slots
}

/** The first that has a minute in common with `slot`. */
export function overlapping(slots: readonly SlotTime[], slot: SlotTime): SlotTime | undefined {
  return slots.find(({ start, end }) => start < slot.end && slot.start < end)
}

export function sorted(slots: readonly SlotTime[]): SlotTime[] {
  return slots.toSorted((a, b) => a.start - b.start)
}
