import type { Day } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import { showZone } from '../../contract/zone.ts'

/**
 * 'New York time (EST)' when the reader's clock differs from the clinic's on that day, `null` when both show
 * the same time.
 */
export function zoneNote(
  language: Language,
  clinicZone: string,
  day: Day,
  readerZone?: string,
): string | null {
  const noon = new Date(`${day}T12:00:00Z`)
  const clock = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  if (clock(clinicZone).format(noon) === clock(readerZone).format(noon)) return null
  return showZone(language, clinicZone, noon)
}
