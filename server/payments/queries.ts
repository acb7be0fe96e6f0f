import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import type { Cause, DeskPayment, InUse, Payment, Refund } from './payment.ts'

/**
 * Makes the one open payment of an appointment, unless it has one already or just this amount is no
 * longer due. Anyone who records a charge holds the appointment's row, and this waits for them.
 */
export async function insertOpen(
  { engine, query }: Database,
  payment: Pick<
    Payment,
    'appointmentId' | 'provider' | 'testMode' | 'amountCents' | 'currency' | 'createdAt' | 'checkAt'
  >,
): Promise<void> {
  const { appointmentId, provider, testMode, amountCents, currency, createdAt, checkAt } = payment
  await sql`insert into "payments" ("id", "appointmentId", "provider", "testMode", "amountCents",
      "currency", "state", "createdAt", "checkAt")
    select ${uuidv7()}, "id", ${provider}, ${testMode}, "priceCents" - "paidCents", ${currency},
      'open', ${createdAt}, ${checkAt}
    from "appointments" where "id" = ${appointmentId} and "cancelledAt" is null
      and "priceCents" - "paidCents" = ${amountCents}
    ${engine === 'postgres' ? sql`for no key update` : sql``}
    on conflict do nothing`.execute(query)
}

export async function findOpen(query: Queries, appointmentId: string) {
  return query
    .selectFrom('payments')
    .selectAll()
    .where('appointmentId', '=', appointmentId)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

export async function findPayment(query: Queries, id: string): Promise<Payment> {
  return query.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function findByIntent(query: Queries, intentId: string) {
  return query
    .selectFrom('payments')
    .selectAll()
    .where('intentId', '=', intentId)
    .executeTakeFirst()
}

/** All that was ever collected for an appointment, oldest first. */
export async function listCollected(query: Queries, appointmentId: string) {
  return query
    .selectFrom('payments')
    .selectAll()
    .where('appointmentId', '=', appointmentId)
    .where('state', 'in', ['succeeded', 'surplus', 'refunded'])
    .orderBy('chargedAt')
    .orderBy('id')
    .execute()
}

/** Payments of an appointment at the desk that were not taken back, oldest first. */
export async function listAtDesk(query: Queries, appointmentId: string) {
  return query
    .selectFrom('deskPayments')
    .selectAll()
    .where('appointmentId', '=', appointmentId)
    .where('removedAt', 'is', null)
    .orderBy('takenAt')
    .orderBy('id')
    .execute()
}

export async function insertAtDesk(
  query: Queries,
  payment: Omit<DeskPayment, 'id' | 'removedAt'>,
): Promise<void> {
  await query
    .insertInto('deskPayments')
    .values({ id: `desk_${uuidv7()}`, ...payment })
    .execute()
}

export async function markRemoved(query: Queries, id: string, removedAt: Instant): Promise<void> {
  await query.updateTable('deskPayments').set({ removedAt }).where('id', '=', id).execute()
}

/** Payments of an appointment in some of these states of which something is left, newest first. */
export async function listReturnable(
  query: Queries,
  appointmentId: string,
  states: readonly ('succeeded' | 'surplus')[],
) {
  return query
    .selectFrom('payments')
    .selectAll()
    .where('appointmentId', '=', appointmentId)
    .where('state', 'in', states)
    .whereRef('returnedCents', '<', 'amountCents')
    .orderBy('chargedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** `false` when the payment is no longer open: the intent must not be used then. */
export async function storeIntent(query: Queries, id: string, intentId: string): Promise<boolean> {
  const stored = await query
    .updateTable('payments')
    .set({ intentId })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where((row) => row.or([row('intentId', 'is', null), row('intentId', '=', intentId)]))
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/** A later charge for it is recorded as surplus and refunded. */
export async function markCancelled(query: Queries, payment: Payment, now: Instant): Promise<void> {
  await query
    .updateTable('payments')
    .set({ state: 'cancelled', settledAt: now })
    .where('id', '=', payment.id)
    .where('state', '=', 'open')
    // If an intent has been stored since the payment was read without one, another call is using it.
    .where('intentId', payment.intentId === null ? 'is' : '=', payment.intentId)
    .execute()
}

/** Takes note that a payment was collected; `false` when that is known already. */
export async function markCollected(
  query: Queries,
  id: string,
  charge: { card: { brand: string; last4: string } | null; chargedAt: Instant; settledAt: Instant },
): Promise<boolean> {
  const { card, ...at } = charge
  const marked = await query
    .updateTable('payments')
    .set({
      state: 'surplus',
      ...at,
      cardBrand: card?.brand ?? null,
      cardLast4: card?.last4 ?? null,
    })
    .where('id', '=', id)
    .where('state', 'in', ['open', 'cancelled'])
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** A collected payment is kept after all. */
export async function markKept(query: Queries, id: string): Promise<void> {
  await query
    .updateTable('payments')
    .set({ state: 'succeeded' })
    .where('id', '=', id)
    .where('state', '=', 'surplus')
    .execute()
}

/** A payment whose mode was not stored was made with live keys: test keys do not find it. */
export async function markReal(query: Queries, id: string): Promise<void> {
  await query
    .updateTable('payments')
    .set({ testMode: 0 })
    .where('id', '=', id)
    .where('testMode', 'is', null)
    .execute()
}

/** Ends a payment all of which has gone back. */
export async function markReturned(query: Queries, id: string): Promise<void> {
  const gone = query
    .selectFrom('refunds')
    .where('paymentId', '=', id)
    .where('refunds.state', '=', 'succeeded')
    .select(({ fn }) => fn.sum<number>('refunds.amountCents').as('gone'))
  await query
    .updateTable('payments')
    .set({ state: 'refunded' })
    .where('id', '=', id)
    .where('state', 'in', ['succeeded', 'surplus'])
    .where('amountCents', '=', gone)
    .execute()
}

/** A bank has sent back what had gone back wholly: it is with the clinic, and not for the appointment. */
export async function markStranded(query: Queries, id: string): Promise<void> {
  await query
    .updateTable('payments')
    .set({ state: 'surplus' })
    .where('id', '=', id)
    .where('state', '=', 'refunded')
    .execute()
}

type DueAsked = { inUse: InUse; dueBefore: Instant | undefined }

/**
 * Open payments of the provider in use, those first that wait longest; all of them without `dueBefore`. Test keys do not
 * find those of real money, which stay open until live keys ask what became of them.
 */
export async function listOpen(query: Queries, { inUse, dueBefore }: DueAsked) {
  return query
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'open')
    .where('provider', '=', inUse.name)
    .$if(inUse.testMode, (due) =>
      due.where((row) => row.or([row('testMode', 'is', null), row('testMode', '=', 1)])),
    )
    .$if(dueBefore !== undefined, (due) => due.where('checkAt', '<=', dueBefore ?? ''))
    .orderBy('checkAt')
    .limit(500)
    .execute()
}

/** Takes an open payment for one look; `false` when another process was faster. */
export async function claimCheck(query: Queries, payment: Payment, checkAt: Instant) {
  const claimed = await query
    .updateTable('payments')
    .set({ checkAt })
    .where('id', '=', payment.id)
    .where('state', '=', 'open')
    .where('checkAt', '=', payment.checkAt)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Notes that an event was received, unless that is known. */
export async function insertEvent(query: Queries, event: Tables['providerEvents']): Promise<void> {
  await query
    .insertInto('providerEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isEventKnown(query: Queries, id: string): Promise<boolean> {
  const known = await query
    .selectFrom('providerEvents')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return known !== undefined
}

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

/** The provider's ids of refunds of a payment. */
export async function listProviderIds(query: Queries, paymentId: string): Promise<string[]> {
  const refunds = query.selectFrom('refunds').select('providerRefundId as id')
  const rows = await refunds.where('paymentId', '=', paymentId).execute()
  return rows.flatMap(({ id }) => id ?? [])
}

/**
 * Refunds that are due by `dueBefore`, the longest due first; all that wait without it. Those of the provider in use, but
 * with test keys none of real money, which they cannot find; and those of tests, whichever provider they were made with.
 */
export async function listDue(
  query: Queries,
  { inUse, dueBefore }: Pick<DueAsked, 'dueBefore'> & { inUse: InUse | undefined },
) {
  return query
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .selectAll('refunds')
    .where('refunds.state', '=', 'requested')
    .where((row) =>
      row.or([
        row('payments.testMode', '=', 1),
        ...(inUse
          ? [
              row.and([
                row('payments.provider', '=', inUse.name),
                ...(inUse.testMode ? [row('payments.testMode', 'is', null)] : []),
              ]),
            ]
          : []),
      ]),
    )
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
  change: Pick<Refund, 'dueAt'> & Partial<Refund>,
): Promise<void> {
  await query
    .updateTable('refunds')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute()
}

/** Ends a refund that stands as one of `from`, and returns it; `undefined` when it does not. */
export async function markEnded(
  query: Queries,
  id: string,
  from: readonly Refund['state'][],
  end: Pick<Refund, 'state'> & { settledAt: Instant } & Partial<Refund>,
): Promise<Refund | undefined> {
  return query
    .updateTable('refunds')
    .set(end)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()
}
