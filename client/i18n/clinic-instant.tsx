import { showInstant } from '../../contract/show-instant.ts'
import { calendar as clinicCalendar } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { useLanguage } from './language.tsx'
import '../ui/one-line.css'

/** The clinic's time zone; `null` while it loads, the reader's own when it does not load. */
export function useClinicZone(): string | null {
  const calendar = useRead(clinicCalendar)
  if (calendar.data) return calendar.data.timeZone
  return calendar.error === undefined ? null : Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** An instant (ISO text) in the clinic's time, which may only wrap before its time: `Nov 21, 2026, 9:30 AM EST`. */
export function ClinicInstant({ at, zone }: { at: string; zone: string | null }) {
  const language = useLanguage()
  const shown = zone === null ? ' ' : showInstant(language, at, zone)
  const time = shown.lastIndexOf(', ') + 2
  return (
    <time dateTime={at}>
      {shown.slice(0, time)}
      <span className="one-line">{shown.slice(time)}</span>
    </time>
  )
}
