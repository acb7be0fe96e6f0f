import type { ChangeOutcome, ChangeWish } from '../appointments/appointment.ts'
import { changeAppointment } from '../appointments/change-appointment.ts'
import { countPaid } from '../appointments/count-paid.ts'
import { storeChange } from '../appointments/store-appointment.ts'
import type { BookingParts } from '../deps.ts'
import { writeAmount } from './write-amount.ts'

const unpaid = { paidAt: null, transactionId: null, paidBy: null, paidCents: 0, deskCents: 0 }

/**
 * Takes a payment at the desk off the record: a mistake, or money that was given back there, also
 * after the appointment was cancelled.
 */
export async function removeDeskPayment(
  parts: BookingParts,
  wish: ChangeWish,
): Promise<ChangeOutcome> {
  return changeAppointment(parts, wish, (before) => {
    if (before.paidBy === null) return 'not_desk_paid'
    return {
      store: (query) => storeChange(query, wish, unpaid),
      also: (query) => countPaid(query, wish.id),
      kind: 'desk_payment_removed',
      detail: `${writeAmount(before.deskCents)}, ${before.transactionId}`,
    }
  })
}
