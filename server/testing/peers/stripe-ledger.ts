import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { testCards } from '../../../contract/payments/test-cards.ts'

/** An error as Stripe answers it (docs.stripe.com/api/errors). */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { type: string; code: string; message: string; decline_code?: string }

  constructor(
    status: number,
    type: string,
    code: string,
    {
      declineCode,
      message = `The peer says ${code}.`,
    }: { declineCode?: string; message?: string } = {},
  ) {
    super(code)
    this.status = status
    const decline = declineCode === undefined ? {} : { decline_code: declineCode }
    this.body = { type, code, message, ...decline }
  }
}

type Card = { brand: string; last4: string; outcome: string }
type Refund = {
  id: string
  amount: number
  /** Seconds since 1970. */
  created: number
  metadata: Record<string, string>
  status: string
}
type RefundOrder = {
  payment_intent: string
  amount?: number | undefined
  metadata?: Record<string, string> | undefined
}
type Account = {
  id: string
  amount: number
  currency: string
  metadata: Record<string, string>
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  clientSecret: string
  card: Card | null
  /** Seconds since 1970. */
  chargedAt: number | null
  /** Oldest first. */
  refunds: Refund[]
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const wrong = (code: string, status = 400) =>
  new StripeRefusal(status, 'invalid_request_error', code)

/**
 * What Stripe would keep of our account in one of its modes: intents, cards, refunds, and the events that they
 * cause. Keys of the other mode find nothing here (docs.stripe.com/keys).
 */
export class StripeLedger {
  readonly accounts = new Map<string, Account>()
  readonly events: { id: string; type: string; data: { object: object } }[] = []
  /** How refunds begin: `succeeded`, `pending` or `failed`. */
  refundStatus = 'succeeded'
  private readonly cards = new Map<string, Card>()
  private readonly now: () => Date
  private readonly livemode: boolean
  /** Of the other mode. */
  other: StripeLedger | undefined

  constructor(now: () => Date, livemode: boolean) {
    this.now = now
    this.livemode = livemode
  }

  createIntent(order: Pick<Account, 'amount' | 'currency' | 'metadata'>) {
    const id = newId('pi')
    const clientSecret = `${id}_secret_${randomBytes(12).toString('hex')}`
    const blank = { card: null, chargedAt: null, refunds: [] }
    const status = 'requires_payment_method' as const
    const account: Account = { id, ...order, ...blank, status, clientSecret }
    this.accounts.set(id, account)
    return showIntent(account)
  }

  readIntent(id: string) {
    return showIntent(this.find(id))
  }

  cancelIntent(id: string) {
    const account = this.findOpen(id)
    account.status = 'canceled'
    this.tell('payment_intent.canceled', showIntent(account))
    return showIntent(account)
  }

  createCard(number: string) {
    const known = testCards.find((card) => card.number === number)
    if (!known) throw new StripeRefusal(402, 'card_error', 'incorrect_number')
    const id = newId('pm')
    const { brand, outcome } = known
    const last4 = number.slice(-4)
    this.cards.set(id, { brand, outcome, last4 })
    return { id, object: 'payment_method', type: 'card', card: { brand, last4 } }
  }

  confirm(id: string, cardId: string) {
    const account = this.findOpen(id)
    const card = this.cards.get(cardId)
    if (!card) throw wrong('resource_missing', 404)
    account.card = card
    if (card.outcome === 'success') return this.collect(id)
    const challenged = card.outcome === 'challenge'
    account.status = challenged ? 'requires_action' : 'requires_payment_method'
    if (challenged) return showIntent(account)
    throw new StripeRefusal(402, 'card_error', 'card_declined', { declineCode: card.outcome })
  }

  /** The end of a 3-D Secure challenge, or of a confirmation without one. */
  collect(id: string, passed = true) {
    const account = this.findOpen(id)
    account.status = passed ? 'succeeded' : 'requires_payment_method'
    if (!passed) return showIntent(account)
    account.chargedAt = this.seconds()
    this.tell('payment_intent.succeeded', showIntent(account))
    return showIntent(account)
  }

  /** Without an amount, of all that is left (docs.stripe.com/api/refunds/create). */
  createRefund({ payment_intent, amount, metadata = {} }: RefundOrder) {
    const account = this.find(payment_intent)
    if (account.status !== 'succeeded') throw wrong('payment_intent_unexpected_state')
    const gone = account.refunds.filter(({ status }) => status !== 'failed')
    const left = account.amount - gone.reduce((sum, refund) => sum + refund.amount, 0)
    if (left === 0) throw wrong('charge_already_refunded')
    if ((amount ?? left) > left) throw wrong('parameter_invalid_integer')
    const status = this.refundStatus
    const about = { amount: amount ?? left, created: this.seconds(), metadata, status }
    const refund: Refund = { id: newId('re'), ...about }
    account.refunds.push(refund)
    this.tell('refund.updated', showRefund(account, refund))
    return showRefund(account, refund)
  }

  readRefund(refundId: string) {
    for (const account of this.accounts.values()) {
      const refund = account.refunds.find(({ id }) => id === refundId)
      if (refund) return showRefund(account, refund)
    }
    throw wrong('resource_missing', 404)
  }

  listRefunds(id: string) {
    const account = this.find(id)
    const data = account.refunds.map((refund) => showRefund(account, refund)).reverse()
    return { object: 'list', url: '/v1/refunds', has_more: false, data }
  }

  private find(id: string): Account {
    const account = this.accounts.get(id)
    if (!account) throw this.missing(id)
    return account
  }

  /** What is there in the other mode is not found either, and the message says so. */
  private missing(id: string): StripeRefusal {
    const [there, used] = this.livemode ? ['test', 'live'] : ['live', 'test']
    const isThere = this.other?.accounts.has(id) === true
    const why = `; a similar object exists in ${there} mode, but a ${used} mode key was used to make this request.`
    const message = `No such payment_intent: '${id}'${isThere ? why : ''}`
    return new StripeRefusal(404, 'invalid_request_error', 'resource_missing', { message })
  }

  private findOpen(id: string): Account {
    const account = this.find(id)
    const open = account.status.startsWith('requires')
    if (!open) throw wrong('payment_intent_unexpected_state')
    return account
  }

  private tell(type: string, object: object): void {
    const event = { id: newId('evt'), object: 'event', created: this.seconds(), type }
    this.events.push({ ...event, data: { object } })
  }

  private seconds(): number {
    return Math.floor(this.now().getTime() / 1000)
  }
}

function showIntent({ card, chargedAt, clientSecret, ...account }: Account) {
  const { id, amount, currency, metadata, status } = account
  const details = { type: 'card', card: card && { brand: card.brand, last4: card.last4 } }
  const charge = { id: `ch_${id}`, created: chargedAt, payment_method_details: details }
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: status === 'succeeded' ? amount : 0,
    currency,
    metadata,
    status,
    client_secret: clientSecret,
    latest_charge: chargedAt === null ? null : (charge as Stripe.Charge),
  } satisfies Partial<Stripe.PaymentIntent>
}

function showRefund({ id, currency }: Account, refund: Refund) {
  return {
    ...refund,
    object: 'refund',
    currency,
    payment_intent: id,
  } satisfies Partial<Stripe.Refund>
}
