import type { ChangeRefusal } from '../../contract/appointments/change-refusals.ts'
import type { Day } from '../../contract/date.ts'
import { refundReasons } from '../../contract/payments/refund-reasons.ts'
import type { CancelParts } from '../deps.ts'
import { giveBack } from '../payments/give-back.ts'
import type { Refund } from '../payments/payment.ts'
import type { Appointment, ChangeOutcome, ChangeWish, MoveTarget } from './appointment.ts'
import { tryRefunds } from './cancel-appointment.ts'
import { type Change, changeAppointment } from './change-appointment.ts'
import type { Terms } from './explain-terms.ts'
import { cardCentsOf, dueOf } from './money.ts'
import { describeMove, explainMove } from './move-appointment.ts'
import { readTerms } from './read-terms.ts'
import { dayParams } from './slot-rules.ts'
import { storeMove } from './store-appointment.ts'
import { writeMovedMail } from './write-moved-mail.ts'

type MoveWish = ChangeWish & {
  treatmentId: string
  day: Day
  slot: string
  /** Of another treatment, as the patient was shown it; the same one keeps its price. */
  priceCents: number
  /** What goes back to the card, as the patient was shown it; absent where they were shown nothing. */
  shownCents?: number | undefined
}

type Outcome = ChangeOutcome<ChangeRefusal>
/** `returnedCents` are on their way back to the card. */
type MoveOutcome =
  | Extract<Outcome, { ok: false }>
  | (Extract<Outcome, { ok: true }> & { returnedCents: number })

/**
 * A patient moves an appointment, until the cut-off and under the rules of a booking: the new slot is
 * taken and the old one free in one transaction. What was paid stays paid: a dearer treatment leaves
 * the difference due, that of a cheaper one goes back to the card where the clinic's rule gives back.
 */
export async function moveOwn(parts: CancelParts, wish: MoveWish): Promise<MoveOutcome> {
  const { treatmentId, slot, priceCents } = wish
  const at = { ...dayParams(wish.day, parts.clinicTime()), treatmentId, slot }
  let to: MoveTarget = at
  let refunds: Refund[] = []
  const outcome = await changeAppointment<ChangeRefusal>(
    parts,
    wish,
    async (before, now, query) => {
      const terms = await readTerms(parts, query, before, now)
      if (terms.whyNotMove) return terms.whyNotMove
      const isSame = before.treatmentId === treatmentId
      if (isSame && before.day === at.day && before.slot === slot) return 'unchanged'
      to = isSame ? at : { ...at, priceCents }
      refunds = []
      const money = moneyOf(before, to, terms)
      return composeMove(parts, { wish, before, to, now, money }, (asked) => {
        refunds = asked
      })
    },
  )
  if (!outcome.ok) return { ok: false, reason: await explainMove(parts, wish, to, outcome.reason) }
  await tryRefunds(parts, refunds)
  return { ...outcome, returnedCents: sumOf(refunds) }
}

type Planned = { wish: MoveWish; before: Appointment; to: MoveTarget; now: Date; money: Money }

/** The move and what it does to the money, in one transaction; `keep` gets the refunds to run after. */
function composeMove(
  { config: { publicUrl }, payments }: CancelParts,
  { wish, before, to, now, money }: Planned,
  keep: (refunds: Refund[]) => void,
): Change | ChangeRefusal {
  const { returned, kept } = money
  const { id, actor, shownCents = returned } = wish
  if (shownCents !== returned) return 'terms_changed'
  if (returned > cardCentsOf(before)) return 'desk_paid_cheaper'
  if (returned > 0 && !payments) return 'refund_unavailable'
  const payUrl = payments && `${publicUrl}/dashboard/payment/${id}`
  return {
    store: (query) => storeMove(query, wish, to),
    kind: 'moved',
    detail: (after) => describeMove(before, after),
    also: async (query) => {
      if (returned === 0) return undefined
      const cause = { actor: actor.email, reason: refundReasons.en.cheaper, now }
      const { appointment, refunds } = await giveBack(query, id, { cents: returned, ...cause })
      keep(refunds)
      return appointment
    },
    mail: (sender, after) => {
      const due = before.treatmentId === after.treatmentId ? 0 : dueOf(after)
      return writeMovedMail(sender, { before, after, byPatient: { due, returned, kept, payUrl } })
    },
  }
}

/** Integer cents that a move to another treatment leaves over: on their way back, or with the clinic. */
type Money = { returned: number; kept: number }

function moneyOf(before: Appointment, to: MoveTarget, { givesBack }: Terms): Money {
  const over = to.priceCents === undefined ? 0 : Math.max(0, before.paidCents - to.priceCents)
  return givesBack ? { returned: over, kept: 0 } : { returned: 0, kept: over }
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
