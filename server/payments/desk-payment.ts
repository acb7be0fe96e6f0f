import { v7 as uuidv7 } from 'uuid'
import {
  type ChangeInput,
  type ChangeOutcome,
  dueOf,
  refused,
} from '../appointments/appointment.ts'
import { changeAppointment, findUnchanged, refuseLate } from '../appointments/change-appointment.ts'
import { noteEvent } from '../appointments/history.ts'
import { countPaid, storeChange } from '../appointments/store-appointment.ts'
import type { BookingParts } from '../deps.ts'

/**
 * Records that what was due for an appointment was paid at the desk. A card that is charged for it all
 * the same is surplus then, and goes back by the door that finds it (record-charge.ts).
 */
export async function recordDeskPayment(
  parts: BookingParts,
  input: ChangeInput & { method: 'cash' | 'card' | 'other' },
): Promise<ChangeOutcome> {
  const { id: appointmentId, actor, method: paidBy } = input
  return changeAppointment(parts, async (query) => {
    const found = await findUnchanged(query, input)
    if (!found.ok) return found
    const { appointment: before } = found
    const at = parts.clock().toISOString()
    if (before.cancelledAt !== null) return refused('appointment_cancelled')
    const due = dueOf(before)
    if (due === 0) return refused(before.paidAt === null ? 'nothing_due' : 'already_paid')

    const appointment = await storeChange(query, input, {
      paidAt: at,
      transactionId: `desk_${uuidv7()}`,
      paidBy,
      paidCents: before.paidCents + due,
      deskCents: before.deskCents + due,
    })
    if (!appointment) return refuseLate(query, appointmentId)
    const data = { amountCents: due, currency: 'usd', method: paidBy }
    await noteEvent(query, { appointmentId, at, actor: actor.email, kind: 'paid_at_desk', data })
    return { ok: true, appointment, refunds: [], days: [appointment.day] }
  })
}

const unpaid = { paidAt: null, transactionId: null, paidBy: null, paidCents: 0, deskCents: 0 }

/**
 * Takes a payment at the desk off the record: a mistake, or money that was given back there, also
 * after the appointment was cancelled.
 */
export async function removeDeskPayment(
  parts: BookingParts,
  input: ChangeInput,
): Promise<ChangeOutcome> {
  const { id: appointmentId, actor } = input
  return changeAppointment(parts, async (query) => {
    const found = await findUnchanged(query, input)
    if (!found.ok) return found
    const { appointment: before } = found
    const at = parts.clock().toISOString()
    if (before.paidBy === null) return refused('not_desk_paid')

    if (!(await storeChange(query, input, unpaid))) return refuseLate(query, appointmentId)
    const { deskCents: amountCents, transactionId } = before
    const kind = 'desk_payment_removed'
    const data = { amountCents, currency: 'usd', transactionId }
    await noteEvent(query, { appointmentId, at, actor: actor.email, kind, data })
    const appointment = await countPaid(query, appointmentId)
    return { ok: true, appointment, refunds: [], days: [appointment.day] }
  })
}
