import type { HistoryEntry } from '../../contract/appointment.ts'
import { instantText } from '../instant-text.ts'
import './appointment-history.css'

const kinds: Record<HistoryEntry['kind'], string> = {
  booked: 'Booked',
  cancelled: 'Cancelled',
  paid: 'Paid',
  payment_surplus: 'Paid, and to be given back',
  refund_requested: 'Refund requested',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  moved: 'Moved',
  arrived: 'Arrived',
  done: 'Done',
  no_show: 'Missed',
  mark_removed: 'Mark removed',
  paid_at_desk: 'Paid at the desk',
  desk_payment_removed: 'Payment at the desk removed',
}
const people: Record<HistoryEntry['by'], string> = {
  patient: 'by you',
  clinic: 'by the clinic',
  portal: 'by the portal',
}

type AppointmentHistoryProps = { entries: HistoryEntry[]; timeZone: string | undefined }

/** What happened to the appointment since it was booked, refunds included. */
export function AppointmentHistory({ entries, timeZone }: AppointmentHistoryProps) {
  return (
    <section className="appointment-history" aria-labelledby="history-heading">
      <h3 id="history-heading">History of this appointment</h3>
      <ol>
        {entries.map(({ at, by, kind, detail }) => (
          <li key={`${at} ${kind}`}>
            <time dateTime={at}>{instantText(at, timeZone)}</time>
            <span>
              <strong>{kinds[kind]}</strong> {people[by]}
              {detail && <span className="appointment-history-detail">{detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
