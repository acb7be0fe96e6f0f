import type { PaymentRefusal } from '../../contract/payment-refusals.ts'
import { noteEvent } from '../appointments/note-event.ts'
import type { Queries } from '../db/database.ts'
import type { PaymentParts } from './provider.ts'
import { findCollected, type Payment } from './queries.ts'
import { findByPayment, insertRefund, type Refund } from './refund-queries.ts'
import { runRefund } from './run-refund.ts'
import { writeAmount } from './write-amount.ts'

type Requested = { ok: true; refund: Refund } | { ok: false; reason: PaymentRefusal }

/**
 * Gives the whole amount that an appointment's patient paid back. The wish is stored first and tried
 * at once; if the provider is away the sweep goes on trying. Asking again answers the refund as it
 * stands; one that has failed is begun anew.
 */
export async function requestRefund(
  parts: PaymentParts,
  wish: { appointmentId: string; actor: string; reason: string },
): Promise<Requested> {
  const { appointmentId, actor, reason } = wish
  const { database, clock } = parts
  const payment = await findCollected(database.query, appointmentId)
  if (!payment) return { ok: false, reason: 'not_paid' }
  if (payment.state === 'refunded') return { ok: false, reason: 'already_refunded' }
  const now = clock()
  const { refund, isNew } = await database.query
    .transaction()
    .execute((transaction) => storeRefund(transaction, payment, { actor, reason, now }))
  if (isNew) await runRefund(parts, refund)
  return { ok: true, refund: (await findByPayment(database.query, payment.id)) ?? refund }
}

/** Stores the wish for a refund and its line of history, in the caller's transaction; run it after. */
export async function storeRefund(
  query: Queries,
  { id: paymentId, appointmentId, amountCents, intentId }: Payment,
  { actor, reason, now }: { actor: string; reason: string; now: Date },
): Promise<{ refund: Refund; isNew: boolean }> {
  const asked = await insertRefund(query, { paymentId, reason, actor, now })
  if (asked.isNew) {
    const detail = `${writeAmount(amountCents)}, ${intentId}. ${reason}`
    const at = now.toISOString()
    await noteEvent(query, { appointmentId, at, actor, kind: 'refund_requested', detail })
  }
  return asked
}
