import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js'
import type { StripeElementStyle } from '@stripe/stripe-js'
import { type ComponentType, useEffect, useId, useState } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { cardTexts } from '../card-texts.ts'
import './stripe-fields.css'

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
export function StripeFields(known: StripeFieldsProps) {
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
