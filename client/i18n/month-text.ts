import type { Day } from '../../contract/date.ts'
import { type Language, locales } from '../../contract/language.ts'

/** The month of a day: `June 2026`. */
export function monthText(language: Language, day: Day): string {
  return months[language].format(new Date(`${day}T00:00:00Z`))
}

const month = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const
const months = {
  en: new Intl.DateTimeFormat(locales.en, month),
  es: new Intl.DateTimeFormat(locales.es, month),
}
