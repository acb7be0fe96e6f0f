import type { Generated } from 'kysely'
import type { EventKind } from '../../contract/events.ts'
import type { ReasonCode } from '../../contract/payments/refund-reasons.ts'
import type { Instant } from '../clock.ts'

/** The tables of migrations 0002, 0008, 0016, 0025, 0051 and 0052. Money is integer cents. */
export type PaymentTables = {
  payments: {
    /** Also the provider's idempotency key, so that one payment has one intent. */
    id: string
    appointmentId: string
    provider: 'stripe' | 'sandbox'
    /** 1 where no real money moved; `null` for a payment at Stripe from before this was stored, until test keys do not find it. */
    testMode: Generated<0 | 1 | null>
    /** The transaction id; empty until the provider's answer is stored. */
    intentId: string | null
    amountCents: number
    /** The amount of it that was refunded or is to be refunded. */
    returnedCents: Generated<number>
    /** Lower case, as `usd`. */
    currency: string
    /**
     * `open` may still collect; `succeeded` is collected; `surplus` is collected and to be refunded, since the
     * appointment could not take it; `refunded` was refunded; `cancelled` never collects.
     */
    state: 'open' | 'succeeded' | 'surplus' | 'refunded' | 'cancelled'
    cardBrand: string | null
    cardLast4: string | null
    createdAt: Instant
    /** When the sweep queries the provider next. */
    checkAt: Instant
    /** When the card was charged, by the provider's clock. */
    chargedAt: Instant | null
    /** When it left `open`. */
    settledAt: Instant | null
  }
  refunds: {
    id: string
    paymentId: string
    amountCents: number
    state: 'requested' | 'succeeded' | 'failed'
    /** The portal's own reason; `null` where staff typed one below. */
    reasonCode: ReasonCode | null
    reason: string
    /** An admin's e-mail, or `portal`. */
    actor: string
    providerRefundId: string | null
    attempts: number
    /** How many of them the provider answered with an error; each ended an idempotency key. */
    refusals: Generated<number>
    dueAt: Instant
    requestedAt: Instant
    settledAt: Instant | null
    lastError: string | null
    /** 1 where the mail about a cancellation has announced this refund. */
    announced: Generated<0 | 1>
  }
  deskPayments: {
    /** The transaction id: `desk_…`. */
    id: string
    appointmentId: string
    amountCents: number
    method: 'cash' | 'card' | 'other'
    takenAt: Instant
    /** When it was taken off the record; it no longer counts then. */
    removedAt: Generated<Instant | null>
  }
  /** The appointment that each session last read by `GET /booking/{id}`. */
  lastReads: { sessionId: string; appointmentId: string }
  /** The events received from a provider, each once. */
  providerEvents: { id: string; kind: string; receivedAt: Instant }
  /** The history of an appointment. */
  appointmentEvents: {
    id: string
    appointmentId: string
    at: Instant
    /** An e-mail, or `portal`. */
    actor: string
    kind: EventKind
    /** The fields of the event as JSON, by `contract/events.ts`. */
    data: string
  }
  sandboxIntents: {
    id: string
    idempotencyKey: string
    clientSecret: string
    amountCents: number
    currency: string
    appointmentId: string
    paymentId: string
    status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
    cardBrand: string | null
    cardLast4: string | null
    chargedAt: Instant | null
  }
  sandboxCards: { id: string; outcome: string; brand: string; last4: string; createdAt: Instant }
  sandboxRefunds: {
    id: string
    idempotencyKey: string
    intentId: string
    amountCents: number
    createdAt: Instant
  }
}
