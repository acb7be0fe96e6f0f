import { describeEvent, type EventKind, type HistoryEntry } from '../../contract/events.ts'
import { defineTexts } from '../../contract/language.ts'
import type { Reader } from '../../contract/payments/refund-reasons.ts'
import { showInstant } from '../../contract/show-instant.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import './appointment-history.css'

type Words = {
  heading: string
  kinds: Record<EventKind, string>
  by: Record<HistoryEntry['by'], string>
}
type StaffWords = Pick<Words, 'heading' | 'by'> & { kinds: Partial<Words['kinds']> }

const patientTexts = defineTexts<Words>({
  en: {
    heading: 'History of this appointment',
    kinds: {
      booked: 'Booked',
      imported: 'Imported',
      cancelled: 'Cancelled',
      paid: 'Paid',
      payment_surplus: 'Paid, to be refunded',
      refund_requested: 'Refund requested',
      refunded: 'Refunded',
      refund_failed: 'Refund failed',
      moved: 'Rescheduled',
      confirmed: 'Confirmed',
      asked: 'Asked by e-mail to choose another time',
      arrived: 'Arrived',
      seated: 'In the chair',
      completed: 'Completed',
      no_show: 'Missed',
      status_undone: 'Status corrected',
      paid_at_desk: 'Paid at the desk',
      desk_payment_removed: 'Payment at the desk removed',
    },
    by: { patient: 'by you', clinic: 'by the clinic', portal: 'automatically' },
  },
  es: {
    heading: 'Historial de esta cita',
    kinds: {
      booked: 'Reservada',
      imported: 'Importada',
      cancelled: 'Cancelada',
      paid: 'Pagada',
      payment_surplus: 'Pagada, por reembolsar',
      refund_requested: 'Reembolso solicitado',
      refunded: 'Reembolso hecho',
      refund_failed: 'Reembolso fallido',
      moved: 'Reprogramada',
      confirmed: 'Confirmada',
      asked: 'Pedido por correo elegir otro horario',
      arrived: 'Llegada',
      seated: 'En el sillón',
      completed: 'Realizada',
      no_show: 'Sin asistir',
      status_undone: 'Estado corregido',
      paid_at_desk: 'Pagada en recepción',
      desk_payment_removed: 'Pago en recepción quitado',
    },
    by: { patient: 'por usted', clinic: 'por la clínica', portal: 'automáticamente' },
  },
})

/** Where staff read other words than patients. */
const staffTexts = defineTexts<StaffWords>({
  en: {
    heading: 'History',
    kinds: {
      paid: 'Paid by card',
      no_show: 'No-show',
      desk_payment_removed: 'Payment at the desk taken back',
    },
    by: { patient: 'by the patient', clinic: 'by the clinic', portal: 'automatically' },
  },
  es: {
    heading: 'Historial',
    kinds: {
      paid: 'Pagada con tarjeta',
      refunded: 'Reembolsada',
      arrived: 'Llegó',
      no_show: 'Faltó',
      desk_payment_removed: 'Pago en recepción retirado',
    },
    by: { patient: 'por el paciente', clinic: 'por la clínica', portal: 'automáticamente' },
  },
})

type AppointmentHistoryProps = {
  entries: readonly HistoryEntry[]
  timeZone: string | undefined
  /** Who reads it: staff see which of them it was. */
  reader: Reader
}

/** What happened to an appointment since it was booked, refunds included, on the clinic's clock. */
export function AppointmentHistory({ entries, timeZone, reader }: AppointmentHistoryProps) {
  const language = useLanguage()
  const forPatients = useTexts(patientTexts)
  const forStaff = useTexts(staffTexts)
  const { heading, by } = reader === 'staff' ? forStaff : forPatients
  const kinds = { ...forPatients.kinds, ...(reader === 'staff' && forStaff.kinds) }
  return (
    <section className="appointment-history" aria-labelledby="history-heading">
      <h3 id="history-heading">{heading}</h3>
      <ol>
        {mergeRefunds(entries).map((entry) => {
          const { at, kind, actor } = entry
          const fields = describeEvent(language, entry, reader)
          const agent = agentOf(entry)
          const isNamed = agent === entry.by && agent !== 'portal' && actor?.includes('@')
          return (
            <li key={`${at} ${kind} ${fields}`}>
              <time dateTime={at}>{showInstant(language, at, timeZone)}</time>
              <p>
                <strong>{kinds[kind]}</strong> {isNamed ? `${by[agent]}, ${actor}` : by[agent]}
                {fields && <span className="appointment-history-detail">{fields}</span>}
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** One line a refund: what became of it, or the request as long as nothing has. */
export function mergeRefunds(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const ends = entries.filter(({ kind }) => kind === 'refunded' || kind === 'refund_failed')
  return entries.filter((entry) => {
    if (entry.kind !== 'refund_requested') return true
    const end = ends.findIndex((one) => one.at >= entry.at && chargeOf(one) === chargeOf(entry))
    if (end >= 0) ends.splice(end, 1)
    return end < 0
  })
}

/** Which money an event is about. */
function chargeOf({ data }: HistoryEntry): string | null {
  return 'transactionId' in data ? `${data.transactionId} ${data.amountCents}` : null
}

/** A refund is the clinic's doing, also where its patient asked for it by cancelling. */
export function agentOf({ kind, by }: HistoryEntry): HistoryEntry['by'] {
  return kind === 'refunded' && by === 'patient' ? 'clinic' : by
}
