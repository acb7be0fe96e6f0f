import type { Appointment } from '../../appointments/appointment.ts'
import { countPaid } from '../../appointments/count-paid.ts'
import { noteEvent } from '../../appointments/history.ts'
import { holdAppointment } from '../../appointments/locks.ts'
import { readSender } from '../../clinic/read-clinic.ts'
import type { Queries } from '../../db/database.ts'
import { readLanguage } from '../../language/account-language.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import { type Payment, type PaymentParts, type Refund, reasonOf } from '../payment.ts'
import { markReturned, markStranded } from '../queries.ts'
import { addReturned, markEnded } from './refund-queries.ts'
import { writeRefundMail } from './write-refund-mail.ts'

/** The provider's word, or our giving up on it. */
type About = { refund: Refund; payment: Payment }
type End = { state: 'succeeded' | 'failed'; id: string } | { state: 'failed'; lastError: string }

/**
 * Ends a refund once, in one transaction. Gone back: the patient is told, unless the mail
 * about their cancelling has said it. Failed: the clinic still has
 * the money, which counts as paid again unless all of it had gone back before, and the log calls for
 * somebody to look; an admin may ask for it again.
 */
export async function endRefund(
  parts: PaymentParts,
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
  { clock }: PaymentParts,
  query: Queries,
  { refund, payment, appointment }: About & { appointment: Appointment },
  providerRefundId: string,
): Promise<boolean> {
  const now = clock()
  const settledAt = now.toISOString()
  const end = { state: 'succeeded', settledAt, providerRefundId } as const
  if (!(await markEnded(query, refund.id, ['requested'], end))) return false
  await markReturned(query, payment.id)
  await countPaid(query, appointment.id, 'raising')
  await noteEvent(query, {
    ...circumstancesOf(refund, payment, settledAt),
    kind: 'refunded',
    data: { ...chargeOf(refund, payment), reason: reasonOf(refund) },
  })
  if (refund.announced === 1) return true
  const sender = await readSender(query, await readLanguage(query, appointment.patient))
  await queueMail(query, writeRefundMail(sender, appointment, payment, refund), now)
  return true
}

async function noteFailure(
  { clock, log }: PaymentParts,
  query: Queries,
  { refund, payment }: About,
  end: { lastError: string } | { id: string },
): Promise<boolean> {
  const settledAt = clock().toISOString()
  const byProvider = 'id' in end
  const lastError = byProvider ? 'the provider refused it' : end.lastError
  const failure = byProvider ? { code: 'provider_refused' as const } : { text: lastError }
  // A bank may send a refund back days after it went through; we ourselves only give up on waiting.
  const from = byProvider ? (['requested', 'succeeded'] as const) : (['requested'] as const)
  const failed = { state: 'failed', settledAt, lastError } as const
  if (!(await markEnded(query, refund.id, from, failed))) return false
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
