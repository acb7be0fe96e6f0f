import type { Day } from '../../contract/date.ts'
import { noteEvent } from '../appointments/note-event.ts'
import { findById, markUnpaid } from '../appointments/queries.ts'
import { readClinicName } from '../clinic/queries.ts'
import type { Queries } from '../db/database.ts'
import { queueMail } from '../notices/queue-mail.ts'
import type { PaymentParts } from './provider.ts'
import { moveState, type Payment } from './queries.ts'
import { markEnded, type Refund } from './refund-queries.ts'
import { writeAmount } from './write-amount.ts'
import { writeRefundMail } from './write-refund-mail.ts'

/** The provider's word, or our giving up on it. */
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
  const day = await parts.database.query
    .transaction()
    .execute((transaction) =>
      end.state === 'succeeded'
        ? noteSuccess(parts, transaction, refund, payment, end.id)
        : noteFailure(parts, transaction, refund, payment, end),
    )
  if (day !== undefined) parts.changes.tell(day)
  parts.outbox.wake()
}

async function noteSuccess(
  { clock }: PaymentParts,
  query: Queries,
  refund: Refund,
  payment: Payment,
  providerRefundId: string,
): Promise<Day | undefined> {
  const now = clock()
  const settledAt = now.toISOString()
  const end = { state: 'succeeded', settledAt, providerRefundId } as const
  if (!(await markEnded(query, refund.id, ['requested'], end))) return undefined
  await moveState(query, payment.id, ['succeeded', 'surplus'], 'refunded')
  await markUnpaid(query, payment.appointmentId, payment.intentId ?? '')
  await noteEvent(query, eventOf('refunded', refund, payment, settledAt, refund.reason))
  const appointment = await findById(query, payment.appointmentId)
  if (!appointment) throw new Error('A payment without its appointment')
  const clinicName = await readClinicName(query)
  await queueMail(query, writeRefundMail({ clinicName }, appointment, payment, refund.reason), now)
  return appointment.day
}

async function noteFailure(
  { clock, log }: PaymentParts,
  query: Queries,
  refund: Refund,
  payment: Payment,
  end: { lastError: string } | { id: string },
): Promise<undefined> {
  const settledAt = clock().toISOString()
  const byProvider = 'id' in end
  const lastError = byProvider ? 'the provider refused it' : end.lastError
  // A bank may send a refund back days after it went through; we ourselves only give up on waiting.
  const from = byProvider ? (['requested', 'succeeded'] as const) : (['requested'] as const)
  const failed = { state: 'failed', settledAt, lastError } as const
  if (!(await markEnded(query, refund.id, from, failed))) return
  await moveState(query, payment.id, ['refunded'], 'surplus')
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
