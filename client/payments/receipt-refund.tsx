import type { Refund } from '../../contract/payments/payment.ts'
import { reasonText } from '../../contract/payments/refund-reasons.ts'
import { showDollars } from '../../contract/show.ts'
import { instantText } from '../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { receiptTexts } from './receipt-texts.ts'

type RefundNoteProps = { refund: Refund; timeZone: string | undefined }

/** How far a refund has come, and why it was made. */
export function RefundNote({ refund, timeZone }: RefundNoteProps) {
  const { state, reasonCode, reason, amount, requestedAt, settledAt } = refund
  const language = useLanguage()
  const t = useTexts(receiptTexts)
  const money = showDollars(language, amount)
  const at = (instant: string) => instantText(language, instant, timeZone)
  const news = {
    requested: t.requested(money, at(requestedAt)),
    succeeded: t.succeeded(money, at(settledAt ?? requestedAt)),
    failed: t.failed(money),
  }
  return (
    <p className="receipt-refund">
      <strong>{news[state]}</strong>{' '}
      {reasonText(language, reasonCode ? { code: reasonCode } : { text: reason })}
    </p>
  )
}
