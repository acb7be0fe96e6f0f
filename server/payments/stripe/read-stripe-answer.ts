import type { Stripe } from 'stripe'
import type { Intent, ProviderEvent, ProviderRefund } from '../provider.ts'

/** Stripe's payment intent in our words (docs.stripe.com/api/payment_intents/object). */
export function intentOf(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  const card = charge?.payment_method_details?.card
  const succeeded = intent.status === 'succeeded'
  return {
    id: intent.id,
    status: statusOf(intent.status),
    amountCents: succeeded ? intent.amount_received : intent.amount,
    currency: intent.currency,
    appointmentId: intent.metadata.appointment ?? null,
    paymentId: intent.metadata.payment ?? null,
    clientSecret: intent.client_secret ?? '',
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
    chargedAt: succeeded && charge ? new Date(charge.created * 1000).toISOString() : null,
  }
}

function statusOf(status: Stripe.PaymentIntent.Status): Intent['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'processing') return 'processing'
  return status === 'canceled' ? 'cancelled' : 'open'
}

export function refundOf({ id, status }: Stripe.Refund): ProviderRefund {
  if (status === 'succeeded') return { id, state: 'succeeded' }
  return { id, state: status === 'failed' || status === 'canceled' ? 'failed' : 'pending' }
}

/** What an event is about; `unused` for those that we have no use for (docs.stripe.com/api/events). */
export function eventOf(event: Stripe.Event): ProviderEvent | 'unused' {
  const about = { id: event.id, kind: event.type }
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled':
      return { ...about, intentId: event.data.object.id }
    case 'refund.updated':
    case 'refund.failed':
      return { ...about, refundId: event.data.object.id }
    default:
      return 'unused'
  }
}
