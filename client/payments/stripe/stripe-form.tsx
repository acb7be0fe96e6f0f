import { Elements } from '@stripe/react-stripe-js'
import { readTogether, useRead } from '../../data/use-read.ts'
import type { CardFormProps } from '../card-form.ts'
import { loadInTime } from './load-stripe.ts'
import { StripeCard } from './stripe-card.tsx'

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
