import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { Intent, Order, PaymentProvider, ProviderEvent } from '../provider.ts'
import {
  type Confirmed,
  charge,
  confirmIntent,
  explainUnmoved,
  type Ledger,
} from './confirm-intent.ts'
import { createCard, type TypedCard } from './create-card.ts'
import {
  findIntent,
  insertIntent,
  insertRefund,
  moveIntent,
  type SandboxIntent,
} from './queries.ts'

/** The port, and what a browser does with Stripe behind our back. */
export type Sandbox = PaymentProvider & {
  name: 'sandbox'
  createCard(typed: TypedCard): ReturnType<typeof createCard>
  confirm(by: { clientSecret: string; paymentMethod: string }): Promise<Confirmed>
  answerChallenge(by: { clientSecret: string; outcome: 'pass' | 'fail' }): Promise<Confirmed>
  /** Who gets its events, as Stripe's webhook address would. */
  listen(receive: (event: ProviderEvent) => Promise<void>): void
}

/**
 * Stripe's test mode in process (design.md section 7): the embedded default. Its ledger is in our
 * database but not of it: it is written by single statements, never in a transaction of ours, so it
 * survives our crash as Stripe's would. Only test cards; nothing is ever charged.
 */
export function createSandbox(
  { database, clock }: { database: Database; clock: Clock },
  /** For tests. Each event once and at once unless told otherwise. */
  deliveries: Deliveries = () => [0],
): Sandbox {
  const { query } = database
  let receive = async (_: ProviderEvent) => {}
  const announce: Ledger['announce'] = (kind, about) => {
    const event = { id: `evt_${randomBytes(12).toString('hex')}`, kind, ...about }
    deliverEvent(event, deliveries, (told) => receive(told))
  }
  const ledger = { query, clock, announce }
  return {
    name: 'sandbox',
    testMode: true,
    createIntent: (order) => createIntent(query, order),
    readIntent: async (id) => intentOf(await findIntent(query, { id })),
    cancelIntent: (id) => cancelIntent(query, id),
    refund: async ({ key: idempotencyKey, intentId, amountCents }) => {
      const id = `re_${randomBytes(12).toString('hex')}`
      const order = { id, idempotencyKey, intentId, amountCents, createdAt: clock().toISOString() }
      const refund = await insertRefund(query, order)
      if (!refund) throw new Error('More than is left of this payment')
      announce('refund.updated', { refundId: refund.id })
      return { id: refund.id, state: 'succeeded' }
    },
    readRefund: async (id) => ({ id, state: 'succeeded' }),
    createCard: (typed) => createCard({ query, clock }, typed),
    confirm: (by) => confirmIntent(ledger, by),
    answerChallenge: (by) => answerChallenge(ledger, by),
    listen: (receiver) => {
      receive = receiver
    },
  }
}

async function createIntent(query: Queries, order: Order): Promise<Intent> {
  const id = `pi_${randomBytes(12).toString('hex')}`
  const { paymentId, appointmentId, amountCents, currency } = order
  await insertIntent(query, {
    id,
    idempotencyKey: paymentId,
    clientSecret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    amountCents,
    currency,
    appointmentId,
    paymentId,
    status: 'requires_payment_method',
    cardBrand: null,
    cardLast4: null,
    chargedAt: null,
  })
  const made = intentOf(await findIntent(query, { idempotencyKey: paymentId }))
  if (made?.amountCents !== amountCents || made.appointmentId !== appointmentId) {
    throw new Error('This idempotency key was used with other parameters')
  }
  return made
}

async function cancelIntent(query: Queries, id: string): Promise<Intent | null> {
  await moveIntent(query, id, ['requires_payment_method', 'requires_action'], {
    status: 'canceled',
  })
  return intentOf(await findIntent(query, { id }))
}

const statuses = {
  requires_payment_method: 'open',
  requires_action: 'open',
  succeeded: 'succeeded',
  canceled: 'cancelled',
} as const

function intentOf(row: SandboxIntent | undefined): Intent | null {
  if (!row) return null
  const { id, status, cardBrand, cardLast4, ...rest } = row
  const { amountCents, currency, appointmentId, paymentId, clientSecret, chargedAt } = rest
  const card =
    cardBrand !== null && cardLast4 !== null ? { brand: cardBrand, last4: cardLast4 } : null
  const about = { amountCents, currency, appointmentId, paymentId, clientSecret, chargedAt, card }
  return { id, status: statuses[status], ...about }
}

/** When an event arrives, in milliseconds from now: `[0]` at once, `[0, 50]` twice, `[]` never. */
type Deliveries = (event: ProviderEvent) => readonly number[]

/** Brings an event in its own time, as a webhook would come; anyone who caused it never waits for it. */
function deliverEvent(
  event: ProviderEvent,
  deliveries: Deliveries,
  receive: (event: ProviderEvent) => Promise<void>,
): void {
  for (const delayMs of deliveries(event)) {
    setTimeout(() => void receive(event), delayMs).unref()
  }
}

const challenged = ['requires_action'] as const

/** Passes or fails the 3-D Secure challenge that a confirmation asked for. */
async function answerChallenge(
  ledger: Ledger,
  { clientSecret, outcome }: { clientSecret: string; outcome: 'pass' | 'fail' },
): Promise<Confirmed> {
  const intent = await findIntent(ledger.query, { clientSecret })
  if (!intent) return { ok: false, code: 'resource_missing' }
  if (intent.status === 'succeeded') return { ok: true, id: intent.id, status: 'succeeded' }
  if (intent.status !== 'requires_action') {
    return { ok: false, code: 'payment_intent_unexpected_state' }
  }
  if (outcome === 'pass') return charge(ledger, intent, challenged)
  const back = { status: 'requires_payment_method' } as const
  const moved = await moveIntent(ledger.query, intent.id, challenged, back)
  if (!moved) return explainUnmoved(ledger.query, intent.id)
  ledger.announce('payment_intent.payment_failed', { intentId: intent.id })
  return { ok: false, code: 'payment_intent_authentication_failure' }
}
