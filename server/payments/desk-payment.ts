import type { DeskPayment as WireDeskPayment } from '../../contract/schedule/staff-appointment.ts'
import {
  type ChangeInput,
  type ChangeOutcome,
  dueOf,
  refused,
} from '../appointments/appointment.ts'
import { changeAppointment, findUnchanged, refuseLate } from '../appointments/change-appointment.ts'
import { noteEvent } from '../appointments/history.ts'
import { countPaid, storeChange } from '../appointments/store-appointment.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import type { DeskPayment } from './payment.ts'
import { insertAtDesk, listAtDesk, markRemoved } from './queries.ts'

/**
 * Records that what was due for an appointment was paid at the desk. A card that is charged for it all
 * the same is surplus then, and goes back by the door that finds it (settle-payment.ts).
 */
export async function recordDeskPayment(
  parts: BookingParts,
  input: ChangeInput & Pick<DeskPayment, 'method'>,
): Promise<ChangeOutcome> {
  const { id: appointmentId, actor, method } = input
  return changeAppointment(parts, async (query) => {
    const found = await findUnchanged(query, input)
    if (!found.ok) return found
    const { appointment: before } = found
    const at = parts.clock().toISOString()
    if (before.cancelledAt !== null) return refused('appointment_cancelled')
    const amountCents = dueOf(before)
    if (amountCents === 0) return refused(before.paidAt === null ? 'nothing_due' : 'already_paid')

    if (!(await storeChange(query, input, {}))) return refuseLate(query, appointmentId)
    await insertAtDesk(query, { appointmentId, amountCents, method, takenAt: at })
    const data = { amountCents, currency: 'usd', method }
    await noteEvent(query, { appointmentId, at, actor: actor.email, kind: 'paid_at_desk', data })
    const appointment = await countPaid(query, appointmentId)
    return { ok: true, appointment, refunds: [], days: [appointment.day] }
  })
}

/**
 * Takes a payment at the desk off the record, the newest one unless another is named: a mistake, or money
 * that was given back there, also after the appointment was cancelled.
 */
export async function removeDeskPayment(
  parts: BookingParts,
  input: ChangeInput & { transactionId?: string | undefined },
): Promise<ChangeOutcome> {
  const { id: appointmentId, actor, transactionId: named } = input
  return changeAppointment(parts, async (query) => {
    const found = await findUnchanged(query, input)
    if (!found.ok) return found
    const at = parts.clock().toISOString()
    const payments = await listAtDesk(query, appointmentId)
    const payment = payments.findLast(({ id }) => named === undefined || id === named)
    if (!payment) return refused('not_desk_paid')

    if (!(await storeChange(query, input, {}))) return refuseLate(query, appointmentId)
    const { id: transactionId, amountCents } = payment
    await markRemoved(query, transactionId, at)
    const kind = 'desk_payment_removed'
    const data = { amountCents, currency: 'usd', transactionId }
    await noteEvent(query, { appointmentId, at, actor: actor.email, kind, data })
    const appointment = await countPaid(query, appointmentId)
    return { ok: true, appointment, refunds: [], days: [appointment.day] }
  })
}

/** What was paid at the desk for an appointment, in the wire's words, oldest first. */
export async function showDeskPayments(
  query: Queries,
  appointmentId: string,
): Promise<WireDeskPayment[]> {
  const payments = await listAtDesk(query, appointmentId)
  return payments.map(({ id: transactionId, amountCents, method, takenAt }) => ({
    ...{ transactionId, amount: amountCents / 100, method, takenAt },
  }))
}
