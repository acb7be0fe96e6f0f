import type { SlotTime } from '../../contract/appointments/slot.ts'

/** What a time input holds, `08:30`, as minutes since midnight; `null` while it is not complete. */
export function readClock(text: string): number | null {
  const found = /^(\d{2}):(\d{2})(:\d{2})?$/.exec(text)
  return found ? Number(found[1]) * 60 + Number(found[2]) : null
}

/** 510 as `08:30`; 1440, the end of a day, as `00:00`. */
export function writeClock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`
}

/** Two time inputs as a span; midnight ends it. `null` where they are not one. */
export function readSpan(from: string, to: string): SlotTime | null {
  const start = readClock(from)
  const end = readClock(to)
  if (start === null || end === null) return null
  const span = { start, end: end || 1440 }
  return span.end > span.start ? span : null
}

/** The first that has a minute in common with `slot`. */
export function overlapping(slots: readonly SlotTime[], slot: SlotTime): SlotTime | undefined {
  return slots.find(({ start, end }) => start < slot.end && slot.start < end)
}
