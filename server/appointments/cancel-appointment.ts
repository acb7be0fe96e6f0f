import type { Deps } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { findCollected } from '../payments/queries.ts'
import type { Refund } from '../payments/refund-queries.ts'
import { storeRefund } from '../payments/request-refund.ts'
import { runRefund } from '../payments/run-refund.ts'
import type { Appointment, BookingParts } from './book-appointment.ts'
import { type ChangeOutcome, type ChangeWish, changeAppointment } from './change-appointment.ts'
import { storeChange } from './store-appointment.ts'
import { type MoneyBack, writeCancelledMail } from './write-cancelled-mail.ts'

export type CancelParts = BookingParts & Pick<Deps, 'log' | 'payments'>

type CancelWish = ChangeWish & { reason: string; refund: boolean }

/**
 * Cancels an appointment until its day ends; its slot is free at once. What was paid by card goes back
 * if that is asked for: the refund is stored with the cancelling and then tried, so it is not lost. What
 * was paid at the desk stays written down until it is given back there. The patient is told.
 */
export async function cancelAppointment(
  parts: CancelParts,
  wish: CancelWish,
): Promise<ChangeOutcome> {
  const { payments, ...rest } = parts
  let refund: Refund | undefined
  const outcome = await changeAppointment(parts, wish, (before, now) => {
    if (before.cancelledAt !== null) return 'appointment_cancelled'
    if (before.day < parts.clinicTime().today) return 'appointment_over'
    const money = moneyBack(before, wish)
    if (money === 'to_card' && !payments) return 'refund_unavailable'
    return {
      store: (query) => storeChange(query, wish, { cancelledAt: now.toISOString() }),
      kind: 'cancelled',
      detail: wish.reason,
      mail: (sender) => writeCancelledMail(sender, before, { reason: wish.reason, money }),
      also: async (query) => {
        if (money === 'to_card') refund = await askForRefund(query, wish, now)
      },
    }
  })
  if (refund && payments) await runRefund({ ...rest, payments }, refund)
  return outcome
}

function moneyBack({ paidAt, paidBy }: Appointment, { refund }: CancelWish): MoneyBack {
  if (paidAt === null) return 'unpaid'
  if (paidBy !== null) return 'at_desk'
  return refund ? 'to_card' : 'kept'
}

async function askForRefund(query: Queries, wish: CancelWish, now: Date) {
  const payment = await findCollected(query, wish.id)
  if (payment?.state !== 'succeeded') throw new Error('Paid by card without a payment')
  const { reason, actor } = wish
  return (await storeRefund(query, payment, { reason, actor: actor.email, now })).refund
}
