import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Instant } from '../../clock.ts'
import type { Queries } from '../../db/database.ts'
import type { Cause, Payment, Refund } from '../payment.ts'

/**
 * Asks for the refund of a payment or of a part of it, due at once. The database refuses more than is
 * left of the payment (`payments_returned`).
 */
export async function insertRefund(
  query: Queries,
  { now, reason, isAnnounced = false, ...input }: Pick<Refund, 'paymentId' | 'amountCents'> & Cause,
): Promise<Refund> {
  await addReturned(query, input.paymentId, input.amountCents)
  const instant = now.toISOString()
  return query
    .insertInto('refunds')
    .values({
      ...input,
      reasonCode: 'code' in reason ? reason.code : null,
      reason: 'text' in reason ? reason.text : '',
      id: uuidv7(),
      state: 'requested',
      attempts: 0,
      dueAt: instant,
      requestedAt: instant,
      settledAt: null,
      providerRefundId: null,
      lastError: null,
      announced: isAnnounced ? 1 : 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Counts what is promised back of a payment; negative for a promise that came to nothing. */
export async function addReturned(
  query: Queries,
  paymentId: string,
  amountCents: number,
): Promise<void> {
  await query
    .updateTable('payments')
    .set((row) => ({ returnedCents: row('returnedCents', '+', amountCents) }))
    .where('id', '=', paymentId)
    .execute()
}

/** The refunds of some payments, oldest first. */
export async function listByPayments(query: Queries, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return []
  return query
    .selectFrom('refunds')
    .selectAll()
    .where('paymentId', 'in', paymentIds)
    .orderBy('requestedAt')
    .orderBy('id')
    .execute()
}

export async function findByProviderId(query: Queries, providerRefundId: string) {
  return query
    .selectFrom('refunds')
    .selectAll()
    .where('providerRefundId', '=', providerRefundId)
    .executeTakeFirst()
}

/** Refunds of a provider that are due by `now`, the longest due first; all that wait without it. */
export async function listDue(
  query: Queries,
  { provider, dueBefore }: { provider: Payment['provider']; dueBefore?: Instant | undefined },
) {
  return query
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .selectAll('refunds')
    .where('refunds.state', '=', 'requested')
    .where('payments.provider', '=', provider)
    .$if(dueBefore !== undefined, (due) => due.where('refunds.dueAt', '<=', dueBefore ?? ''))
    .orderBy('refunds.dueAt')
    .limit(500)
    .execute()
}

/** Takes a refund for one try until `dueAt`; `undefined` when another process was faster. */
export async function claimRefund(query: Queries, refund: Refund, dueAt: Instant) {
  return query
    .updateTable('refunds')
    .set({ dueAt, attempts: sql<number>`"attempts" + 1` })
    .where('id', '=', refund.id)
    .where('state', '=', 'requested')
    .where('dueAt', '=', refund.dueAt)
    .where('attempts', '=', refund.attempts)
    .returningAll()
    .executeTakeFirst()
}

export async function markWaiting(
  query: Queries,
  id: string,
  change: { dueAt: Instant; lastError?: string; providerRefundId?: string; attempts?: number },
): Promise<void> {
  await query
    .updateTable('refunds')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute()
}

/** Ends a refund that stands as one of `from`; `false` when it does not. */
export async function markEnded(
  query: Queries,
  id: string,
  from: readonly Refund['state'][],
  end: Pick<Refund, 'state'> & { settledAt: Instant } & Partial<Refund>,
): Promise<boolean> {
  const ended = await query
    .updateTable('refunds')
    .set(end)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
