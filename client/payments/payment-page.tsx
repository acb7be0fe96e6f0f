import { useParams } from 'react-router'
import { LoadFailure } from '../data/load-failure.tsx'
import { useFetched } from '../data/use-fetched.ts'
import { AbsentAppointment } from '../domain/absent-appointment.tsx'
import { useTexts } from '../i18n/language.tsx'
import { loadDue } from './load-due.ts'
import { PayScreen } from './pay-screen.tsx'
import { PaymentSkeleton } from './payment-skeleton.tsx'
import { paymentTexts } from './texts.ts'
import './payment-page.css'

/** Pays for one appointment by card. */
export function PaymentPage() {
  const { appointmentId = '' } = useParams()
  return (
    <section className="payment" aria-labelledby="payment-heading">
      <h2 id="payment-heading">{useTexts(paymentTexts).title}</h2>
      <Payment key={appointmentId} appointmentId={appointmentId} />
    </section>
  )
}

function Payment({ appointmentId }: { appointmentId: string }) {
  const { yours } = useTexts(paymentTexts)
  const { data, error, isLoading, reload } = useFetched(appointmentId, (signal) =>
    loadDue(appointmentId, signal),
  )
  if (data?.kind === 'absent') return <AbsentAppointment reason={data.reason} />
  if (data) return <PayScreen {...data} onReload={reload} />
  if (error !== undefined) {
    return <LoadFailure what={yours} error={error} onRetry={reload} busy={isLoading} />
  }
  return <PaymentSkeleton />
}
