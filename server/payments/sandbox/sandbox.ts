import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { CardRefusal } from '../../../contract/payments/sandbox.ts'
import { isLuhn, testCards } from '../../../contract/payments/test-cards.ts'
import type { Clock } from '../../clock.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import type { Intent, Order, PaymentProvider, ProviderEvent } from '../provider.ts'

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
  /** For tests. Each event once and at once unless set otherwise. */
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

type SandboxIntent = Tables['sandboxIntents']
type SandboxCard = Tables['sandboxCards']

async function insertIntent(query: Queries, intent: SandboxIntent): Promise<void> {
  await query
    .insertInto('sandboxIntents')
    .values(intent)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute()
}

async function findIntent(
  query: Queries,
  by: Partial<Pick<SandboxIntent, 'id' | 'clientSecret' | 'idempotencyKey'>>,
) {
  return query
    .selectFrom('sandboxIntents')
    .selectAll()
    .where((row) => row.and(by))
    .executeTakeFirst()
}

/** Moves an intent on if it is still where the caller thinks it is: of two clicks, one charges. */
async function moveIntent(
  query: Queries,
  id: string,
  from: readonly SandboxIntent['status'][],
  to: Partial<SandboxIntent>,
): Promise<SandboxIntent | undefined> {
  return query
    .updateTable('sandboxIntents')
    .set(to)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
}

async function insertCard(query: Queries, card: SandboxCard): Promise<void> {
  await query.insertInto('sandboxCards').values(card).execute()
}

async function findCard(query: Queries, id: string) {
  return query.selectFrom('sandboxCards').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One a key: a second one answers the first; `undefined` where more is asked than is left. */
async function insertRefund(query: Queries, refund: Tables['sandboxRefunds']) {
  const { id, idempotencyKey, intentId, amountCents, createdAt } = refund
  const gone = sql<number>`(select coalesce(sum(r."amountCents"), 0)
    from "sandboxRefunds" as r where r."intentId" = ${intentId})`
  await query
    .insertInto('sandboxRefunds')
    .columns(['id', 'idempotencyKey', 'intentId', 'amountCents', 'createdAt'])
    .expression(
      query
        .selectFrom('sandboxIntents as i')
        .where('i.id', '=', intentId)
        .where('i.status', '=', 'succeeded')
        .where((row) => row('i.amountCents', '>=', sql<number>`${gone} + ${amountCents}`))
        .select([
          sql<string>`${id}`.as('id'),
          sql<string>`${idempotencyKey}`.as('idempotencyKey'),
          'i.id as intentId',
          sql<number>`cast(${amountCents} as integer)`.as('amountCents'),
          sql<string>`${createdAt}`.as('createdAt'),
        ]),
    )
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute()
  return query
    .selectFrom('sandboxRefunds')
    .selectAll()
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/** What is typed into the card form. */
type TypedCard = { number: string; expMonth: number; expYear: number; cvc: string }

export type Refused = { ok: false; code: CardRefusal; declineCode?: string }

type Created = { ok: true; id: string; card: { brand: string; last4: string } } | Refused

/**
 * A payment method from one of the published test numbers. Any other number is refused: it may be a real one,
 * so it is neither stored nor logged. Of a test card, only brand, last four digits and outcome are stored.
 */
async function createCard(
  { query, clock }: { query: Queries; clock: Clock },
  typed: TypedCard,
): Promise<Created> {
  const number = typed.number.replaceAll(/[\s-]/g, '')
  if (!isLuhn(number)) return { ok: false, code: 'incorrect_number' }
  const known = testCards.find((card) => card.number === number)
  if (!known) return { ok: false, code: 'not_a_test_card' }
  const { brand, outcome } = known
  const now = clock()
  if (isPast(typed, now)) return { ok: false, code: 'invalid_expiry_year' }
  const digits = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (!digits.test(typed.cvc)) return { ok: false, code: 'invalid_cvc' }
  const card = { brand, last4: number.slice(-4) }
  const id = `pm_${randomBytes(12).toString('hex')}`
  await insertCard(query, { id, outcome, ...card, createdAt: now.toISOString() })
  return { ok: true, id, card }
}

/** A card is good to the end of its month. */
function isPast({ expMonth, expYear }: TypedCard, now: Date): boolean {
  return Date.UTC(expYear, expMonth, 1) <= now.getTime()
}

type Ledger = {
  query: Queries
  clock: Clock
  /** Receives what a webhook would deliver. */
  announce(kind: string, about: { intentId?: string; refundId?: string }): void
}

type Confirmed = { ok: true; id: string; status: 'requires_action' | 'succeeded' } | Refused

/** Where the next card may be tried. */
const waiting = ['requires_payment_method', 'requires_action'] as const

/**
 * Charges a card as the test number says, as Stripe's test mode does. A payment that succeeded before
 * answers so again: anyone who asks may have lost the first answer.
 */
async function confirmIntent(
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
async function charge(
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
async function explainUnmoved(query: Queries, id: string): Promise<Confirmed> {
  const intent = await findIntent(query, { id })
  const over = intent && finished(intent)
  return over ?? { ok: false, code: 'payment_intent_unexpected_state' }
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
