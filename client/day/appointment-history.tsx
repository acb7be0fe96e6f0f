import type * as z from 'zod/mini'
import type { HistoryEntry } from '../../contract/appointment.ts'
import type { StaffHistoryEntry } from '../../contract/staff-appointment.ts'

const kinds: Record<HistoryEntry['kind'], string> = {
  booked: 'Booked',
  cancelled: 'Cancelled',
  paid: 'Paid by card',
  payment_surplus: 'Paid, and to be given back',
  refund_requested: 'Refund requested',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  moved: 'Moved',
  arrived: 'Arrived',
  done: 'Done',
  no_show: 'No-show',
  mark_removed: 'Mark taken back',
  paid_at_desk: 'Paid at the desk',
  desk_payment_removed: 'Payment at the desk taken back',
}

type Entry = z.infer<typeof StaffHistoryEntry>

type AppointmentHistoryProps = { entries: readonly Entry[]; timeZone: string | undefined }

/** Who did what, when, on the clinic's clock. */
export function AppointmentHistory({ entries, timeZone }: AppointmentHistoryProps) {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <section className="details-history" aria-labelledby="details-history-heading">
      <h3 id="details-history-heading">History</h3>
      <ol>
        {entries.map(({ at, by, kind, detail, actor }) => (
          <li key={`${at} ${kind}`}>
            <time dateTime={at}>{clock.format(new Date(at))}</time>
            <p>
              <strong>{kinds[kind]}</strong> {actorText(by, actor)}
              {detail && <span className="details-aside">{detail}</span>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function actorText(by: Entry['by'], actor: string): string {
  if (by === 'portal') return 'by the portal'
  const who = by === 'patient' ? 'by the patient' : 'by the clinic'
  return actor.includes('@') ? `${who}, ${actor}` : who
}
