import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import type { OwnBooking } from '../../contract/appointments/appointment.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { PaymentSettings } from '../../contract/payments/endpoints.ts'
import { type PaymentRefusal, paymentRefusals } from '../../contract/payments/refusals.ts'
import { showDollars } from '../../contract/show.ts'
import { ApiError, call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { paymentSettings } from '../data/shared-queries.ts'
import { readTogether, useRead } from '../data/use-read.ts'
import { AbsentAppointment } from '../domain/absent-appointment.tsx'
import { AppointmentCard } from '../domain/appointment-card.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { useSession } from '../identity/session/session.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import type { CardFormProps } from './pay-frame.tsx'
import { NotPayable, PayOutcome } from './pay-outcome.tsx'
import { paymentTexts } from './texts.ts'
import { usePay } from './use-pay.ts'
import './payment-page.css'
import '../domain/appointment-card.css'

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

type Due =
  | { kind: 'due'; appointment: OwnBooking }
  | { kind: 'absent'; reason: 'not_found' | 'forbidden' }

/** An appointment to pay for; an address that leads to none is an answer too. */
const due = (id: string) =>
  readTogether('due', [endpoints.readAppointment], id, (signal) => loadDue(id, signal))

async function loadDue(id: string, signal: AbortSignal): Promise<Due> {
  try {
    const appointment = await call(endpoints.readAppointment, { params: { id } }, { signal })
    return { kind: 'due', appointment }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404) return { kind: 'absent', reason: 'not_found' }
    if (status === 403) return { kind: 'absent', reason: 'forbidden' }
    throw error
  }
}

const forms = {
  sandbox: lazy(async () => ({
    default: (await import('./sandbox/sandbox-form.tsx')).SandboxForm,
  })),
  stripe: lazy(async () => ({ default: (await import('./stripe/stripe-form.tsx')).StripeForm })),
}

type PayScreenProps = { appointment: OwnBooking; settings: PaymentSettings; onReload: () => void }

function PayScreen({ appointment, settings, onReload }: PayScreenProps) {
  const { _id: appointmentId, due } = appointment
  const { provider } = settings
  const { user } = useSession()
  const whyNotNow = whyNot(appointment, settings)
  const isOff = whyNotNow === 'payments_off'
  // Also where cards are not taken: one that was begun before may have been charged.
  const isWanted = whyNotNow === undefined || isOff
  const secret = useSecret({ appointmentId, price: due, isWanted })
  const { clientSecret } = secret
  const { state, pay, forget } = usePay({ appointmentId, clientSecret, onOutdated: secret.reload })
  const reason = secret.refusal ?? whyNotNow

  if (state.phase === 'ready' && reason !== undefined) {
    return (
      <div className="payment-columns">
        <DueCard appointment={appointment} />
        {isOff && secret.isLoading ? (
          <CardFormSkeleton />
        ) : (
          <NotPayable appointment={appointment} reason={reason} onRetry={onReload} />
        )}
      </div>
    )
  }
  const form: CardFormProps = {
    settings,
    price: due,
    billing: {
      // The card is the account holder's, also where a dependent is treated.
      name: appointment.bookedBy ?? appointment.patientName,
      email: user?.email ?? appointment.patient,
    },
    state,
    pay,
    onEdit: forget,
    secret,
  }
  const CardForm = provider === 'off' ? undefined : forms[provider]
  return (
    <div className="payment-columns">
      <DueCard appointment={appointment} isPaid={state.phase === 'done'} />
      <div className="payment-main">
        <PayOutcome appointment={appointment} state={state} />
        <Suspense fallback={<CardFormSkeleton />}>
          {CardForm && state.phase !== 'done' && <CardForm {...form} />}
        </Suspense>
      </div>
    </div>
  )
}

function whyNot(
  appointment: OwnBooking,
  { provider }: PaymentSettings,
): PaymentRefusal | undefined {
  if (appointment.impossible) return 'appointment_impossible'
  if (appointment.paid) return 'already_paid'
  return provider === 'off' ? 'payments_off' : undefined
}

type ToPay = { appointmentId: string; price: number; isWanted: boolean }
type Opened = { clientSecret?: string; refusal?: PaymentRefusal }

/** The secret that lets a card pay for this appointment, or why there is none. */
function useSecret({ appointmentId, price, isWanted }: ToPay) {
  const body = { price, appointment: appointmentId }
  const { data, isCurrent, error, isLoading, reload } = useRead(
    readTogether('secret', [endpoints.createPaymentIntent], body, (signal) =>
      openPayment(body, signal),
    ),
    { enabled: isWanted },
  )
  return { ...(isCurrent && isWanted ? data : {}), error, isLoading, reload }
}

async function openPayment(
  body: { price: number; appointment: string },
  signal: AbortSignal,
): Promise<Opened> {
  try {
    return await call(endpoints.createPaymentIntent, { body }, { signal })
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal) return { refusal }
    throw error
  }
}

/** A refusal that will not change by asking again. */
function refusalIn(error: unknown): PaymentRefusal | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const codes = Object.keys(paymentRefusals) as PaymentRefusal[]
  return codes.find((code) => code === error.code)
}

type DueCardProps = {
  appointment: OwnBooking
  /** Just now, whether or not the appointment has been loaded again since. */
  isPaid?: boolean
}

/** What is being paid for: in sight at every step, and once it is paid, that it is. */
function DueCard({ appointment, isPaid = appointment.paid }: DueCardProps) {
  const { price, due } = appointment
  const language = useLanguage()
  const t = useTexts(paymentTexts)
  const money = (dollars: number) => showDollars(language, dollars)
  // Rescheduled to a more expensive treatment after it had been paid.
  const isDifference = !isPaid && due > 0 && due < price
  return (
    <AppointmentCard appointment={appointment}>
      {isDifference && (
        <>
          <p className="ticket-part">
            {t.price} <span>{money(price)}</span>
          </p>
          <p className="ticket-part">
            {t.paidBefore} <span>{money(price - due)}</span>
          </p>
        </>
      )}
      <p className="ticket-price">
        {isPaid ? t.paid : isDifference ? t.due : t.price}{' '}
        <strong>{money(isDifference ? due : price)}</strong>
      </p>
    </AppointmentCard>
  )
}

const facts = ['patient', 'date', 'time']

function PaymentSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {useTexts(paymentTexts).loading}
      </p>
      <div className="payment-columns" aria-hidden="true">
        <div className="ticket">
          <Skeleton width="70%" height="1.6em" />
          <div className="ticket-facts">
            {facts.map((fact) => (
              <Skeleton key={fact} width="85%" height="1.6em" />
            ))}
          </div>
          <div className="ticket-price">
            <Skeleton width="100%" height="2.2em" />
          </div>
        </div>
        <CardFormSkeleton />
      </div>
    </div>
  )
}

/** Shown while the scripts of the card form load, in its size. */
function CardFormSkeleton() {
  return (
    <div className="pay-form" aria-hidden="true">
      <Skeleton height="56px" />
      <FieldBones />
      <FieldBones />
      <div className="card-pair">
        <FieldBones />
        <FieldBones />
      </div>
      <Skeleton height="64px" />
    </div>
  )
}

function FieldBones() {
  return (
    <div className="field">
      <Skeleton width="40%" height="1.6em" />
      <Skeleton height="48px" />
    </div>
  )
}
