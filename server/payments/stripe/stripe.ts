import type { Stripe } from 'stripe'
import type { Config } from '../../config.ts'
import type {
  Intent,
  Order,
  PaymentProvider,
  ProviderEvent,
  ProviderRefund,
  RefundOrder,
} from '../provider.ts'
import { isStripeFault, reachStripe, reachUnless } from './reach-stripe.ts'
import { eventOf, intentOf, refundOf } from './read-stripe-answer.ts'

export type StripePayments = PaymentProvider & {
  name: 'stripe'
  /** The event in a webhook's raw body; `null` when Stripe has not signed it. */
  readEvent(body: string, signature: string): Promise<ProviderEvent | 'unused' | null>
}

/** The version this adapter was written against; the SDK's types are of it. */
const apiVersion = '2026-10-28.endive'
/** Milliseconds for one request; with the retries still less than our own clients wait. */
const timeout = 5_000
const maxNetworkRetries = 2

/**
 * Stripe (docs.stripe.com/api). What creates something carries an idempotency key of ours. The SDK is
 * loaded only where it is used: it is large.
 */
export async function createStripePayments(
  settings: Extract<Config['payments'], { provider: 'stripe' }>,
): Promise<StripePayments> {
  const { Stripe } = await import('stripe')
  const { publishableKey, secretKey, webhookSecret, apiBase } = settings
  const stripe = new Stripe(secretKey, {
    apiVersion,
    timeout,
    maxNetworkRetries,
    telemetry: false,
    ...(apiBase !== undefined && addressOf(apiBase)),
  })
  return {
    name: 'stripe',
    publishableKey,
    testMode: publishableKey.startsWith('pk_test_'),
    createIntent: (order) => createIntent(stripe, order),
    readIntent: (id) => readIntent(stripe, id),
    cancelIntent: (id) => cancelIntent(stripe, id),
    refund: (order) => refund(stripe, order),
    readRefund: async (id) => refundOf(await reachStripe(stripe.refunds.retrieve(id))),
    readEvent: async (body, signature) => {
      try {
        return eventOf(await stripe.webhooks.constructEventAsync(body, signature, webhookSecret))
      } catch (error) {
        if (isStripeFault(error) && error.type === 'StripeSignatureVerificationError') return null
        throw error
      }
    },
  }
}

/** A peer on loopback instead of api.stripe.com. */
function addressOf(apiBase: string) {
  const { hostname, port, protocol } = new URL(apiBase)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme }
}

async function createIntent(stripe: Stripe, order: Order): Promise<Intent> {
  const { paymentId, appointmentId, amountCents, currency, description } = order
  const intent = stripe.paymentIntents.create(
    {
      amount: amountCents,
      currency,
      description,
      metadata: { payment: paymentId, appointment: appointmentId },
      // `payment_method_types` is refused since 2026-09-30.endive (docs.stripe.com/changelog/endive).
      allowed_payment_method_types: ['card'],
    },
    { idempotencyKey: paymentId },
  )
  return intentOf(await reachStripe(intent))
}

async function readIntent(stripe: Stripe, id: string): Promise<Intent | null> {
  const asked = stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const intent = await reachUnless(['resource_missing'], asked)
  return intent && intentOf(intent)
}

async function cancelIntent(stripe: Stripe, id: string): Promise<Intent | null> {
  const late = ['resource_missing', 'payment_intent_unexpected_state']
  const cancelled = await reachUnless(late, stripe.paymentIntents.cancel(id))
  return cancelled ? intentOf(cancelled) : readIntent(stripe, id)
}

/** Stripe forgets keys after a day, and not the refund that carries our id: a retry looks for it first. */
async function refund(stripe: Stripe, order: RefundOrder): Promise<ProviderRefund> {
  const { id, key, intentId, amountCents, isRetry } = order
  const known = isRetry ? await findRefund(stripe, order) : undefined
  if (known) return refundOf(known)
  const asked = stripe.refunds.create(
    { payment_intent: intentId, amount: amountCents, metadata: { refund: id } },
    { idempotencyKey: key },
  )
  const made =
    (await reachUnless(['charge_already_refunded'], asked)) ?? (await findRefund(stripe, order))
  if (!made) throw new Error('Given back already, but by no refund of ours')
  return refundOf(made)
}

/** Our refund, or one that was made by hand and carries nobody's id. */
async function findRefund(stripe: Stripe, { id, intentId, amountCents }: RefundOrder) {
  const asked = stripe.refunds.list({ payment_intent: intentId, limit: 100 })
  const { data } = await reachStripe(asked)
  const byHand = ({ metadata, amount }: Stripe.Refund) =>
    metadata?.refund === undefined && amount === amountCents
  return data.find(({ metadata }) => metadata?.refund === id) ?? data.find(byHand)
}
