import * as z from 'zod/mini'
import { issue } from '../issues.ts'

const pattern = /^(1[0-2]|[1-9]):([0-5]\d) (AM|PM) - (1[0-2]|[1-9]):([0-5]\d) (AM|PM)$/

/** Minutes since midnight on the clinic's clock; `end` may be 1440. */
export type SlotTime = { start: number; end: number }

/** Reads `8:00 AM - 8:30 AM`; `null` for anything else, and where the end is not after the start. */
export function parseSlot(slot: string): SlotTime | null {
  const found = pattern.exec(slot)
  if (!found) return null
  const start = minuteOf(found[1], found[2], found[3])
  const end = minuteOf(found[4], found[5], found[6]) || 1440
  return end > start ? { start, end } : null
}

/** 480 and 510 as `8:00 AM - 8:30 AM`. */
export function formatSlot({ start, end }: SlotTime): string {
  return `${timeOfDay(start)} - ${timeOfDay(end)}`
}

/** 510 as `8:30 AM`; 1440 as `12:00 AM`. */
export function timeOfDay(minute: number): string {
  const hour = Math.floor(minute / 60) % 24
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${half}`
}

/** A slot's text in its one spelling. */
export const Slot = z
  .string()
  .check(z.refine((text) => parseSlot(text) !== null, issue('slot_malformed')))

function minuteOf(hour = '', minute = '', half = ''): number {
  return ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 60 + Number(minute)
}
