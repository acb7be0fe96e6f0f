import type { ChangeTerms } from '../../../contract/appointments/change-endpoints.ts'
import type { Language } from '../../../contract/language.ts'
import { showDollars } from '../../../contract/show.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { durationText } from '../../i18n/duration-text.ts'
import { cancelTexts, changeTexts, rescheduleTexts } from './texts.ts'

export type MoneyTerms = Pick<
  ChangeTerms,
  | 'closed'
  | 'displaced'
  | 'paid'
  | 'refund'
  | 'paidAtDesk'
  | 'refundRule'
  | 'cutoffMinutes'
  | 'bookedAt'
  | 'cutoffAt'
  | 'whyNotReschedule'
>

/** That the clinic cannot keep the appointment, and what becomes of a payment; `null` for all others. */
export function sorryText(
  language: Language,
  { closed, displaced, paid }: Pick<MoneyTerms, 'closed' | 'displaced' | 'paid'>,
): string | null {
  const t = changeTexts[language]
  if (!closed && !displaced) return null
  const sorry = closed ? t.closedDay : t.displaced
  return paid > 0 ? `${sorry} ${t.paidStays}` : sorry
}

/** What cancelling now gives back, and until when, by the clinic's clock. */
export function refundText(language: Language, terms: MoneyTerms, timeZone: string): string {
  const t = cancelTexts[language]
  const { paid, refund, refundRule } = terms
  const isWaived = terms.closed || terms.displaced
  const cutoff = showInstant(language, terms.cutoffAt, timeZone)
  if (paid === 0) return t.unpaid
  if (refund > 0) {
    const until = isWaived || refundRule === 'always' ? t.backAlways : t.backUntil(cutoff)
    return `${t.back(showDollars(language, refund))} ${until}`
  }
  const money = showDollars(language, paid)
  if (isGivenBackAtDesk(terms)) return t.desk(money)
  if (refundRule === 'never') return t.never(money)
  const isBookedLate = Date.parse(terms.bookedAt) >= Date.parse(terms.cutoffAt)
  return isBookedLate
    ? t.bookedLate(money, durationText(language, terms.cutoffMinutes))
    : t.tooLate(money, cutoff)
}

/** Paid at the front desk, and in time by the clinic's rule, or the clinic could not keep the appointment. */
export function isGivenBackAtDesk(terms: MoneyTerms): boolean {
  const { closed, displaced, paidAtDesk, refundRule, whyNotReschedule } = terms
  if (closed || displaced) return paidAtDesk
  if (!paidAtDesk || refundRule === 'never') return false
  return refundRule === 'always' || whyNotReschedule !== 'past_cutoff'
}

/** What the button does, by name. */
export function cancelLabel(language: Language, terms: MoneyTerms): string {
  const t = cancelTexts[language]
  if (terms.refund > 0) return t.cancelAndBack(showDollars(language, terms.refund))
  return terms.paid > 0 && !isGivenBackAtDesk(terms) ? t.cancelWithout : t.cancel
}

export type Difference = {
  /** `price`: nothing is paid yet, so only the new price is shown. */
  kind: 'due' | 'back' | 'even' | 'price' | 'deskBack' | 'kept'
  /** Dollars. */
  amount: number
}

type Paid = Pick<ChangeTerms, 'paid' | 'paidAtDesk' | 'givesBack'>

/** What rescheduling to a treatment costs or gives back; the same treatment gives nothing back. */
export function differenceTo(
  { booking, ...paid }: Paid & { booking: Pick<ChangeTerms['booking'], 'treatmentId'> },
  { _id, price }: { _id: string; price: number },
): Difference {
  const difference = differenceOf(paid, price)
  const isLess = paid.paid > price
  return _id === booking.treatmentId && isLess ? { kind: 'even', amount: 0 } : difference
}

/** What rescheduling to another treatment of this price (dollars) costs or gives back. */
export function differenceOf({ paid, paidAtDesk, givesBack }: Paid, price: number): Difference {
  if (paid === 0) return { kind: 'price', amount: price }
  const cents = Math.round(price * 100) - Math.round(paid * 100)
  const amount = Math.abs(cents) / 100
  if (cents > 0) return { kind: 'due', amount }
  if (cents === 0) return { kind: 'even', amount }
  if (!givesBack) return { kind: 'kept', amount }
  return { kind: paidAtDesk ? 'deskBack' : 'back', amount }
}

type Tested = Pick<ChangeTerms, 'paid'> & { booking: Pick<ChangeTerms['booking'], 'paidInTest'> }

/**
 * Dollars of what goes back that were paid in test mode, so that no money goes back for them. The newest payment goes
 * back first: a real one is newer.
 */
export function testPartOf({ paid, booking }: Tested, { kind, amount }: Difference): number {
  if (kind !== 'back' || booking.paidInTest === 0) return 0
  const cents = Math.round((amount - (paid - booking.paidInTest)) * 100)
  return Math.max(0, cents) / 100
}

/** The difference in a few words, behind a treatment's name; `testPart` of it by `testPartOf`. */
export function shortDifference(
  language: Language,
  { kind, amount }: Difference,
  testPart = 0,
): string {
  const t = rescheduleTexts[language]
  const money = showDollars(language, amount)
  if (kind === 'due') return t.toPay(money)
  if (kind === 'price') return money
  if (kind === 'kept') return t.nothingBack(money)
  if (kind === 'even') return t.samePrice
  const real = amount - testPart
  return real > 0 ? t.back(showDollars(language, real)) : t.nothingBack(money)
}
