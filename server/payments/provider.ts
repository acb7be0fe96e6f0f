import type { Instant } from '../clock.ts'

/** A provider's promise to collect one amount once. */
export type Intent = {
  id: string
  /** `open` waits for a card or its owner; `processing` is decided without us. */
  status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  /** What was collected once it succeeded, what is asked for before. */
  amountCents: number
  /** Lower case, as `usd`. */
  currency: string
  /** What we wrote on it; `null` on an intent that is not ours. */
  appointmentId: string | null
  paymentId: string | null
  /** Lets a browser confirm it. Never logged. */
  clientSecret: string
  card: { brand: string; last4: string } | null
  /** When the card was charged, by the provider's clock. */
  chargedAt: Instant | null
}

export type Order = {
  /** The idempotency key: however often it is asked for, there is one intent. */
  paymentId: string
  appointmentId: string
  amountCents: number
  currency: string
  /** What the clinic reads in the provider's own list. */
  description: string
}

/** Gives a part of what an intent collected back, or all of it. */
export type RefundOrder = {
  /** Ours; the provider keeps it with its refund. */
  id: string
  /** The idempotency key. Providers forget keys after a day or so. */
  key: string
  intentId: string
  amountCents: number
  requestedAt: Instant
  /** It was asked for before, and may have been done. */
  isRetry: boolean
  /** Ids of the provider's refunds that are other refunds of ours: this one is none of them. */
  taken: readonly string[]
}

export type ProviderRefund = { id: string; state: 'succeeded' | 'pending' | 'failed' }

/** A provider's word that something has changed; what has, it is asked. */
export type ProviderEvent = {
  id: string
  kind: string
  intentId?: string | undefined
  refundId?: string | undefined
}

/** The provider was not reached, or would not say: what was asked may or may not have happened. */
export class ProviderUnavailable extends Error {}

/** The provider knows nothing of what was asked about, by the keys in use. */
export class UnknownToProvider extends Error {}

/**
 * The provider answered a request to create something with an error, which it repeats for the same
 * idempotency key; `cause` is the error. After a lost answer the key stays in use: what was asked may have
 * happened.
 */
export class KeySpent extends Error {}

/** What the portal asks of a payment provider (design.md section 7). */
export type PaymentProvider = {
  name: 'stripe' | 'sandbox'
  /** What browsers need of it (`GET /payments/settings`). */
  publishableKey?: string | undefined
  /** No real money moves. */
  testMode: boolean
  createIntent(order: Order): Promise<Intent>
  /** `null` when the provider knows of none. */
  readIntent(id: string): Promise<Intent | null>
  /** Answers the intent as it is then: `succeeded` when it was too late to cancel. */
  cancelIntent(id: string): Promise<Intent | null>
  /** Once for one id, however often it is asked. */
  refund(order: RefundOrder): Promise<ProviderRefund>
  readRefund(id: string): Promise<ProviderRefund>
}
