import { useParams } from 'react-router'
import { LoadFailure } from '../data/load-failure.tsx'
import { paymentSettings } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { AbsentAppointment } from '../domain/absent-appointment.tsx'
import { useTexts } from '../i18n/language.tsx'
import { due } from './load-due.ts'
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
  const settings = useRead(paymentSettings)
  const { data, error = settings.error, isLoading, reload } = useRead(due(appointmentId))
  if (data?.kind === 'absent') return <AbsentAppointment reason={data.reason} />
  if (data && settings.data) {
    return <PayScreen appointment={data.appointment} settings={settings.data} onReload={reload} />
  }
  if (error !== undefined) {
    return (
      <LoadFailure
        what={yours}
        error={error}
        onRetry={() => {
          if (!data) reload()
          if (!settings.data) settings.reload()
        }}
        busy={isLoading || settings.isLoading}
      />
    )
  }
  return <PaymentSkeleton />
}
