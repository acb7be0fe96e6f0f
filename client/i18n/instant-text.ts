import { type Language, locales } from '../../contract/language.ts'

/** An instant with its zone, the clinic's if known: `Nov 21, 2026, 9:30 AM EST`. */
export function instantText(
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
