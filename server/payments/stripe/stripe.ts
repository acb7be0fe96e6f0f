import type { Stripe } from 'stripe'
import type { Config } from '../../config.ts'
import {
  type Intent,
  KeySpent,
  type Order,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderUnavailable,
  type RefundOrder,
  UnknownToProvider,
} from '../provider.ts'

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
  return intentOf(await createAtStripe(intent))
}

async function readIntent(stripe: Stripe, id: string): Promise<Intent | null> {
  const asked = stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const intent = await reachStripe(unless(['resource_missing'], asked))
  return intent && intentOf(intent)
}

async function cancelIntent(stripe: Stripe, id: string): Promise<Intent | null> {
  const late = ['resource_missing', 'payment_intent_unexpected_state']
  const cancelled = await reachStripe(unless(late, stripe.paymentIntents.cancel(id)))
  return cancelled ? intentOf(cancelled) : readIntent(stripe, id)
}

/** Stripe forgets keys after a day, and not the refund that carries our id: a retry looks for it first. */
async function refund(stripe: Stripe, order: RefundOrder): Promise<ProviderRefund> {
  const { id, key, intentId, amountCents, isRetry } = order
  const known = isRetry ? await findRefund(stripe, order, false) : undefined
  if (known) return refundOf(known)
  const asked = stripe.refunds.create(
    { payment_intent: intentId, amount: amountCents, metadata: { refund: id } },
    { idempotencyKey: key },
  )
  const made =
    (await createAtStripe(unless(['charge_already_refunded'], asked))) ??
    (await findRefund(stripe, order, true))
  if (!made) throw new Error('Given back already, but by no refund of ours')
  return refundOf(made)
}

/**
 * Our refund, or one of the same amount that was made by hand: it has no refund id of ours, is no other of ours, and was
 * not returned by the bank. One made by hand before ours was asked for is another, as long as something is left.
 */
async function findRefund(stripe: Stripe, order: RefundOrder, isAllBack: boolean) {
  const { id, intentId, amountCents, requestedAt, taken } = order
  const asked = stripe.refunds.list({ payment_intent: intentId, limit: 100 })
  const { data } = await reachStripe(asked)
  const since = isAllBack ? 0 : Math.floor(Date.parse(requestedAt) / 1000)
  const free = data.filter(
    (made) => made.metadata?.refund === undefined && !taken.includes(made.id),
  )
  const byHand = free.find(
    (made) =>
      made.amount === amountCents && made.created >= since && refundOf(made).state !== 'failed',
  )
  return data.find(({ metadata }) => metadata?.refund === id) ?? byHand
}

/** Mistakes in what was asked, which asking again would not mend (docs.stripe.com/api/errors). */
const mistakes = ['StripeInvalidRequestError', 'StripeCardError', 'StripeIdempotencyError']
/** The same error type, but caused only by another request in progress. */
const passing = ['lock_timeout', 'idempotency_key_in_use']

type StripeFault = Error & { type: string; code?: string; statusCode?: number }

/** Asks Stripe. Throws `ProviderUnavailable` when it is away, busy or does not let us in. */
async function reachStripe<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw explain(error)
  }
}

/** Creates something with an idempotency key. Throws `KeySpent`, too. */
async function createAtStripe<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw isRepeated(error) ? new KeySpent('answered', { cause: explain(error) }) : explain(error)
  }
}

/** What Stripe says is left out of the message when it is away, since it may quote keys. */
function explain(error: unknown): unknown {
  if (!isStripeFault(error)) return error
  if (error.code === 'resource_missing') return new UnknownToProvider(error.message)
  if (mistakes.includes(error.type) && !passing.includes(error.code ?? '')) return error
  return new ProviderUnavailable(`${error.type} ${error.statusCode ?? ''}`.trim())
}

/** Answers that Stripe gives before it begins, and stores for no key (docs.stripe.com/api/idempotent_requests). */
const unstored = [401, 409, 429]

/** Whether Stripe answers so again for the same idempotency key. */
function isRepeated(error: unknown): boolean {
  return (
    isStripeFault(error) && error.statusCode !== undefined && !unstored.includes(error.statusCode)
  )
}

/** What Stripe answers, with `null` for an error of one of these codes (docs.stripe.com/error-codes). */
async function unless<T>(codes: readonly string[], asked: Promise<T>) {
  try {
    return await asked
  } catch (error) {
    if (isStripeFault(error) && codes.includes(error.code ?? '')) return null
    throw error
  }
}

function isStripeFault(error: unknown): error is StripeFault {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}

/** Stripe's payment intent in our words (docs.stripe.com/api/payment_intents/object). */
function intentOf(intent: Stripe.PaymentIntent): Intent {
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

function refundOf({ id, status }: Stripe.Refund): ProviderRefund {
  if (status === 'succeeded') return { id, state: 'succeeded' }
  return { id, state: status === 'failed' || status === 'canceled' ? 'failed' : 'pending' }
}

/** What an event is about; `unused` for those that we have no use for (docs.stripe.com/api/events). */
function eventOf(event: Stripe.Event): ProviderEvent | 'unused' {
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
