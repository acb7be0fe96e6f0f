import type { Appointment } from '../../appointments/appointment.ts'
import { countPaid } from '../../appointments/count-paid.ts'
import { noteEvent } from '../../appointments/history.ts'
import type { Queries } from '../../db/database.ts'
import type { Cause, Payment, PaymentParts, Refund } from '../payment.ts'
import { listReturnable } from '../queries.ts'
import { insertRefund } from './refund-queries.ts'
import { runRefund } from './run-refund.ts'

/**
 * Promises so many cents of what was paid by card for an appointment back, from its newest payment
 * on, in the caller's transaction, which holds or has changed the appointment; run the refunds after.
 * Answers the appointment as it is then.
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
export async function giveAllBack(
  query: Queries,
  appointmentId: string,
  cause: Cause,
): Promise<Refund[]> {
  const refunds: Refund[] = []
  for (const payment of await listReturnable(query, appointmentId, ['succeeded', 'surplus'])) {
    const amountCents = restOf(payment)
    refunds.push(await storeRefund(query, payment, { ...cause, amountCents }))
  }
  if (refunds.length > 0) await countPaid(query, appointmentId, 'raising')
  return refunds
}

/** One try at each of some refunds, after the commit of what promised them. */
export async function runRefunds(parts: PaymentParts, refunds: readonly Refund[]): Promise<void> {
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
