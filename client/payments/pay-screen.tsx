import { lazy, Suspense } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import type { PaymentSettings } from '../../contract/payments/payment.ts'
import type { PaymentRefusal } from '../../contract/payments/refusals.ts'
import { useSession } from '../identity/session.tsx'
import type { CardFormProps } from './card-form.ts'
import { DueCard } from './due-card.tsx'
import { NotPayable } from './not-payable.tsx'
import { PayOutcome } from './pay-outcome.tsx'
import { CardFormSkeleton } from './payment-skeleton.tsx'
import { usePay } from './use-pay.ts'
import { useSecret } from './use-secret.ts'
import './pay-form.css'

const forms = {
  sandbox: lazy(async () => ({
    default: (await import('./sandbox/sandbox-form.tsx')).SandboxForm,
  })),
  stripe: lazy(async () => ({ default: (await import('./stripe/stripe-form.tsx')).StripeForm })),
}

type PayScreenProps = { appointment: Booking; settings: PaymentSettings; onReload: () => void }

export function PayScreen({ appointment, settings, onReload }: PayScreenProps) {
  const { _id: appointmentId, due } = appointment
  const { provider } = settings
  const { user } = useSession()
  const isWanted = provider !== 'off' && !appointment.paid
  const secret = useSecret({ appointmentId, price: due, isWanted })
  const { clientSecret } = secret
  const { state, pay } = usePay({ appointmentId, clientSecret, onOutdated: secret.reload })
  const reason = whyNot(appointment, settings) ?? secret.refusal

  if (provider === 'off' || (state.phase === 'ready' && reason !== undefined)) {
    return (
      <div className="payment-columns">
        <DueCard appointment={appointment} />
        <NotPayable
          appointment={appointment}
          reason={reason ?? 'payments_off'}
          onRetry={onReload}
        />
      </div>
    )
  }
  const form: CardFormProps = {
    settings,
    price: due,
    isDifference: due < appointment.price,
    billing: {
      // The card is the account holder's, whoever is treated.
      name: appointment.bookedBy ?? appointment.patientName,
      email: user?.email ?? appointment.patient,
    },
    state,
    pay,
    secret,
  }
  const CardForm = forms[provider]
  return (
    <div className="payment-columns">
      <DueCard appointment={appointment} />
      <div className="payment-main">
        <PayOutcome appointment={appointment} state={state} />
        <Suspense fallback={<CardFormSkeleton />}>
          {state.phase !== 'done' && <CardForm {...form} />}
        </Suspense>
      </div>
    </div>
  )
}

function whyNot(appointment: Booking, { provider }: PaymentSettings): PaymentRefusal | undefined {
  if (appointment.paid) return 'already_paid'
  return provider === 'off' ? 'payments_off' : undefined
}
