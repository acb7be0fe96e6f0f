import { Printer } from 'lucide-react'
import { paths } from '../../contract/page-paths.ts'
import type { Receipt } from '../../contract/payments/payment.ts'
import { showDate, showDollars, showSlot } from '../../contract/show.ts'
import { AddToCalendar } from '../domain/add-to-calendar.tsx'
import { PersonNote } from '../domain/person-note.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { ReceiptLine } from './receipt-line.tsx'
import { PaymentLines } from './receipt-payment.tsx'
import { RefundNote } from './receipt-refund.tsx'
import { receiptTexts } from './receipt-texts.ts'
import { returnedOf, totalOf } from './receipt-totals.ts'
import { paymentTexts } from './texts.ts'

type ReceiptPaperProps = { appointmentId: string; receipt: Receipt; timeZone: string | undefined }

export function ReceiptPaper({ appointmentId, receipt, timeZone }: ReceiptPaperProps) {
  const { treatment, date, slot, payments } = receipt
  const t = useTexts(receiptTexts)
  const isKept = totalOf(payments) > returnedOf(payments)
  return (
    <>
      <article className="receipt-paper" aria-label={t.of(receipt.clinic.name)}>
        <Head receipt={receipt} />
        {payments.map((payment, index) => (
          <PaymentLines
            key={payment.transactionId}
            payment={payment}
            number={payments.length > 1 ? index + 1 : undefined}
            timeZone={timeZone}
          />
        ))}
        <Totals receipt={receipt} />
        {payments
          .flatMap(({ refunds }) => refunds)
          .map((refund) => (
            <RefundNote key={refund.requestedAt} refund={refund} timeZone={timeZone} />
          ))}
      </article>
      <div className="receipt-actions">
        <Button onClick={() => window.print()}>
          <Icon of={Printer} />
          {t.print}
        </Button>
        {isKept && <AddToCalendar appointment={{ _id: appointmentId, treatment, date, slot }} />}
        <ButtonLink variant="quiet" to={paths.dashboard}>
          {useTexts(paymentTexts).myAppointments}
        </ButtonLink>
      </div>
    </>
  )
}

/** The clinic, and what was paid for. */
function Head({ receipt }: { receipt: Receipt }) {
  const { clinic, patientName, patient, treatment, date, slot } = receipt
  const language = useLanguage()
  const t = useTexts(receiptTexts)
  const shared = useTexts(sharedTexts)
  return (
    <>
      <header className="receipt-head">
        <p className="receipt-clinic">{clinic.name}</p>
        <p>{clinic.address}</p>
        <p>{clinic.phone}</p>
      </header>
      <dl className="receipt-lines">
        <ReceiptLine name={shared.patient}>
          {patientName} <PersonNote appointment={receipt} byName />{' '}
          <span className="receipt-aside">{patient}</span>
        </ReceiptLine>
        <ReceiptLine name={shared.treatment}>{treatment}</ReceiptLine>
        <ReceiptLine name={t.appointment}>
          {showDate(language, date)}{' '}
          <span className="receipt-aside">{showSlot(language, slot)}</span>
        </ReceiptLine>
      </dl>
    </>
  )
}

function Totals({ receipt: { payments } }: { receipt: Receipt }) {
  const language = useLanguage()
  const t = useTexts(receiptTexts)
  const returned = returnedOf(payments)
  return (
    <div className="receipt-totals">
      <p className="receipt-amount">
        {t.amountPaid} <strong>{showDollars(language, totalOf(payments))}</strong>
      </p>
      {returned > 0 && (
        <p className="receipt-returned">
          {t.givenBack} <span>{showDollars(language, returned)}</span>
        </p>
      )}
    </div>
  )
}
