import type { Context } from 'hono'
import { sql } from 'kysely'
import type { PaymentRefusal } from '../../contract/payments/refusals.ts'
import { type Appointment, dueOf, isOwn } from '../appointments/appointment.ts'
import { findById, findLastRead, listUnpaid } from '../appointments/find-appointment.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../identity/caller.ts'
import {
  type InUse,
  isTest,
  mayBePaidElsewhere,
  type Payment,
  type PaymentParts,
  type RefundParts,
  whyNotPayable,
} from './payment.ts'
import { type Intent, KeySpent, ProviderUnavailable } from './provider.ts'
import { findOpen, insertOpen, markCancelled, storeIntent } from './queries.ts'
import { closePayment, giveUp, settlePayment } from './settle-payment.ts'

/** The clinic's prices are in dollars (specification section 9). */
const currency = 'usd'
/** Milliseconds until the sweep first asks about a payment that was not confirmed. */
const firstCheckMs = 60_000
/** Each try ends what stood in the way of the one before. */
const mostTries = 4

type Opened = { ok: true; clientSecret: string } | { ok: false; reason: PaymentRefusal }

/**
 * The one open payment of what is due for an appointment, made or found again: its row comes first, by a unique
 * index, and its id is the provider's idempotency key, so however many tabs and processes ask and
 * wherever one dies, there is one intent. If the provider answers with an error, the row is cancelled, since the
 * same key would get the same answer. Nothing is opened for an appointment that has been paid, or
 * has changed, since it was read, nor beside a payment of real money that the keys in use do not find. Throws
 * `ProviderUnavailable`.
 */
export async function openPayment(parts: PaymentParts, appointment: Appointment): Promise<Opened> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const payment = await findOrInsert(parts, appointment)
    if (!payment) {
      const reason = await whyNoLonger(parts, appointment)
      if (reason) return { ok: false, reason }
      continue
    }
    if (mayBePaidElsewhere(payment, parts.payments)) return { ok: false, reason: 'payment_begun' }
    if (!isOfNow(parts, payment, appointment)) {
      await closePayment(parts, payment)
      continue
    }
    const intent = await intentOf(parts, payment, appointment)
    if (intent?.status === 'succeeded') return explainPaid(parts, intent)
    if (intent && intent.status !== 'cancelled') {
      return { ok: true, clientSecret: intent.clientSecret }
    }
  }
  throw new ProviderUnavailable('another payment of this appointment is under way')
}

function isOfNow({ payments }: PaymentParts, payment: Payment, appointment: Appointment): boolean {
  const isInUse = payment.provider === payments.name
  const isInMode = isTest(payment, payments) === payments.testMode
  return isInUse && isInMode && payment.amountCents === dueOf(appointment)
}

async function findOrInsert(
  { database, clock, payments }: PaymentParts,
  appointment: Appointment,
): Promise<Payment | undefined> {
  const known = await findOpen(database.query, appointment.id)
  if (known) return known
  const now = clock()
  await insertOpen(database, {
    appointmentId: appointment.id,
    provider: payments.name,
    testMode: payments.testMode ? 1 : 0,
    amountCents: dueOf(appointment),
    currency,
    createdAt: now.toISOString(),
    checkAt: new Date(now.getTime() + firstCheckMs).toISOString(),
  })
  return findOpen(database.query, appointment.id)
}

/** Why what was due when an appointment was read is not due now; `null` where it still is. */
async function whyNoLonger(
  parts: PaymentParts,
  before: Appointment,
): Promise<PaymentRefusal | null> {
  const appointment = await findById(parts.database.query, before.id)
  if (!appointment) throw new Error('Appointments are never deleted')
  const differs = dueOf(appointment) !== dueOf(before)
  return (await whyNotPayable(appointment, parts)) ?? (differs ? 'price_differs' : null)
}

/** `null` when this payment can no longer be used. */
async function intentOf(
  parts: PaymentParts,
  payment: Payment,
  appointment: Appointment,
): Promise<Intent | null> {
  const { clock, payments } = parts
  const { query } = parts.database
  if (payment.intentId !== null) {
    const intent = await payments.readIntent(payment.intentId)
    if (!intent) await giveUp(parts, payment)
    if (intent?.status === 'cancelled') await markCancelled(query, payment, clock().toISOString())
    return intent
  }
  const { id: paymentId, appointmentId, amountCents } = payment
  const description = appointment.treatment
  const order = { paymentId, appointmentId, amountCents, currency: payment.currency, description }
  const intent = await payments.createIntent(order).catch(async (error: unknown) => {
    if (!(error instanceof KeySpent)) throw error
    // The next press opens another payment, with another key. No intent's secret has left us.
    await markCancelled(query, payment, clock().toISOString())
    throw error.cause
  })
  // An intent that is not stored is not handed out: a charge on it could not be found again.
  return (await storeIntent(query, paymentId, intent.id)) ? intent : null
}

/** The money came, and no event had reported it yet. */
async function explainPaid(parts: PaymentParts, intent: Intent): Promise<Opened> {
  const settled = await settlePayment(parts, intent.id)
  return { ok: false, reason: settled.ok ? 'already_paid' : settled.reason }
}

/** Why no payment is opened where the clinic takes no cards: also beside one of real money that may have been paid. */
export async function explainOff(
  { database }: Pick<RefundParts, 'database'>,
  { id }: Appointment,
): Promise<PaymentRefusal> {
  const begun = await findOpen(database.query, id)
  return begun && mayBePaidElsewhere(begun, undefined) ? 'payment_begun' : 'payments_off'
}

/** The ids of those of some appointments for which real money may have been paid that cannot be looked for now. */
export async function listBegun(
  query: Queries,
  inUse: InUse | undefined,
  appointments: readonly Pick<Appointment, 'id'>[],
): Promise<ReadonlySet<string>> {
  if (appointments.length === 0) return new Set()
  const ids = appointments.map(({ id }) => id)
  const open = await query
    .selectFrom('payments')
    .select(['appointmentId', 'provider', 'testMode', 'intentId'])
    .where('appointmentId', 'in', ids)
    // As its index has it.
    .where('state', '=', sql.lit('open'))
    .execute()
  const begun = open.filter((payment) => mayBePaidElsewhere(payment, inUse))
  return new Set(begun.map(({ appointmentId }) => appointmentId))
}

type Payable =
  | { ok: true; appointment: Appointment }
  | { ok: false; reason: PaymentRefusal | 'not_found' | 'forbidden' }

type PaymentInput = {
  caller: Caller
  appointmentId: string | undefined
  /** By the call itself; else the id is that of the screen which makes it. */
  isNamed: boolean
  priceCents: number
}

/**
 * The appointment that a patient may pay for now: theirs, live, not over, and as much is due as they
 * were shown. Without an id, their one appointment for which so much is due.
 */
export async function findPayable(parts: RefundParts, input: PaymentInput): Promise<Payable> {
  const { appointmentId, isNamed, caller, priceCents } = input
  if (appointmentId === undefined) return findByPrice(parts, input)
  const appointment = await findById(parts.database.query, appointmentId)
  if (!appointment) return { ok: false, reason: 'not_found' }
  if (!isOwn(appointment, caller)) return { ok: false, reason: 'forbidden' }
  const reason = await whyNotPayable(appointment, parts)
  if (reason) return { ok: false, reason }
  // A client that names no appointment knows the price of one, and not that a part of it is paid.
  const isPrice = !isNamed && appointment.priceCents === priceCents
  const isAsShown = isPrice || dueOf(appointment) === priceCents
  return isAsShown ? { ok: true, appointment } : { ok: false, reason: 'price_differs' }
}

async function findByPrice(
  parts: RefundParts,
  { caller, priceCents }: PaymentInput,
): Promise<Payable> {
  const unpaid = await listUnpaid(parts.database.query, caller.email, priceCents)
  const payable: Appointment[] = []
  for (const one of unpaid) {
    if (isOwn(one, caller) && (await whyNotPayable(one, parts)) === null) payable.push(one)
  }
  const [appointment, another] = payable
  if (!appointment) return { ok: false, reason: 'none_of_that_price' }
  return another ? { ok: false, reason: 'several_of_that_price' } : { ok: true, appointment }
}

const paymentScreen = /^\/dashboard\/payment\/([^/]+)\/?$/

/**
 * The appointment whose payment screen makes a call that names none: by the address of the page, else
 * the one that the session read last. A hint, and nothing that proves anything.
 */
export async function findAskingScreen(
  { config, database }: Pick<Deps, 'config' | 'database'>,
  http: Context,
  sessionId: string,
): Promise<string | undefined> {
  const page = URL.parse(http.req.header('referer') ?? '')
  const isOurs = page?.origin === new URL(config.publicUrl).origin
  const [, named] = (isOurs && paymentScreen.exec(page.pathname)) || []
  return named ?? findLastRead(database.query, sessionId)
}
