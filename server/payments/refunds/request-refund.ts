import type { PaymentRefusal } from '../../../contract/payments/refusals.ts'
import { holdAppointment } from '../../appointments/find-appointment.ts'
import type { Queries } from '../../db/database.ts'
import type { PaymentParts, Refund } from '../payment.ts'
import { listCollected } from '../queries.ts'
import { giveAllBack, runRefunds } from './refund.ts'

type Requested = { ok: true; refund: Refund } | { ok: false; reason: PaymentRefusal }

/**
 * Gives all that an appointment's patient paid by card back. The request is stored first and tried at
 * once; if the provider is away the sweep goes on trying. Asking again answers the newest refund as it
 * stands; one that has failed is asked for again.
 */
export async function requestRefund(
  parts: PaymentParts,
  input: { appointmentId: string; actor: string; reason: string },
): Promise<Requested> {
  const { appointmentId, actor, reason } = input
  const { database, clock } = parts
  const requested = await database.query.transaction().execute(async (transaction) => {
    await holdAppointment(database, transaction, appointmentId)
    const cause = { actor, reason: { text: reason }, now: clock() }
    const refunds = await giveAllBack(transaction, appointmentId, cause)
    return refunds.length > 0 ? refunds : explainNothing(transaction, appointmentId)
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
    .where('payments.appointmentId', '=', appointmentId)
    .orderBy('refunds.requestedAt', 'desc')
    .orderBy('refunds.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
