import { CardNumberElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { useEffect, useState } from 'react'
import { type Reading, readTogether, useRead } from '../../data/use-read.ts'
import { useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { cardTexts } from '../card-texts.ts'
import { type CardFormProps, PayFrame, TestHint } from '../pay-frame.tsx'
import { paymentTexts } from '../texts.ts'
import { loadInTime, StripeHangs } from './load-stripe.ts'
import { payStripe } from './pay-stripe.ts'
import { StripeFields } from './stripe-fields.tsx'

/** Stripe's own fields: a card number never reaches us. */
export function StripeForm(props: CardFormProps) {
  const { publishableKey = '' } = props.settings
  const stripe = useRead(
    readTogether('stripe', [], publishableKey, () => loadInTime(publishableKey)),
  )
  return (
    // Not the promise: a rejection would be lost in there.
    <Elements stripe={stripe.data ?? null}>
      <StripeCard {...props} loading={stripe} />
    </Elements>
  )
}

type StripeCardProps = CardFormProps & { loading: Reading<unknown> }

function StripeCard({ billing, pay, loading, ...frame }: StripeCardProps) {
  const stripe = useStripe()
  const elements = useElements()
  const fields = useFieldsReady(stripe !== null)
  const { clientSecret } = frame.secret
  const t = useTexts(cardTexts)
  const hasFailed = loading.data === undefined && loading.error !== undefined

  function retry() {
    if (loading.error instanceof StripeHangs) window.location.reload()
    else loading.reload()
  }
  function submit(form: HTMLFormElement) {
    const card = elements?.getElement(CardNumberElement)
    if (!stripe || !card || clientSecret === undefined) return
    const name = String(new FormData(form).get('name') ?? '').trim() || billing.name
    void pay(() => payStripe({ stripe, card, clientSecret, billing: { ...billing, name } }))
  }
  return (
    <PayFrame
      {...frame}
      isReady={fields.isReady}
      onSubmit={submit}
      hint={<TestHint parts={t.tryStripeTest} />}
    >
      {hasFailed ? (
        <ProviderFailure busy={loading.isLoading} onRetry={retry} />
      ) : (
        <>
          {fields.isLate && <ProviderFailure onRetry={() => window.location.reload()} />}
          <Field
            label={t.nameOnCard}
            name="name"
            autoComplete="cc-name"
            defaultValue={billing.name}
            required
          />
          <StripeFields isReady={fields.isReady} onReady={fields.onReady} onEdit={frame.onEdit} />
        </>
      )}
    </PayFrame>
  )
}

const fieldCount = 3
const patienceMs = 15_000

/** Whether all of the fields can be typed in; `isLate` when their frames seem to hang. */
function useFieldsReady(isLoaded: boolean) {
  const [ready, setReady] = useState<readonly string[]>([])
  const [isLate, setLate] = useState(false)
  const isReady = ready.length === fieldCount

  useEffect(() => {
    if (!isLoaded || isReady) return
    const timer = setTimeout(setLate, patienceMs, true)
    return () => clearTimeout(timer)
  }, [isLoaded, isReady])

  return {
    isReady,
    isLate: isLate && !isReady,
    onReady: (field: string) => setReady((known) => [...new Set([...known, field])]),
  }
}

type ProviderFailureProps = { onRetry: () => void; busy?: boolean }

/** js.stripe.com cannot be reached, or hangs. */
function ProviderFailure({ onRetry, busy = false }: ProviderFailureProps) {
  const { formFailed } = useTexts(cardTexts)
  const { notCharged } = useTexts(paymentTexts)
  return (
    <div className="pay-trouble" role="alert">
      <p>
        {formFailed} {notCharged}
      </p>
      <Button variant="quiet" busy={busy} onClick={onRetry}>
        {useTexts(sharedTexts).tryAgain}
      </Button>
    </div>
  )
}
