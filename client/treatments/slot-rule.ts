import type { SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { readClock } from '../domain/time-input.ts'
import { ruleTexts } from './texts.ts'

/** A break as two time inputs hold it. */
export type BreakText = { key: number; from: string; to: string }

type RuleText = { from: string; to: string; every: string; breaks: readonly BreakText[] }

const shortest = 5
const most = 200

/** What a rule makes of the day, or why it makes nothing. A break left empty is none. */
export function readRule(
  text: RuleText,
  language: Language,
): { slots: SlotTime[]; problem?: string } {
  const t = ruleTexts[language]
  const refuse = (problem: string) => ({ slots: [], problem })
  const day = readSpan(text.from, text.to)
  if (!day) return refuse(t.dayBackwards)
  const every = /^\d{1,3}$/.test(text.every.trim()) ? Number(text.every) : 0
  if (every < shortest) return refuse(t.tooShort(shortest))
  const breaks = text.breaks.filter(({ from, to }) => from !== '' || to !== '')
  const pauses = breaks.map(({ from, to }) => readSpan(from, to))
  if (pauses.includes(null)) return refuse(t.breakBackwards)
  const slots = generateSlots({
    from: day.start,
    to: day.end,
    every,
    breaks: pauses.filter((pause) => pause !== null),
  })
  if (slots.length === 0) return refuse(t.nothingFits)
  if (slots.length > most) return refuse(t.tooMany(slots.length, most))
  return { slots }
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
 * After a break they start at its end.
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
