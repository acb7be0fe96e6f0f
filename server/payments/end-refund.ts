import { noteEvent } from '../appointments/note-event.ts'
import { findById, markUnpaid } from '../appointments/queries.ts'
import type { Queries } from '../db/database.ts'
import { queueMail } from '../notices/queue-mail.ts'
import type { PaymentParts } from './provider.ts'
import { type Payment, setState } from './queries.ts'
import { markEnded, type Refund } from './refund-queries.ts'
import { writeAmount } from './write-amount.ts'
import { writeRefundMail } from './write-refund-mail.ts'

/** `id` is the provider's. */
type End = { state: 'succeeded' | 'failed'; id: string } | { state: 'failed'; lastError: string }

/**
 * Ends a refund once, in one transaction. Gone back: the appointment is no longer paid, and the
 * patient is told. Failed: the clinic still has the money, the appointment stays as it is, and the log
 * calls for somebody to look; an admin may ask for it again.
 */
export async function endRefund(
  parts: PaymentParts,
  refund: Refund,
  payment: Payment,
  end: End,
): Promise<void> {
  const lastError = 'lastError' in end ? end.lastError : 'the provider refused it'
  await parts.database.query
    .transaction()
    .execute((transaction) =>
      end.state === 'succeeded'
        ? noteSuccess(parts, transaction, refund, payment, end.id)
        : noteFailure(parts, transaction, refund, payment, lastError),
    )
  parts.outbox.wake()
}

async function noteSuccess(
  { config, clock }: PaymentParts,
  query: Queries,
  refund: Refund,
  payment: Payment,
  providerRefundId: string,
): Promise<void> {
  const now = clock()
  const settledAt = now.toISOString()
  const end = { state: 'succeeded', settledAt, providerRefundId } as const
  if (!(await markEnded(query, refund.id, end))) return
  await setState(query, payment.id, 'refunded')
  await markUnpaid(query, payment.appointmentId, payment.intentId ?? '')
  await noteEvent(query, eventOf('refunded', refund, payment, settledAt, refund.reason))
  const appointment = await findById(query, payment.appointmentId)
  if (!appointment) throw new Error('A payment without its appointment')
  await queueMail(query, writeRefundMail(config, appointment, payment, refund.reason), now)
}

async function noteFailure(
  { clock, log }: PaymentParts,
  query: Queries,
  refund: Refund,
  payment: Payment,
  lastError: string,
): Promise<void> {
  const settledAt = clock().toISOString()
  if (!(await markEnded(query, refund.id, { state: 'failed', settledAt, lastError }))) return
  // A bank may send a refund back days after it went through; the appointment is unpaid by then.
  if (payment.state === 'refunded') await setState(query, payment.id, 'surplus')
  await noteEvent(query, eventOf('refund_failed', refund, payment, settledAt, lastError))
  log.error({ refund: refund.id, payment: payment.id }, 'refund failed; refunds.lastError says why')
}

function eventOf(
  kind: 'refunded' | 'refund_failed',
  { actor }: Refund,
  { appointmentId, amountCents, intentId }: Payment,
  at: string,
  why: string,
) {
  const detail = `${writeAmount(amountCents)}, ${intentId}. ${why}`
  return { appointmentId, at, actor, kind, detail }
}
