import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Queries } from '../db/database.ts'
import type { Instant, Tables } from '../db/schema.ts'

type Payment = Tables['payments']

export type Refund = Tables['refunds']

/**
 * Asks for the refund of a payment, due at once. There is one a payment: one that has failed is
 * asked for anew, any other is answered as it stands.
 */
export async function insertRefund(
  query: Queries,
  { now, ...refund }: { paymentId: string; reason: string; actor: string; now: Date },
): Promise<{ refund: Refund; isNew: boolean }> {
  const instant = now.toISOString()
  const request = {
    ...refund,
    state: 'requested' as const,
    attempts: 0,
    dueAt: instant,
    requestedAt: instant,
    settledAt: null,
    providerRefundId: null,
    lastError: null,
  }
  const made = await query
    .insertInto('refunds')
    .values({ id: uuidv7(), ...request })
    .onConflict((conflict) =>
      conflict.column('paymentId').doUpdateSet(request).where('refunds.state', '=', 'failed'),
    )
    .returningAll()
    .executeTakeFirst()
  if (made) return { refund: made, isNew: true }
  const known = await findByPayment(query, refund.paymentId)
  if (!known) throw new Error('Refunds are never deleted')
  return { refund: known, isNew: false }
}

export async function findByPayment(query: Queries, paymentId: string) {
  return query
    .selectFrom('refunds')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
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
