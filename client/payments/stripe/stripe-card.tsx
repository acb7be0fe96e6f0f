import { CardNumberElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Reading } from '../../data/use-read.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Field } from '../../ui/field.tsx'
import type { CardFormProps } from '../card-form.ts'
import { cardTexts } from '../card-texts.ts'
import { PayFrame } from '../pay-frame.tsx'
import { TestHint } from '../test-mode-note.tsx'
import { StripeHangs } from './load-stripe.ts'
import { payStripe } from './pay-stripe.ts'
import { ProviderFailure } from './provider-failure.tsx'
import { StripeFields } from './stripe-fields.tsx'
import { useFieldsReady } from './use-fields-ready.ts'

type StripeCardProps = CardFormProps & { loading: Reading<unknown> }

export function StripeCard({ billing, pay, loading, ...frame }: StripeCardProps) {
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
          <StripeFields isReady={fields.isReady} onReady={fields.onReady} />
        </>
      )}
    </PayFrame>
  )
}
