import type { ChangeTerms } from '../../../contract/appointments/change-endpoints.ts'
import type { Language } from '../../../contract/language.ts'
import { showDollars } from '../../../contract/show.ts'
import { moveTexts } from './move-texts.ts'

export type Difference = {
  /** `price`: nothing is paid so far, so the new price is all there is to say. */
  kind: 'due' | 'back' | 'even' | 'price' | 'deskBack' | 'kept'
  /** Dollars. */
  amount: number
}

type Paid = Pick<ChangeTerms, 'paid' | 'paidAtDesk' | 'givesBack'>

/** What a move to one of the treatments does with the money; the same one gives nothing back. */
export function differenceTo(
  { booking, ...paid }: Paid & { booking: Pick<ChangeTerms['booking'], 'treatmentId'> },
  { _id, price }: { _id: string; price: number },
): Difference {
  const difference = differenceOf(paid, price)
  const isLess = paid.paid > price
  return _id === booking.treatmentId && isLess ? { kind: 'even', amount: 0 } : difference
}

/** What a move to another treatment of this price (dollars) asks for, or gives back. */
export function differenceOf({ paid, paidAtDesk, givesBack }: Paid, price: number): Difference {
  if (paid === 0) return { kind: 'price', amount: price }
  const cents = Math.round(price * 100) - Math.round(paid * 100)
  const amount = Math.abs(cents) / 100
  if (cents > 0) return { kind: 'due', amount }
  if (cents === 0) return { kind: 'even', amount }
  if (!givesBack) return { kind: 'kept', amount }
  return { kind: paidAtDesk ? 'deskBack' : 'back', amount }
}

/** The difference in a few words, behind a treatment's name. */
export function shortDifference(language: Language, { kind, amount }: Difference): string {
  const t = moveTexts[language]
  const money = showDollars(language, amount)
  if (kind === 'due') return t.toPay(money)
  if (kind === 'price') return money
  if (kind === 'kept') return t.nothingBack(money)
  return kind === 'even' ? t.samePrice : t.back(money)
}
