import type { ReceiptPayment } from '../../contract/payments/payment.ts'
import { showDollars } from '../../contract/show.ts'
import { instantText } from '../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { brandName } from './card-brand.ts'
import { ReceiptLine } from './receipt-line.tsx'
import { receiptTexts } from './receipt-texts.ts'
import { paymentTexts } from './texts.ts'

type PaymentLinesProps = {
  payment: ReceiptPayment
  /** From 1; only where there are several. */
  number: number | undefined
  timeZone: string | undefined
}

/** When, how much and by which card. */
export function PaymentLines({ payment, number, timeZone }: PaymentLinesProps) {
  const { card, amount, paidAt, transactionId } = payment
  const language = useLanguage()
  const t = useTexts(receiptTexts)
  const isOneOfSeveral = number !== undefined
  return (
    <>
      {isOneOfSeveral && <h3 className="receipt-payment">{t.payment(number)}</h3>}
      <dl className="receipt-lines receipt-paid">
        {isOneOfSeveral && (
          <ReceiptLine name={t.amount}>{showDollars(language, amount)}</ReceiptLine>
        )}
        <ReceiptLine name={t.paidOn}>{instantText(language, paidAt, timeZone)}</ReceiptLine>
        {card && (
          <ReceiptLine name={t.card}>
            {brandName(card.brand) ?? t.card}{' '}
            <span className="receipt-digits">•••• {card.last4}</span>
          </ReceiptLine>
        )}
        <ReceiptLine name={useTexts(paymentTexts).transactionId}>{transactionId}</ReceiptLine>
      </dl>
    </>
  )
}
