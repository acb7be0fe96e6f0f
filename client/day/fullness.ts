import type { MonthDay } from '../../contract/staff-appointment.ts'

/** How full a day is, in words: `12 of 96 booked`, `Closed: Thanksgiving`. */
export function fullnessText({ booked, capacity, closed }: MonthDay): string {
  const held = capacity > 0 ? `${booked} of ${capacity} booked` : `${booked} booked`
  if (closed === null) return held
  return booked > 0 ? `${closedText(closed)}, ${held}` : closedText(closed)
}

/** `Closed: Thanksgiving`; what says itself that it is closed stands as it is. */
export function closedText(reason: string): string {
  return reason.startsWith('Closed') ? reason : `Closed: ${reason}`
}

/** The part of a day that is booked, 0 to 1; a day with appointments and no slots is full. */
export function fullness({ booked, capacity }: MonthDay): number {
  return booked === 0 ? 0 : Math.min(1, capacity > 0 ? booked / capacity : 1)
}
