import { sql } from 'kysely'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Appointment } from './appointment.ts'

/** Adds a charge to a live appointment of which just this is due; `false` when it is not. */
export async function markPaid(
  query: Queries,
  { id, amountCents }: { id: string; amountCents: number },
  paid: { transactionId: string; paidAt: Instant },
): Promise<boolean> {
  const marked = await query
    .updateTable('appointments')
    .set((row) => ({
      paidCents: row('paidCents', '+', amountCents),
      // A payment at the desk keeps its place: it has no row of its own.
      paidAt: row.case().when('paidBy', 'is', null).then(paid.paidAt).else(row.ref('paidAt')).end(),
      transactionId: row
        .case()
        .when('paidBy', 'is', null)
        .then(paid.transactionId)
        .else(row.ref('transactionId'))
        .end(),
      revision: row('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where('cancelledAt', 'is', null)
    .where((row) => row(row('priceCents', '-', row.ref('paidCents')), '=', amountCents))
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/**
 * Recomputes what is paid for an appointment, after its payments or their refunds have changed
 * in the caller's transaction, which has raised its revision or leaves that to `raising`.
 */
export async function countPaid(
  query: Queries,
  id: string,
  raising?: 'raising',
): Promise<Appointment> {
  const kept = sql<number>`(select coalesce(sum("amountCents" - "returnedCents"), 0)
    from "payments" where "appointmentId" = "appointments"."id" and "payments"."state" = 'succeeded')`
  return query
    .updateTable('appointments')
    .set((row) => ({
      paidCents: sql<number>`"deskCents" + ${kept}`,
      paidAt: atDeskOr('paidAt', 'chargedAt'),
      transactionId: atDeskOr('transactionId', 'intentId'),
      revision: row('revision', '+', raising ? 1 : 0),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What a payment at the desk wrote there, else what the newest kept payment by card says. */
function atDeskOr(own: 'paidAt' | 'transactionId', ofPayment: 'chargedAt' | 'intentId') {
  return sql<string | null>`case when "paidBy" is not null then ${sql.ref(own)} else (
    select ${sql.ref(ofPayment)} from "payments"
    where "appointmentId" = "appointments"."id" and "payments"."state" = 'succeeded'
    order by "chargedAt" desc, "payments"."id" desc limit 1) end`
}
