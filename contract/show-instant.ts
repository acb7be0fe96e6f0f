import { type Language, locales } from './language.ts'

/** An instant (ISO text) with its zone, the clinic's if known: `Nov 21, 2026, 9:30 AM EST`. */
export function showInstant(
  language: Language,
  instant: string,
  timeZone: string | undefined,
): string {
  return new Intl.DateTimeFormat(locales[language], {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant))
}
