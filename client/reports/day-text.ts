import type { Day } from '../../contract/date.ts'
import { type Language, locales } from '../../contract/language.ts'

/** `Jun 5` */
export function shortDay(language: Language, day: Day): string {
  return short[language].format(new Date(day))
}

/** `Sun, Jun 5, 2022` */
export function longDay(language: Language, day: Day): string {
  return long[language].format(new Date(day))
}

const date = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
const withWeekday = { ...date, weekday: 'short', year: 'numeric' } as const
const short = {
  en: new Intl.DateTimeFormat(locales.en, date),
  es: new Intl.DateTimeFormat(locales.es, date),
}
const long = {
  en: new Intl.DateTimeFormat(locales.en, withWeekday),
  es: new Intl.DateTimeFormat(locales.es, withWeekday),
}
