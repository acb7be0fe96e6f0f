import type { ChangeTerms } from '../../../contract/appointments/change-endpoints.ts'
import type { Language } from '../../../contract/language.ts'
import { showDollars } from '../../../contract/show.ts'
import { instantText } from '../../i18n/instant-text.ts'
import { cancelTexts } from './cancel-texts.ts'

export type MoneyTerms = Pick<
  ChangeTerms,
  'paid' | 'refund' | 'paidAtDesk' | 'refundRule' | 'cutoffAt' | 'whyNotMove'
>

/** What cancelling now does with the money, and until when, by the clinic's clock. */
export function refundText(language: Language, terms: MoneyTerms, timeZone: string): string {
  const t = cancelTexts[language]
  const { paid, refund, refundRule } = terms
  const cutoff = instantText(language, terms.cutoffAt, timeZone)
  if (paid === 0) return t.unpaid
  if (refund > 0) {
    const until = refundRule === 'always' ? t.backAlways : t.backUntil(cutoff)
    return `${t.back(showDollars(language, refund))} ${until}`
  }
  const money = showDollars(language, paid)
  if (isGivenBackAtDesk(terms)) return t.desk(money)
  return refundRule === 'never' ? t.never(money) : t.tooLate(money, cutoff)
}

/** Paid in cash, and in time by the clinic's rule. */
export function isGivenBackAtDesk(terms: MoneyTerms): boolean {
  const { paidAtDesk, refundRule, whyNotMove } = terms
  if (!paidAtDesk || refundRule === 'never') return false
  return refundRule === 'always' || whyNotMove !== 'past_cutoff'
}

/** What the button does, by name. */
export function cancelLabel(language: Language, terms: MoneyTerms): string {
  const t = cancelTexts[language]
  if (terms.refund > 0) return t.cancelAndBack(showDollars(language, terms.refund))
  return terms.paid > 0 && !isGivenBackAtDesk(terms) ? t.cancelWithout : t.cancel
}
