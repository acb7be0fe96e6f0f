import type { Day } from '../../contract/date.ts'
import { byLanguage, type Language } from '../../contract/language.ts'

/** The month of a day: `June 2026`. */
export function monthText(language: Language, day: Day): string {
  return months(language).format(new Date(`${day}T00:00:00Z`))
}

const months = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }),
)
