import type { Day } from '../contract/date.ts'

/**
 * 'New York time (EST)' when the reader's clock differs from the clinic's on that day, `null` when
 * both show the same and a note would only be noise.
 */
export function zoneNote(clinicZone: string, day: Day, readerZone?: string): string | null {
  const noon = new Date(`${day}T12:00:00Z`)
  const clock = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  if (clock(clinicZone).format(noon) === clock(readerZone).format(noon)) return null
  const city = clinicZone.split('/').at(-1)?.replaceAll('_', ' ') ?? clinicZone
  const short = new Intl.DateTimeFormat('en-US', { timeZone: clinicZone, timeZoneName: 'short' })
    .formatToParts(noon)
    .find((part) => part.type === 'timeZoneName')
  return short ? `${city} time (${short.value})` : `${city} time`
}
