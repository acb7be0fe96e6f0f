import { calendar as clinicCalendar } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { instantText } from './instant-text.ts'
import { useLanguage } from './language.tsx'

/** The clinic's time zone; `null` while it is on its way, the reader's own where it does not come. */
export function useClinicZone(): string | null {
  const calendar = useRead(clinicCalendar)
  if (calendar.data) return calendar.data.timeZone
  return calendar.error === undefined ? null : Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** An instant (ISO text) by the clinic's clock: `Nov 21, 2026, 9:30 AM EST`. */
export function ClinicInstant({ at, zone }: { at: string; zone: string | null }) {
  const language = useLanguage()
  return <time dateTime={at}>{zone === null ? ' ' : instantText(language, at, zone)}</time>
}
