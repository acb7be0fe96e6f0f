import type { Day } from '../../contract/date.ts'
import { type Language, locales } from '../../contract/language.ts'
import { showDay, showWeekday } from '../../contract/show.ts'

/** `2026-06-08` as `Monday, Jun 8, 2026`. */
export function dayText(language: Language, day: Day): string {
  return `${showWeekday(language, day)}, ${showDay(language, day)}`
}

/** The month of a day: `June 2026`. */
export function monthText(language: Language, day: Day): string {
  return months[language].format(new Date(`${day}T00:00:00Z`))
}

/** The day's name over a column: `Mon`. */
export function columnText(language: Language, day: Day): string {
  return columns[language].format(new Date(`${day}T00:00:00Z`))
}

const month = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const
const weekday = { weekday: 'short', timeZone: 'UTC' } as const
const months = {
  en: new Intl.DateTimeFormat(locales.en, month),
  es: new Intl.DateTimeFormat(locales.es, month),
}
const columns = {
  en: new Intl.DateTimeFormat(locales.en, weekday),
  es: new Intl.DateTimeFormat(locales.es, weekday),
}
