import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Receipt, Refund } from '../../contract/payment.ts'
import { AddToCalendar } from '../add-to-calendar.tsx'
import { instantText } from '../instant-text.ts'
import { paths } from '../paths.ts'
import { dollarText } from '../price-text.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { brandName } from './card-brand.ts'

type ReceiptPaperProps = { appointmentId: string; receipt: Receipt; timeZone: string | undefined }

export function ReceiptPaper({ appointmentId, receipt, timeZone }: ReceiptPaperProps) {
  const { clinic, patientName, patient, treatment, date, slot, card, refund } = receipt
  return (
    <>
      <article className="receipt-paper" aria-label={`Receipt of ${clinic.name}`}>
        <header className="receipt-head">
          <p className="receipt-clinic">{clinic.name}</p>
          <p>{clinic.address}</p>
          <p>{clinic.phone}</p>
        </header>
        <dl className="receipt-lines">
          <Line name="Patient">
            {patientName} <span className="receipt-aside">{patient}</span>
          </Line>
          <Line name="Treatment">{treatment}</Line>
          <Line name="Appointment">
            {date} <span className="receipt-aside">{slot}</span>
          </Line>
          <Line name="Paid on">{instantText(receipt.paidAt, timeZone)}</Line>
          {card && (
            <Line name="Card">
              {brandName(card.brand)} <span className="receipt-digits">•••• {card.last4}</span>
            </Line>
          )}
          <Line name="Transaction id">{receipt.transactionId}</Line>
        </dl>
        <p className="receipt-amount">
          Amount paid <strong>{dollarText(receipt.amount)}</strong>
        </p>
        {refund && <RefundNote refund={refund} amount={receipt.amount} timeZone={timeZone} />}
      </article>
      <div className="receipt-actions">
        <Button onClick={() => window.print()}>
          <Icon of={Printer} />
          Print
        </Button>
        {!refund && <AddToCalendar appointment={{ _id: appointmentId, treatment, date, slot }} />}
        <ButtonLink variant="quiet" to={paths.dashboard}>
          My Appointments
        </ButtonLink>
      </div>
    </>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="receipt-line">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type RefundNoteProps = { refund: Refund; amount: number; timeZone: string | undefined }

function RefundNote({ refund, amount, timeZone }: RefundNoteProps) {
  const { state, reason, requestedAt, settledAt } = refund
  const money = dollarText(amount)
  const texts = {
    requested: `A refund of ${money} was requested on ${instantText(requestedAt, timeZone)}.`,
    succeeded: `${money} was given back on ${instantText(settledAt ?? requestedAt, timeZone)}.`,
    failed: `A refund of ${money} did not go through. Please call the clinic.`,
  }
  return (
    <p className="receipt-refund">
      <strong>{texts[state]}</strong> {reason}
    </p>
  )
}
