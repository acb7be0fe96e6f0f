import { describeEvent, type EventKind, type HistoryEntry } from '../../contract/events.ts'
import { defineTexts } from '../../contract/language.ts'
import { instantText } from '../i18n/instant-text.ts'
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
      cancelled: 'Cancelled',
      paid: 'Paid',
      payment_surplus: 'Paid, and to be given back',
      refund_requested: 'Refund requested',
      refunded: 'Refunded',
      refund_failed: 'Refund failed',
      moved: 'Moved',
      confirmed: 'Confirmed',
      arrived: 'Arrived',
      done: 'Done',
      no_show: 'Missed',
      mark_removed: 'Mark removed',
      paid_at_desk: 'Paid at the desk',
      desk_payment_removed: 'Payment at the desk removed',
    },
    by: { patient: 'by you', clinic: 'by the clinic', portal: 'by the portal' },
  },
  es: {
    heading: 'Historial de esta cita',
    kinds: {
      booked: 'Reservada',
      cancelled: 'Cancelada',
      paid: 'Pagada',
      payment_surplus: 'Pagada, por devolver',
      refund_requested: 'Reembolso pedido',
      refunded: 'Reembolso hecho',
      refund_failed: 'Reembolso fallido',
      moved: 'Cambiada',
      confirmed: 'Confirmada',
      arrived: 'Llegada',
      done: 'Realizada',
      no_show: 'Sin asistir',
      mark_removed: 'Marca quitada',
      paid_at_desk: 'Pagada en recepción',
      desk_payment_removed: 'Pago en recepción quitado',
    },
    by: { patient: 'por usted', clinic: 'por la clínica', portal: 'por el portal' },
  },
})

/** Where staff read other words than patients. */
const staffTexts = defineTexts<StaffWords>({
  en: {
    heading: 'History',
    kinds: {
      paid: 'Paid by card',
      no_show: 'No-show',
      mark_removed: 'Mark taken back',
      desk_payment_removed: 'Payment at the desk taken back',
    },
    by: { patient: 'by the patient', clinic: 'by the clinic', portal: 'by the portal' },
  },
  es: {
    heading: 'Historial',
    kinds: {
      paid: 'Pagada con tarjeta',
      refund_requested: 'Reembolso solicitado',
      refunded: 'Reembolsada',
      arrived: 'Llegó',
      no_show: 'Faltó',
      mark_removed: 'Marca retirada',
      desk_payment_removed: 'Pago en recepción retirado',
    },
    by: { patient: 'por el paciente', clinic: 'por la clínica', portal: 'por el portal' },
  },
})

type AppointmentHistoryProps = {
  entries: readonly HistoryEntry[]
  timeZone: string | undefined
  /** Who reads it: staff see which of them it was. */
  reader: 'patient' | 'staff'
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
        {entries.map((entry) => {
          const { at, kind, actor } = entry
          const fields = describeEvent(language, entry)
          const isNamed = entry.by !== 'portal' && actor?.includes('@')
          return (
            <li key={`${at} ${kind}`}>
              <time dateTime={at}>{instantText(language, at, timeZone)}</time>
              <p>
                <strong>{kinds[kind]}</strong>{' '}
                {isNamed ? `${by[entry.by]}, ${actor}` : by[entry.by]}
                {fields && <span className="appointment-history-detail">{fields}</span>}
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
