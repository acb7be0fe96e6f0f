import type { PaymentIntent, Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js'
import { currentLanguage } from '../../i18n/language.tsx'
import type { Attempt } from '../attempt.ts'
import { cardTexts } from '../card-texts.ts'

type StripePayment = {
  stripe: Pick<Stripe, 'createPaymentMethod' | 'confirmCardPayment'>
  card: StripeCardNumberElement
  billing: { name: string; email: string }
  clientSecret: string
}

/**
 * Create a payment method of type card, confirm the payment with it (specification section 7). Stripe
 * itself shows the 3-D Secure challenge.
 */
export async function payStripe({
  stripe,
  card,
  billing,
  clientSecret,
}: StripePayment): Promise<Attempt> {
  const made = await stripe
    .createPaymentMethod({ type: 'card', card, billing_details: billing })
    .catch(() => null)
  // Nothing is charged by making one.
  if (!made?.paymentMethod) {
    return {
      kind: 'notCharged',
      message: made?.error?.message ?? cardTexts[currentLanguage()].unreachable,
    }
  }
  const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: made.paymentMethod.id,
  })
  return error ? attemptOfError(error) : attemptOfIntent(paymentIntent)
}

function attemptOfIntent({ id, status }: Pick<PaymentIntent, 'id' | 'status'>): Attempt {
  if (status === 'succeeded') return { kind: 'charged', transactionId: id }
  if (status === 'canceled') return { kind: 'outdated' }
  if (status === 'processing') return { kind: 'unknown' }
  return { kind: 'notCharged', message: cardTexts[currentLanguage()].notCompleted }
}

/** Errors that Stripe answers with; after any other the card may have been charged all the same. */
const answered = ['card_error', 'validation_error', 'invalid_request_error', 'rate_limit_error']

export function attemptOfError(error: StripeError): Attempt {
  const intent = error.payment_intent
  if (intent && intent.status !== 'requires_payment_method') {
    const attempt = attemptOfIntent(intent)
    if (attempt.kind !== 'notCharged') return attempt
  }
  if (error.code === 'payment_intent_unexpected_state') return { kind: 'unknown' }
  if (error.code === 'resource_missing') return { kind: 'outdated' }
  if (!answered.includes(error.type)) return { kind: 'unknown' }
  return { kind: 'notCharged', message: error.message ?? cardTexts[currentLanguage()].declined }
}
