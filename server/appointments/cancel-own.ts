import type { ChangeRefusal } from '../../contract/appointments/change-refusals.ts'
import { refundReasons } from '../../contract/payments/refund-reasons.ts'
import type { CancelParts } from '../deps.ts'
import type { Refund } from '../payments/payment.ts'
import type { Appointment, ChangeOutcome, ChangeWish } from './appointment.ts'
import { composeCancelling, tryRefunds } from './cancel-appointment.ts'
import { changeAppointment } from './change-appointment.ts'
import type { Terms } from './explain-terms.ts'
import { cardCentsOf, type MoneyBack } from './money.ts'
import { readTerms } from './read-terms.ts'

/**
 * A patient cancels: the slot is free at once, and by the clinic's rule the card's money goes back.
 * Refused where what goes back is no longer what they were shown (`refundCents`).
 */
export async function cancelOwn(
  parts: CancelParts,
  wish: ChangeWish & { refundCents: number },
): Promise<ChangeOutcome<ChangeRefusal>> {
  let refunds: Refund[] = []
  const keep = (asked: Refund[]) => {
    refunds = asked
  }
  const outcome = await changeAppointment<ChangeRefusal>(
    parts,
    wish,
    async (before, now, query) => {
      const terms = await readTerms(parts, query, before, now)
      if (terms.whyNotCancel) return terms.whyNotCancel
      if (terms.refundCents !== wish.refundCents) return 'terms_changed'
      const money = moneyBack(before, terms)
      const cause = { actor: wish.actor.email, reason: refundReasons.en.cancelled, now }
      return composeCancelling(before, { money, cause, detail: '', tellReason: null }, keep)
    },
  )
  if (outcome.ok) await tryRefunds(parts, refunds)
  return outcome
}

/** What was paid at the desk is had back there, where the rule gives anything back at all. */
function moneyBack(before: Appointment, { givesBack, refundCents: toCard }: Terms): MoneyBack {
  if (!givesBack) return { toCard: 0, atDesk: 0, kept: before.paidCents }
  return { toCard, atDesk: before.paidCents - cardCentsOf(before), kept: 0 }
}
