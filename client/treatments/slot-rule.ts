import type { SlotTime } from '../../contract/slot.ts'
import { readSpan } from './clock-input.ts'
import { generateSlots } from './generate-slots.ts'

/** A break as two time inputs hold it. */
export type BreakText = { key: number; from: string; to: string }

type RuleText = { from: string; to: string; every: string; breaks: readonly BreakText[] }

const shortest = 5
const most = 200

/** What a rule makes of the day, or why it makes nothing. A break left empty is none. */
export function readRule(text: RuleText): { slots: SlotTime[]; problem?: string } {
  const refuse = (problem: string) => ({ slots: [], problem })
  const day = readSpan(text.from, text.to)
  if (!day) return refuse('The day must end after it begins.')
  const every = /^\d{1,3}$/.test(text.every.trim()) ? Number(text.every) : 0
  if (every < shortest) return refuse(`A time takes ${shortest} minutes or more.`)
  const breaks = text.breaks.filter(({ from, to }) => from !== '' || to !== '')
  const pauses = breaks.map(({ from, to }) => readSpan(from, to))
  if (pauses.includes(null)) return refuse('A break must end after it begins.')
  const slots = generateSlots({
    from: day.start,
    to: day.end,
    every,
    breaks: pauses.filter((pause) => pause !== null),
  })
  if (slots.length === 0) return refuse('Nothing fits between these times.')
  if (slots.length > most)
    return refuse(`That is ${slots.length} times; a day has at most ${most}.`)
  return { slots }
}
