import type { PaymentRefusal } from '../../../contract/payments/refusals.ts'
import { type Appointment, type Refused, refused } from '../../appointments/appointment.ts'
import { holdAppointment } from '../../appointments/find-appointment.ts'
import { noteEvent } from '../../appointments/history.ts'
import { countPaid } from '../../appointments/store-appointment.ts'
import { readSender } from '../../clinic/read-clinic.ts'
import { refusingConstraint } from '../../db/constraint.ts'
import type { Queries } from '../../db/database.ts'
import { readLanguage } from '../../language/language.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import { backOff } from '../../worker.ts'
import { writeRefundMail } from '../mails.ts'
import {
  type Cause,
  isOfLiveKeys,
  isOutOfReach,
  isTestOfAnother,
  type Payment,
  type PaymentParts,
  type Refund,
  type RefundParts,
  reasonOf,
} from '../payment.ts'
import { KeySpent, type ProviderRefund, UnknownToProvider } from '../provider.ts'
import {
  addReturned,
  claimRefund,
  findPayment,
  insertRefund,
  listCollected,
  listProviderIds,
  listReturnable,
  markEnded,
  markReal,
  markReturned,
  markStranded,
  markWaiting,
} from '../queries.ts'

/**
 * Stores refunds of `cents` of the card payments for an appointment, the newest payment first, in the
 * caller's transaction, which has locked or changed the appointment. The caller runs the refunds afterwards.
 * Returns the appointment with the new amounts.
 */
export async function giveBack(
  query: Queries,
  appointment: Appointment,
  { cents, ...cause }: Cause & { cents: number },
): Promise<{ appointment: Appointment; refunds: Refund[] }> {
  if (cents === 0) return { appointment, refunds: [] }
  const kept = await listReturnable(query, appointment.id, ['succeeded'])
  const refunds: Refund[] = []
  let left = cents
  for (const payment of kept) {
    const part = Math.min(left, restOf(payment))
    if (part > 0) refunds.push(await storeRefund(query, payment, { ...cause, amountCents: part }))
    left -= part
  }
  if (left > 0) throw new Error('Paid by card without a payment')
  return { appointment: await countPaid(query, appointment.id), refunds }
}

/** The same with all that is left, also of what a bank had sent back to us. */
async function giveAllBack(
  query: Queries,
  { payments }: Pick<RefundParts, 'payments'>,
  appointmentId: string,
  cause: Cause,
): Promise<Refund[] | Refused<'payments_off'>> {
  const returnable = await listReturnable(query, appointmentId, ['succeeded', 'surplus'])
  if (!payments && !returnable.every((payment) => isTestOfAnother(payment, payments))) {
    return refused('payments_off')
  }
  const refunds: Refund[] = []
  for (const payment of returnable) {
    const amountCents = restOf(payment)
    refunds.push(await storeRefund(query, payment, { ...cause, amountCents }))
  }
  if (refunds.length > 0) await countPaid(query, appointmentId, 'raising')
  return refunds
}

/**
 * Whether some of the `cents` that `giveBack` would take of an appointment's card payments cannot go back: they
 * are real money, and the clinic takes no cards.
 */
export async function lacksProvider(
  query: Queries,
  payments: RefundParts['payments'],
  { id }: Pick<Appointment, 'id'>,
  cents: number,
): Promise<boolean> {
  if (payments || cents === 0) return false
  let left = cents
  for (const payment of await listReturnable(query, id, ['succeeded'])) {
    if (!isTestOfAnother(payment, payments)) break
    left -= restOf(payment)
  }
  return left > 0
}

/** One try at each of some refunds, after the commit of what promised them. */
export async function runRefunds(parts: RefundParts, refunds: readonly Refund[]): Promise<void> {
  await Promise.all(refunds.map((refund) => runRefund(parts, refund)))
}

function restOf({ amountCents, returnedCents }: Payment): number {
  return amountCents - returnedCents
}

async function storeRefund(
  query: Queries,
  { id: paymentId, appointmentId, currency, intentId: transactionId }: Payment,
  { amountCents, ...cause }: Cause & { amountCents: number },
): Promise<Refund> {
  const refund = await insertRefund(query, { paymentId, amountCents, ...cause })
  const { actor, requestedAt: at } = refund
  const data = { amountCents, currency, transactionId, reason: cause.reason }
  await noteEvent(query, { appointmentId, at, actor, kind: 'refund_requested', data })
  return refund
}

/** Milliseconds: longer than a provider's time-outs together, so that only a dead claim lapses. */
const claimMs = 60_000

const delays = { firstMs: 15_000, longestMs: 3_600_000 }

/**
 * About half a day of attempts; then the refund fails and needs manual action. One that the provider has begun is
 * never given up, since its money may go back at any time.
 */
const mostAttempts = 20

/**
 * One try at a refund that waits: asks the provider for it, or how it stands. A try that fails is
 * put off; the provider being away never throws.
 */
export async function runRefund(parts: RefundParts, waiting: Refund): Promise<void> {
  const { database, clock, payments } = parts
  const payment = await findPayment(database.query, waiting.paymentId)
  // There is no money to give back.
  if (isTestOfAnother(payment, payments)) {
    await endRefund(parts, waiting, payment, { state: 'succeeded', id: waiting.providerRefundId })
    return
  }
  // Its provider and keys give it back once they are in use again: until then the money is owed, and staff read so.
  if (!payments || isOutOfReach(payment, payments)) return
  const claimedUntil = new Date(clock().getTime() + claimMs).toISOString()
  const refund = await claimRefund(database.query, waiting, claimedUntil)
  if (!refund) return
  let answer: ProviderRefund
  try {
    answer = await askForRefund(database.query, payments, refund, payment)
  } catch (error) {
    await putOff(parts, refund, payment, error)
    return
  }
  await noteAnswer(parts, refund, payment, answer).catch((error: unknown) => {
    // One made by hand was just taken for another of ours: once the claim has lapsed, this one is asked for without it.
    if (refusingConstraint(error) !== 'refunds_providerRefundId_key') throw error
  })
}

async function askForRefund(
  query: Queries,
  payments: PaymentParts['payments'],
  refund: Refund,
  { id: paymentId, intentId }: Payment,
): Promise<ProviderRefund> {
  if (refund.providerRefundId !== null) return payments.readRefund(refund.providerRefundId)
  if (intentId === null) throw new Error('Collected without a transaction')
  const { id, amountCents, requestedAt, attempts } = refund
  const taken = await listProviderIds(query, paymentId)
  const order = { id, key: keyOf(refund), intentId, amountCents, requestedAt, taken }
  return payments.refund({ ...order, isRetry: attempts > 1 })
}

/** The same until the provider answers with an error: what was asked before may have happened. */
function keyOf({ id, requestedAt, refusals }: Refund): string {
  const first = `${id}:${requestedAt}`
  return refusals === 0 ? first : `${first}:${refusals}`
}

/** Writes down how the provider says a refund stands. */
export async function noteAnswer(
  parts: RefundParts,
  refund: Refund,
  payment: Payment,
  answer: ProviderRefund,
): Promise<void> {
  const { id, state } = answer
  if (state !== 'pending') return endRefund(parts, refund, payment, { state, id })
  const dueAt = new Date(parts.clock().getTime() + delays.longestMs).toISOString()
  const change = { dueAt, providerRefundId: id, attempts: 0 }
  await markWaiting(parts.database.query, refund.id, change)
}

async function putOff(
  parts: RefundParts,
  refund: Refund,
  payment: Payment,
  error: unknown,
): Promise<void> {
  const { database, clock, log } = parts
  const { attempts } = refund
  const isSpent = error instanceof KeySpent
  const err = isSpent ? error.cause : error
  const lastError = err instanceof Error ? err.message.slice(0, 500) : 'unknown'
  const refusals = refund.refusals + (isSpent ? 1 : 0)
  const isReal = parts.payments !== undefined && isOfLiveKeys(payment, parts.payments)
  if (err instanceof UnknownToProvider && isReal) {
    // It waits for the live keys from here on, and this was no try at it.
    await markReal(database.query, payment.id)
    const dueAt = clock().toISOString()
    await markWaiting(database.query, refund.id, { dueAt, refusals, attempts: attempts - 1 })
    return
  }
  const isLate = attempts >= mostAttempts
  if (isLate && refund.providerRefundId === null) {
    return endRefund(parts, refund, payment, { state: 'failed', lastError })
  }
  const dueAt = new Date(clock().getTime() + backOff(attempts, delays)).toISOString()
  log[isLate ? 'error' : 'warn']({ refund: refund.id, attempts, dueAt, err }, 'refund put off')
  await markWaiting(database.query, refund.id, { dueAt, lastError, refusals })
}

type About = { refund: Refund; payment: Payment }

/** The provider's word, without an id where it was not asked, or our giving up on it. */
type End =
  | { state: 'succeeded' | 'failed'; id: string }
  | { state: 'succeeded'; id: string | null }
  | { state: 'failed'; lastError: string }

/**
 * Ends a refund once, in one transaction. Succeeded: the patient is notified, unless the mail about the
 * cancellation has announced it. Failed: the clinic still has the money, which counts as paid again unless
 * the whole payment had been refunded before. The error log asks for manual action; an admin may request the
 * refund again.
 */
export async function endRefund(
  parts: RefundParts,
  refund: Refund,
  payment: Payment,
  end: End,
): Promise<void> {
  const { database, changes } = parts
  const day = await database.query.transaction().execute(async (transaction) => {
    const appointment = await holdAppointment(database, transaction, payment.appointmentId)
    const ended =
      end.state === 'succeeded'
        ? await noteSuccess(parts, transaction, { refund, payment, appointment }, end.id)
        : await noteFailure(parts, transaction, { refund, payment }, end)
    return ended ? appointment.day : undefined
  })
  if (day !== undefined) changes.publish(day)
  parts.outbox.wake()
}

async function noteSuccess(
  { clock, config, payments }: RefundParts,
  query: Queries,
  { refund: asked, payment, appointment }: About & { appointment: Appointment },
  providerRefundId: string | null,
): Promise<boolean> {
  const now = clock()
  const settledAt = now.toISOString()
  const end = { state: 'succeeded', settledAt, providerRefundId } as const
  // Who asked and why are as they stand: its patient may have been erased while the provider was asked.
  const refund = await markEnded(query, asked.id, ['requested'], end)
  if (!refund) return false
  await markReturned(query, payment.id)
  await countPaid(query, appointment.id, 'raising')
  await noteEvent(query, {
    ...circumstancesOf(refund, payment, settledAt),
    kind: 'refunded',
    data: { ...chargeOf(refund, payment), reason: reasonOf(refund) },
  })
  if (refund.announced === 1) return true
  const sender = await readSender(query, await readLanguage(query, config, appointment.patient))
  const isTest = isTestOfAnother(payment, payments)
  await queueMail(query, writeRefundMail(sender, appointment, payment, { ...refund, isTest }), now)
  return true
}

async function noteFailure(
  { clock, log }: RefundParts,
  query: Queries,
  { refund: asked, payment }: About,
  end: { lastError: string } | { id: string },
): Promise<boolean> {
  const settledAt = clock().toISOString()
  const byProvider = 'id' in end
  const lastError = byProvider ? 'the provider refused it' : end.lastError
  const failure = byProvider ? { code: 'provider_refused' as const } : { text: lastError }
  // A bank may send a refund back days after it went through; we ourselves only give up on waiting.
  const from = byProvider ? (['requested', 'succeeded'] as const) : (['requested'] as const)
  const failed = { state: 'failed', settledAt, lastError } as const
  const refund = await markEnded(query, asked.id, from, failed)
  if (!refund) return false
  await addReturned(query, payment.id, -refund.amountCents)
  await markStranded(query, payment.id)
  await countPaid(query, payment.appointmentId, 'raising')
  await noteEvent(query, {
    ...circumstancesOf(refund, payment, settledAt),
    kind: 'refund_failed',
    data: { ...chargeOf(refund, payment), failure },
  })
  log.error({ refund: refund.id, payment: payment.id }, 'refund failed; refunds.lastError says why')
  return true
}

function circumstancesOf({ actor }: Refund, { appointmentId }: Payment, at: string) {
  return { appointmentId, at, actor }
}

function chargeOf({ amountCents }: Refund, { currency, intentId: transactionId }: Payment) {
  return { amountCents, currency, transactionId }
}

/** How a refund stands, and the payment that it is of. */
type Newest = NonNullable<Awaited<ReturnType<typeof findNewestRefund>>>

type Requested = { ok: true; refund: Newest } | { ok: false; reason: PaymentRefusal }

/**
 * Gives all that an appointment's patient paid by card back. The request is stored first and tried at
 * once; if the provider is away the sweep goes on trying. Asking again answers the newest refund as it
 * stands; one that has failed is asked for again. Where the clinic takes no cards, only what was paid in test
 * mode can be taken back.
 */
export async function requestRefund(
  parts: RefundParts,
  input: { appointmentId: string; actor: string; reason: string },
): Promise<Requested> {
  const { appointmentId, actor, reason } = input
  const { database, clock } = parts
  const requested = await database.query.transaction().execute(async (transaction) => {
    await holdAppointment(database, transaction, appointmentId)
    const cause = { actor, reason: { text: reason }, now: clock() }
    const refunds = await giveAllBack(transaction, parts, appointmentId, cause)
    const isNothing = Array.isArray(refunds) && refunds.length === 0
    return isNothing ? explainNothing(transaction, appointmentId) : refunds
  })
  if (!Array.isArray(requested)) return requested
  await runRefunds(parts, requested)
  const refund = await findNewestRefund(database.query, appointmentId)
  if (!refund) throw new Error('Refunds are never deleted')
  return { ok: true, refund }
}

/**
 * Nothing is left to give back: it is on its way, went back, or never came. While the appointment is held:
 * a refund that fails, or a payment that comes, would read as money that went back.
 */
async function explainNothing(query: Queries, appointmentId: string): Promise<Requested> {
  const refund = await findNewestRefund(query, appointmentId)
  if (refund?.state === 'requested') return { ok: true, refund }
  const collected = await listCollected(query, appointmentId)
  return { ok: false, reason: collected.length > 0 ? 'already_refunded' : 'not_paid' }
}

/** The refund that was asked for last of all that an appointment's patient paid. */
export async function findNewestRefund(query: Queries, appointmentId: string) {
  return query
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .selectAll('refunds')
    .select(['payments.provider', 'payments.testMode'])
    .where('payments.appointmentId', '=', appointmentId)
    .orderBy('refunds.requestedAt', 'desc')
    .orderBy('refunds.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a refund waits until the provider or the keys of its payment are in use again. */
export function isWaiting(
  { state, ...made }: Pick<Newest, 'state' | 'provider' | 'testMode'>,
  inUse: PaymentParts['payments'] | undefined,
): boolean {
  return state === 'requested' && isOutOfReach(made, inUse)
}
