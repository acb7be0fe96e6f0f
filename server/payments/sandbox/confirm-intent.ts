import type { Clock } from '../../clock.ts'
import type { Queries } from '../../db/database.ts'
import type { Refused } from './create-card.ts'
import {
  findCard,
  findIntent,
  moveIntent,
  type SandboxCard,
  type SandboxIntent,
} from './queries.ts'

export type Ledger = {
  query: Queries
  clock: Clock
  /** Told of what a webhook would tell. */
  announce(kind: string, about: { intentId?: string; refundId?: string }): void
}

export type Confirmed = { ok: true; id: string; status: 'requires_action' | 'succeeded' } | Refused

/** Where the next card may be tried. */
const waiting = ['requires_payment_method', 'requires_action'] as const

/**
 * Charges a card as the test number says, as Stripe's test mode does. A payment that succeeded before
 * answers so again: anyone who asks may have lost the first answer.
 */
export async function confirmIntent(
  ledger: Ledger,
  { clientSecret, paymentMethod }: { clientSecret: string; paymentMethod: string },
): Promise<Confirmed> {
  const intent = await findIntent(ledger.query, { clientSecret })
  const card = await findCard(ledger.query, paymentMethod)
  if (!intent || !card) return { ok: false, code: 'resource_missing' }
  const over = finished(intent)
  if (over) return over
  if (card.outcome === 'challenge') return challenge(ledger, intent, card)
  if (card.outcome !== 'success') return decline(ledger, intent, card.outcome)
  return charge(ledger, intent, waiting, { cardBrand: card.brand, cardLast4: card.last4 })
}

function finished({ id, status }: SandboxIntent): Confirmed | null {
  if (status === 'succeeded') return { ok: true, id, status }
  return status === 'canceled' ? { ok: false, code: 'payment_intent_unexpected_state' } : null
}

async function challenge(
  { query }: Ledger,
  { id }: SandboxIntent,
  { brand, last4 }: SandboxCard,
): Promise<Confirmed> {
  const to = { status: 'requires_action', cardBrand: brand, cardLast4: last4 } as const
  const moved = await moveIntent(query, id, waiting, to)
  return moved ? { ok: true, id, status: 'requires_action' } : explainUnmoved(query, id)
}

async function decline(
  { query, announce }: Ledger,
  { id }: SandboxIntent,
  outcome: string,
): Promise<Confirmed> {
  const moved = await moveIntent(query, id, waiting, { status: 'requires_payment_method' })
  if (!moved) return explainUnmoved(query, id)
  announce('payment_intent.payment_failed', { intentId: id })
  if (isCode(outcome)) return { ok: false, code: outcome }
  return { ok: false, code: 'card_declined', declineCode: outcome }
}

/** Declines with a code of their own (docs.stripe.com/declines/codes); the rest are `card_declined`. */
function isCode(outcome: string): outcome is 'expired_card' | 'incorrect_cvc' | 'processing_error' {
  return ['expired_card', 'incorrect_cvc', 'processing_error'].includes(outcome)
}

/** Takes the money, once, from a payment that is still where `from` says. */
export async function charge(
  { query, clock, announce }: Ledger,
  { id }: SandboxIntent,
  from: readonly SandboxIntent['status'][],
  card: Partial<Pick<SandboxIntent, 'cardBrand' | 'cardLast4'>> = {},
): Promise<Confirmed> {
  const chargedAt = clock().toISOString()
  const moved = await moveIntent(query, id, from, { status: 'succeeded', chargedAt, ...card })
  if (!moved) return explainUnmoved(query, id)
  announce('payment_intent.succeeded', { intentId: id })
  return { ok: true, id, status: 'succeeded' }
}

/** Another confirmation or answer, or a cancellation, came first. */
export async function explainUnmoved(query: Queries, id: string): Promise<Confirmed> {
  const intent = await findIntent(query, { id })
  const over = intent && finished(intent)
  return over ?? { ok: false, code: 'payment_intent_unexpected_state' }
}
