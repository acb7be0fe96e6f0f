import type { Day } from '../../contract/date.ts'
import { type Language, locales } from '../../contract/language.ts'
import { showDay } from '../../contract/show.ts'
import { closuresTexts } from './opening-texts.ts'

/** A closed day with its weekday: `Thu, Nov 26, 2026`. */
export function dayText(language: Language, day: Day): string {
  const weekday = new Intl.DateTimeFormat(locales[language], { weekday: 'short', timeZone: 'UTC' })
  return `${weekday.format(new Date(day))}, ${showDay(language, day)}`
}

/** How many days were closed, and how many patients heard of it. */
export function closedText(language: Language, closed: number, told: number): string {
  const t = closuresTexts[language]
  return told === 0 ? t.closed(closed) : `${t.closed(closed)}, ${t.told(told)}`
}
