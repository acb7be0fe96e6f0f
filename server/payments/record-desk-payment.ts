import { v7 as uuidv7 } from 'uuid'
import type { ChangeOutcome, ChangeWish } from '../appointments/appointment.ts'
import { changeAppointment } from '../appointments/change-appointment.ts'
import { dueOf } from '../appointments/money.ts'
import { storeChange } from '../appointments/store-appointment.ts'
import type { BookingParts } from '../deps.ts'
import { writeAmount } from './write-amount.ts'

/**
 * Records that what was due for an appointment was paid at the desk. A card that is charged for it all the same
 * is surplus then, and goes back by the door that finds it (record-charge.ts).
 */
export async function recordDeskPayment(
  parts: BookingParts,
  wish: ChangeWish & { method: 'cash' | 'card' | 'other' },
): Promise<ChangeOutcome> {
  const { method: paidBy } = wish
  return changeAppointment(parts, wish, (before, now) => {
    if (before.cancelledAt !== null) return 'appointment_cancelled'
    const due = dueOf(before)
    if (due === 0) return before.paidAt === null ? 'nothing_due' : 'already_paid'
    const paid = {
      paidAt: now.toISOString(),
      transactionId: `desk_${uuidv7()}`,
      paidBy,
      paidCents: before.paidCents + due,
      deskCents: before.deskCents + due,
    }
    return {
      store: (query) => storeChange(query, wish, paid),
      kind: 'paid_at_desk',
      detail: `${writeAmount(due)}, ${paidBy}`,
    }
  })
}
