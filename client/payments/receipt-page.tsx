import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { HistoryEntry } from '../../contract/events.ts'
import { paths } from '../../contract/page-paths.ts'
import { brandName } from '../../contract/payments/card-brand.ts'
import type { Receipt, ReceiptPayment, Refund } from '../../contract/payments/endpoints.ts'
import { reasonText } from '../../contract/payments/refund-reasons.ts'
import { showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import { showInstant } from '../../contract/show-instant.ts'
import { ApiError, call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { calendar } from '../data/shared-queries.ts'
import { readTogether, useRead } from '../data/use-read.ts'
import { AbsentAppointment } from '../domain/absent-appointment.tsx'
import { AddToCalendar } from '../domain/add-to-calendar.tsx'
import { DependentNote } from '../domain/appointment-card.tsx'
import { AppointmentHistory } from '../domain/appointment-history.tsx'
import { ClinicPhone } from '../domain/clinic-phone.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink } from '../ui/link.tsx'
import desk from './art/desk.svg'
import { receiptTexts } from './receipt-texts.ts'
import { paymentTexts } from './texts.ts'
import './receipt-page.css'

/** The receipt of a paid appointment, fit for printing. */
export function ReceiptPage() {
  const { appointmentId = '' } = useParams()
  return (
    <section className="receipt" aria-labelledby="receipt-heading">
      <h2 id="receipt-heading">{useTexts(receiptTexts).title}</h2>
      <PaidReceipt key={appointmentId} appointmentId={appointmentId} />
    </section>
  )
}

const paidReceipt = (id: string) =>
  readTogether('receipt', [endpoints.readReceipt, endpoints.listHistory], id, async (signal) => {
    const params = { id }
    const [receipt, history] = await Promise.all([
      call(endpoints.readReceipt, { params }, { signal }),
      call(endpoints.listHistory, { params }, { signal }),
    ])
    return { receipt, history }
  })

function PaidReceipt({ appointmentId }: { appointmentId: string }) {
  const { yours } = useTexts(receiptTexts)
  const { data: clinic, error: noCalendar } = useRead(calendar)
  const { data, error, isLoading, reload } = useRead(paidReceipt(appointmentId))
  // Without the clinic's zone the times are in the reader's.
  const timeZone = clinic?.timeZone
  if (data && (clinic || noCalendar !== undefined)) {
    return (
      <>
        <ReceiptPaper appointmentId={appointmentId} {...data} timeZone={timeZone} />
        <AppointmentHistory entries={data.history} timeZone={timeZone} reader="patient" />
      </>
    )
  }
  if (error === undefined) return <ReceiptSkeleton />
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'not_found' || code === 'forbidden') return <AbsentAppointment reason={code} />
  if (code === 'not_paid') return <NotPaid appointmentId={appointmentId} />
  return <LoadFailure what={yours} error={error} onRetry={reload} busy={isLoading} />
}

function NotPaid({ appointmentId }: { appointmentId: string }) {
  const t = useTexts(receiptTexts)
  return (
    <EmptyState
      picture={desk}
      title={t.none}
      action={<ButtonLink to={paths.payment(appointmentId)}>{t.goToPayment}</ButtonLink>}
    >
      <p>{t.noneText}</p>
    </EmptyState>
  )
}

type ReceiptPaperProps = {
  appointmentId: string
  receipt: Receipt
  history: readonly HistoryEntry[]
  timeZone: string | undefined
}

function ReceiptPaper({ appointmentId, receipt, history, timeZone }: ReceiptPaperProps) {
  const { treatment, date, slot, payments } = receipt
  const t = useTexts(receiptTexts)
  const isKept = netOf(payments) > 0 && history.every(({ kind }) => kind !== 'cancelled')
  return (
    <>
      <article className="receipt-paper" aria-label={t.of(receipt.clinic.name)}>
        {receipt.testMode && <p className="receipt-test">{t.testMode}</p>}
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
        {payments.flatMap(({ transactionId, refunds }) =>
          refunds.map((refund) => (
            <RefundNote
              key={`${transactionId} ${refund.requestedAt}`}
              refund={refund}
              timeZone={timeZone}
            />
          )),
        )}
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
  const day = parseDay(date)
  const language = useLanguage()
  const t = useTexts(receiptTexts)
  const shared = useTexts(sharedTexts)
  return (
    <>
      <header className="receipt-head">
        <p className="receipt-clinic">{clinic.name}</p>
        <p>{clinic.address}</p>
        <p>
          <ClinicPhone />
        </p>
      </header>
      <dl className="receipt-lines">
        <ReceiptLine name={shared.patient}>
          {patientName} <DependentNote appointment={receipt} byName />{' '}
          <span className="receipt-aside">{patient}</span>
        </ReceiptLine>
        <ReceiptLine name={shared.treatment}>{treatment}</ReceiptLine>
        <ReceiptLine name={t.appointment}>
          <span className="receipt-day">{day ? showLongDay(language, day) : date}</span>{' '}
          <span className="receipt-aside">{showSlot(language, slot)}</span>
        </ReceiptLine>
      </dl>
    </>
  )
}

function Totals({ receipt: { payments } }: { receipt: Receipt }) {
  const language = useLanguage()
  const t = useTexts(receiptTexts)
  const total = totalOf(payments)
  const returned = returnedOf(payments)
  const money = (dollars: number) => showDollars(language, dollars)
  return (
    <div className="receipt-totals">
      {returned > 0 && (
        <>
          <p className="receipt-part">
            {t.amountPaid} <span>{money(total)}</span>
          </p>
          <p className="receipt-part">
            {t.refunded} <span>{money(-returned)}</span>
          </p>
        </>
      )}
      <p className="receipt-amount">
        {returned > 0 ? t.net : t.amountPaid} <strong>{money(netOf(payments))}</strong>
      </p>
    </div>
  )
}

type PaymentLinesProps = {
  payment: ReceiptPayment
  /** From 1; only where there are several. */
  number: number | undefined
  timeZone: string | undefined
}

/** When, how much and by which card. */
function PaymentLines({ payment, number, timeZone }: PaymentLinesProps) {
  const { card, atDesk, amount, paidAt, transactionId } = payment
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
        <ReceiptLine name={t.paidOn}>{showInstant(language, paidAt, timeZone)}</ReceiptLine>
        {atDesk && <ReceiptLine name={t.paidBy}>{t.atDesk[atDesk]}</ReceiptLine>}
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

/** One line of the receipt's list: its name and what it says. */
function ReceiptLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="receipt-line">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const lines = ['patient', 'treatment', 'appointment', 'paid', 'card', 'transaction']

function ReceiptSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {useTexts(receiptTexts).loading}
      </p>
      <div className="receipt-paper" aria-hidden="true">
        <div className="receipt-head">
          <Skeleton width="50%" height="2.2em" />
          <Skeleton width="70%" height="1.6em" />
          <Skeleton width="40%" height="1.6em" />
        </div>
        <div className="receipt-lines">
          {lines.map((line) => (
            <Skeleton key={line} height="1.6em" />
          ))}
        </div>
        <Skeleton height="3em" />
      </div>
    </div>
  )
}

/** Dollars that were collected. */
export function totalOf(payments: readonly ReceiptPayment[]): number {
  return dollars(payments.map(({ amount }) => amount))
}

/** Dollars that were refunded, or are being refunded. */
export function returnedOf(payments: readonly ReceiptPayment[]): number {
  const refunds = payments.flatMap((payment) => payment.refunds)
  return dollars(refunds.filter(({ state }) => state !== 'failed').map(({ amount }) => amount))
}

/** Dollars that the clinic has, once what is being refunded has arrived. */
export function netOf(payments: readonly ReceiptPayment[]): number {
  return dollars([totalOf(payments), -returnedOf(payments)])
}

/** Adds in cents: dollars as numbers do not add up. */
function dollars(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
}

type RefundNoteProps = { refund: Refund; timeZone: string | undefined }

/** How far a refund has come, and why it was made. */
function RefundNote({ refund, timeZone }: RefundNoteProps) {
  const { state, reasonCode, reason, amount, requestedAt, settledAt } = refund
  const language = useLanguage()
  const t = useTexts(receiptTexts)
  const money = showDollars(language, amount)
  const at = (instant: string) => showInstant(language, instant, timeZone)
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
