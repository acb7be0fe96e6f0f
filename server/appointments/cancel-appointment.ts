import type { CancelParts } from '../deps.ts'
import { giveBack, runRefunds } from '../payments/give-back.ts'
import type { Refund } from '../payments/payment.ts'
import type { Appointment, ChangeOutcome, ChangeWish } from './appointment.ts'
import { type Change, changeAppointment } from './change-appointment.ts'
import { cardCentsOf, type MoneyBack } from './money.ts'
import { storeChange } from './store-appointment.ts'
import { writeCancelledMail } from './write-cancelled-mail.ts'

/**
 * Staff cancel an appointment until its day ends; its slot is free at once. What was paid by card goes
 * back if that is asked for: the refund is stored with the cancelling and then tried, so it is not lost.
 * What was paid at the desk stays written down until it is given back there. The patient is told.
 */
export async function cancelAppointment(
  parts: CancelParts,
  wish: ChangeWish & { reason: string; refund: boolean },
): Promise<ChangeOutcome> {
  const { reason } = wish
  let refunds: Refund[] = []
  const keep = (asked: Refund[]) => {
    refunds = asked
  }
  const outcome = await changeAppointment(parts, wish, (before, now) => {
    if (before.cancelledAt !== null) return 'appointment_cancelled'
    if (before.day < parts.clinicTime().today) return 'appointment_over'
    const card = cardCentsOf(before)
    const [toCard, kept] = wish.refund ? [card, 0] : [0, card]
    if (toCard > 0 && !parts.payments) return 'refund_unavailable'
    const money = { toCard, kept, atDesk: before.deskCents }
    const cause = { actor: wish.actor.email, reason, now }
    return composeCancelling(before, { money, cause, detail: reason, tellReason: reason }, keep)
  })
  if (outcome.ok) await tryRefunds(parts, refunds)
  return outcome
}

type Cancelling = {
  money: MoneyBack
  cause: { actor: string; reason: string; now: Date }
  /** For the history. */
  detail: string
  /** `null` where the patient cancels. */
  tellReason: string | null
}

/** How an appointment is cancelled, whoever does it; `keep` gets the refunds to run after the commit. */
export function composeCancelling(
  before: Appointment,
  { money, cause, detail, tellReason: reason }: Cancelling,
  keep: (refunds: Refund[]) => void,
): Change {
  const { id } = before
  const cancelledAt = cause.now.toISOString()
  return {
    store: (query) => storeChange(query, before, { cancelledAt }),
    kind: 'cancelled',
    detail,
    also: async (query) => {
      if (money.toCard === 0) return undefined
      const { appointment, refunds } = await giveBack(query, id, { cents: money.toCard, ...cause })
      keep(refunds)
      return appointment
    },
    mail: (sender) => writeCancelledMail(sender, before, { reason, money }),
  }
}

/** One try at refunds that a change has promised; the sweep goes on where it fails. */
export async function tryRefunds(
  { payments, ...parts }: CancelParts,
  refunds: readonly Refund[],
): Promise<void> {
  if (payments && refunds.length > 0) await runRefunds({ ...parts, payments }, refunds)
}
