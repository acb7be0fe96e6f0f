import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import type { Stripe, StripeElementStyle } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { type ComponentType, useEffect, useId, useState } from 'react'
import { matchPath } from 'react-router'
import { paths } from '../../../contract/page-paths.ts'
import { type Reading, readTogether, useRead } from '../../data/use-read.ts'
import { currentLanguage, useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { cardTexts } from '../card-texts.ts'
import { type CardFormProps, PayFrame, TestHint } from '../pay-frame.tsx'
import { paymentTexts } from '../texts.ts'
import { payStripe } from './pay-stripe.ts'
import './stripe-fields.css'

/** Stripe's own fields: a card number never reaches us. */
export function StripeForm(props: CardFormProps) {
  const { publishableKey = '' } = props.settings
  const stripe = useRead(
    readTogether('stripe', [], publishableKey, () => loadInTime(publishableKey)),
  )
  const locale = useLanguage()
  return (
    // Not the promise: a rejection would be lost in there.
    <Elements stripe={stripe.data ?? null} options={{ locale }}>
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

type Change = { error: { message: string } | undefined }
type ElementProps = {
  id: string
  options: { style: StripeElementStyle }
  onReady: () => void
  onChange: (change: Change) => void
}
type StripeFieldsProps = {
  isReady: boolean
  onReady: (field: string) => void
  onEdit: () => void
}

/** Number, date and code, each in a frame of Stripe's, in the looks of our own fields. */
function StripeFields(known: StripeFieldsProps) {
  const t = useTexts(cardTexts)
  return (
    <>
      <StripeField {...known} label={t.number} of={CardNumberElement} />
      <div className="card-pair">
        <StripeField {...known} label={t.expiry} of={CardExpiryElement} />
        <StripeField {...known} label={t.code} of={CardCvcElement} />
      </div>
    </>
  )
}

type StripeFieldProps = StripeFieldsProps & { label: string; of: ComponentType<ElementProps> }

function StripeField({ label, of: Element, isReady, onReady, onEdit }: StripeFieldProps) {
  const id = useId()
  const style = useElementStyle()
  const [error, setError] = useState<string>()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-control stripe-field" data-ready={isReady || undefined}>
        <Element
          id={id}
          options={{ style }}
          onReady={() => onReady(label)}
          onChange={(change) => {
            setError(change.error?.message)
            onEdit()
          }}
        />
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Our tokens in Stripe's fields, in both themes. */
function useElementStyle(): StripeElementStyle {
  const [style, setStyle] = useState(readStyle)
  useEffect(() => {
    const theme = window.matchMedia('(prefers-color-scheme: dark)')
    const renew = () => setStyle(readStyle())
    theme.addEventListener('change', renew)
    return () => theme.removeEventListener('change', renew)
  }, [])
  return style
}

function readStyle(): StripeElementStyle {
  const body = getComputedStyle(document.body)
  return {
    base: {
      color: colour('--ink'),
      iconColor: colour('--ink-muted'),
      fontFamily: body.fontFamily,
      fontSize: body.fontSize,
      fontSmoothing: 'antialiased',
      '::placeholder': { color: colour('--ink-muted') },
    },
    invalid: { color: colour('--bad'), iconColor: colour('--bad') },
  }
}

/** A token as `rgb()`: what the fields' own frames make of `oklch()` is not documented. */
function colour(token: string): string {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return ''
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token)
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}

/**
 * The script neither comes nor fails. Asked for once more, the browser would wait for the very same
 * request: only a new document asks again.
 */
class StripeHangs extends Error {}

let loading: Promise<Stripe> | undefined

/** Stripe's script, fetched on this screen alone; rejects where it cannot be had in time. */
function loadInTime(publishableKey: string): Promise<Stripe> {
  loading ??= load(publishableKey).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(publishableKey: string): Promise<Stripe> {
  if (!isOwnDocument()) {
    window.location.reload()
    return new Promise(() => {})
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null)
  })
  // Its own words follow the browser's language unless they are given the page's; the fields are told when it changes.
  const locale = currentLanguage()
  const stripe = await Promise.race([loadStripe(publishableKey, { locale }), late])
  clearTimeout(timer)
  if (stripe) return stripe
  throw new StripeHangs()
}

/**
 * The policy that lets Stripe's script in comes with this page's own HTML; anyone who followed a link
 * here still has that of the page before.
 */
function isOwnDocument(): boolean {
  const document = performance.getEntriesByType('navigation')[0]
  return !document || matchPath(paths.paymentPage, new URL(document.name).pathname) !== null
}
