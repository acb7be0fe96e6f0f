import type * as z from 'zod/mini'
import { type Language, locales } from '../../contract/language.ts'
import type { StaffHistoryEntry } from '../../contract/schedule/staff-appointment.ts'
import { useLanguage } from '../i18n/language.tsx'
import { showDetail } from '../i18n/show-detail.ts'
import { appointmentTexts } from './texts-appointment.ts'

type Entry = z.infer<typeof StaffHistoryEntry>

type AppointmentHistoryProps = { entries: readonly Entry[]; timeZone: string | undefined }

/** Who did what, when, on the clinic's clock. */
export function AppointmentHistory({ entries, timeZone }: AppointmentHistoryProps) {
  const language = useLanguage()
  const t = appointmentTexts[language]
  const clock = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <section className="details-history" aria-labelledby="details-history-heading">
      <h3 id="details-history-heading">{t.history}</h3>
      <ol>
        {entries.map(({ at, by, kind, detail, actor }) => (
          <li key={`${at} ${kind}`}>
            <time dateTime={at}>{clock.format(new Date(at))}</time>
            <p>
              <strong>{t.kinds[kind]}</strong> {actorText(language, by, actor)}
              {detail && <span className="details-aside">{showDetail(language, detail)}</span>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function actorText(language: Language, by: Entry['by'], actor: string): string {
  const who = appointmentTexts[language].by[by]
  return by !== 'portal' && actor.includes('@') ? `${who}, ${actor}` : who
}
