import type { HistoryEntry } from '../../contract/appointments/appointment.ts'
import { instantText } from '../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { showDetail } from '../i18n/show-detail.ts'
import './appointment-history.css'
import { historyTexts, receiptTexts } from './receipt-texts.ts'

type AppointmentHistoryProps = { entries: HistoryEntry[]; timeZone: string | undefined }

/** What happened to the appointment since it was booked, refunds included. */
export function AppointmentHistory({ entries, timeZone }: AppointmentHistoryProps) {
  const language = useLanguage()
  const { kinds, people } = useTexts(historyTexts)
  return (
    <section className="appointment-history" aria-labelledby="history-heading">
      <h3 id="history-heading">{useTexts(receiptTexts).history}</h3>
      <ol>
        {entries.map(({ at, by, kind, detail }) => (
          <li key={`${at} ${kind}`}>
            <time dateTime={at}>{instantText(language, at, timeZone)}</time>
            <span>
              <strong>{kinds[kind]}</strong> {people[by]}
              {detail && (
                <span className="appointment-history-detail">{showDetail(language, detail)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
