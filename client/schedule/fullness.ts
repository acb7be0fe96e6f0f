import type { Language } from '../../contract/language.ts'
import type { MonthDay } from '../../contract/schedule/staff-appointment.ts'
import { monthTexts } from './texts-month.ts'

/** How full a day is, in words: `12 of 96 booked`, `Closed: Thanksgiving`. */
export function fullnessText(language: Language, { booked, capacity, closed }: MonthDay): string {
  const t = monthTexts[language]
  const held = capacity > 0 ? t.bookedOf(booked, capacity) : t.booked(booked)
  if (closed === null) return held
  const why = closedText(language, closed)
  return booked > 0 ? `${why}, ${held}` : why
}

/** `Closed: Thanksgiving`; what says itself that it is closed stands as it is. */
export function closedText(language: Language, reason: string): string {
  const why = reasonText(language, reason)
  return saysSo(language, why) ? why : monthTexts[language].closedFor(why)
}

/** The reason alone, where there is little room: `Thanksgiving`; `Closed` where it says no more. */
export function shortReason(language: Language, reason: string): string {
  const why = reasonText(language, reason)
  return saysSo(language, why) ? monthTexts[language].closed : why
}

/** Staff's own words, but for the one reason that the server gives. */
export function reasonText(language: Language, reason: string): string {
  return reason === monthTexts.en.closedWeekday ? monthTexts[language].closedWeekday : reason
}

/** The part of a day that is booked, 0 to 1; a day with appointments and no slots is full. */
export function fullness({ booked, capacity }: MonthDay): number {
  return booked === 0 ? 0 : Math.min(1, capacity > 0 ? booked / capacity : 1)
}

function saysSo(language: Language, reason: string): boolean {
  return reason.startsWith(monthTexts[language].closed)
}
