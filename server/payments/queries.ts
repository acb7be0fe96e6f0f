import { v7 as uuidv7 } from 'uuid'
import type { Queries } from '../db/database.ts'
import type { Instant, Tables } from '../db/schema.ts'

export type Payment = Tables['payments']

/** Makes the one open payment of an appointment, unless it has one already. */
export async function insertOpen(
  query: Queries,
  payment: Pick<
    Payment,
    'appointmentId' | 'provider' | 'amountCents' | 'currency' | 'createdAt' | 'checkAt'
  >,
): Promise<void> {
  await query
    .insertInto('payments')
    .values({ ...payment, id: uuidv7(), state: 'open' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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

/** The payment that a receipt is about: the one kept, else the newest that was collected. */
export async function findCollected(query: Queries, appointmentId: string) {
  const rows = await query
    .selectFrom('payments')
    .selectAll()
    .where('appointmentId', '=', appointmentId)
    .where('state', 'in', ['succeeded', 'surplus', 'refunded'])
    .orderBy('chargedAt', 'desc')
    .execute()
  return rows.find(({ state }) => state === 'succeeded') ?? rows[0]
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

/** Whatever collects for it later comes back as surplus. */
export async function markCancelled(query: Queries, payment: Payment, now: Instant): Promise<void> {
  await query
    .updateTable('payments')
    .set({ state: 'cancelled', settledAt: now })
    .where('id', '=', payment.id)
    .where('state', '=', 'open')
    // One without an intent that has got one meanwhile is in somebody's hands.
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

export async function moveState(
  query: Queries,
  id: string,
  from: readonly Payment['state'][],
  to: 'succeeded' | 'surplus' | 'refunded',
): Promise<void> {
  await query
    .updateTable('payments')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .execute()
}

/** Open payments of a provider, those first that wait longest; all of them without `dueBefore`. */
export async function listOpen(
  query: Queries,
  { provider, dueBefore }: { provider: Payment['provider']; dueBefore?: Instant | undefined },
) {
  return query
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'open')
    .where('provider', '=', provider)
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

/** `false` when this event was told before. */
export async function insertEvent(query: Queries, event: Tables['providerEvents']) {
  const made = await query
    .insertInto('providerEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function isEventKnown(query: Queries, id: string): Promise<boolean> {
  const known = await query
    .selectFrom('providerEvents')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return known !== undefined
}
