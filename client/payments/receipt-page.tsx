import { useParams } from 'react-router'
import { endpoints } from '../../contract/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { ApiError, call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { calendar } from '../data/shared-queries.ts'
import { readTogether, useRead } from '../data/use-read.ts'
import { AbsentAppointment } from '../domain/absent-appointment.tsx'
import { AppointmentHistory } from '../domain/appointment-history.tsx'
import { useTexts } from '../i18n/language.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import desk from './art/desk.svg'
import { ReceiptPaper } from './receipt-paper.tsx'
import { ReceiptSkeleton } from './receipt-skeleton.tsx'
import { receiptTexts } from './receipt-texts.ts'
import './receipt-page.css'

/** The receipt of a paid appointment, fit for printing. */
export function ReceiptPage() {
  const { appointmentId = '' } = useParams()
  return (
    <section className="receipt" aria-labelledby="receipt-heading">
      <h2 id="receipt-heading">{useTexts(receiptTexts).title}</h2>
      <Receipt key={appointmentId} appointmentId={appointmentId} />
    </section>
  )
}

const paidReceipt = (id: string) =>
  readTogether('receipt', [endpoints.readReceipt, endpoints.listHistory], id, async (signal) => {
    const params = { id }
    const [receipt, history] = await Promise.all([
      call(endpoints.readReceipt, { params }, { signal }),
      call(endpoints.listHistory, { params }, { signal }),
    ])
    return { receipt, history }
  })

function Receipt({ appointmentId }: { appointmentId: string }) {
  const { yours } = useTexts(receiptTexts)
  const { data: clinic, error: noCalendar } = useRead(calendar)
  const { data, error, isLoading, reload } = useRead(paidReceipt(appointmentId))
  // Without the clinic's zone the times are in the reader's.
  const timeZone = clinic?.timeZone
  if (data && (clinic || noCalendar !== undefined)) {
    return (
      <>
        <ReceiptPaper appointmentId={appointmentId} receipt={data.receipt} timeZone={timeZone} />
        <AppointmentHistory entries={data.history} timeZone={timeZone} reader="patient" />
      </>
    )
  }
  if (error === undefined) return <ReceiptSkeleton />
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'not_found' || code === 'forbidden') return <AbsentAppointment reason={code} />
  if (code === 'not_paid') return <NotPaid appointmentId={appointmentId} />
  return <LoadFailure what={yours} error={error} onRetry={reload} busy={isLoading} />
}

function NotPaid({ appointmentId }: { appointmentId: string }) {
  const t = useTexts(receiptTexts)
  return (
    <EmptyState
      picture={desk}
      title={t.none}
      action={<ButtonLink to={paths.payment(appointmentId)}>{t.goToPayment}</ButtonLink>}
    >
      <p>{t.noneText}</p>
    </EmptyState>
  )
}
