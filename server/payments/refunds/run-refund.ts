import { backOff } from '../../worker.ts'
import type { Payment, PaymentParts, Refund } from '../payment.ts'
import type { ProviderRefund } from '../provider.ts'
import { findPayment } from '../queries.ts'
import { endRefund } from './end-refund.ts'
import { claimRefund, markWaiting } from './refund-queries.ts'

/** Milliseconds: longer than a provider's time-outs together, so that only a dead claim lapses. */
const claimMs = 60_000
const delays = { firstMs: 15_000, longestMs: 3_600_000 }
/** About half a day of trying; then somebody must look. */
const mostAttempts = 20

/**
 * One try at a refund that waits: asks the provider for it, or how it stands. A try that fails is
 * put off; the provider being away never throws.
 */
export async function runRefund(parts: PaymentParts, waiting: Refund): Promise<void> {
  const { database, clock, payments } = parts
  const payment = await findPayment(database.query, waiting.paymentId)
  // Another provider's, which gives it back once it is in use again.
  if (payment.provider !== payments.name) return
  const claimedUntil = new Date(clock().getTime() + claimMs).toISOString()
  const refund = await claimRefund(database.query, waiting, claimedUntil)
  if (!refund) return
  let answer: ProviderRefund
  try {
    answer = await askForRefund(parts, refund, payment)
  } catch (error) {
    await putOff(parts, refund, payment, error)
    return
  }
  await noteAnswer(parts, refund, payment, answer)
}

async function askForRefund(
  { payments }: PaymentParts,
  refund: Refund,
  { intentId }: Payment,
): Promise<ProviderRefund> {
  if (refund.providerRefundId !== null) return payments.readRefund(refund.providerRefundId)
  if (intentId === null) throw new Error('Collected without a transaction')
  const { id, amountCents, requestedAt, attempts } = refund
  const order = { id, key: `${id}:${requestedAt}`, intentId, amountCents }
  return payments.refund({ ...order, isRetry: attempts > 1 })
}

/** Writes down how the provider says a refund stands. */
export async function noteAnswer(
  parts: PaymentParts,
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
  parts: PaymentParts,
  refund: Refund,
  payment: Payment,
  error: unknown,
): Promise<void> {
  const { attempts } = refund
  const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  if (attempts >= mostAttempts) {
    return endRefund(parts, refund, payment, { state: 'failed', lastError })
  }
  const dueAt = new Date(parts.clock().getTime() + backOff(attempts, delays)).toISOString()
  parts.log.warn({ refund: refund.id, attempts, dueAt, err: error }, 'refund put off')
  await markWaiting(parts.database.query, refund.id, { dueAt, lastError })
}
