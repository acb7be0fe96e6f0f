import { useRef, useState } from 'react'
import { parseDay } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import type { PastAppointment } from '../../contract/reviews/review.ts'
import { showDate, showDollars, showSlot, showWeekday } from '../../contract/show.ts'
import { PagedList } from '../data/paged-list.tsx'
import { DependentNote } from '../domain/appointment-card.tsx'
import { testPaymentTexts } from '../domain/test-payment-texts.ts'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Stars } from '../ui/stars.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { ReviewModal } from './review-modal.tsx'
import { showVisit } from './show-visit.ts'
import { reviewTexts } from './texts.ts'
import { usePast } from './use-past.ts'
import './my-history-page.css'
import '../app/staff-page.css'

/** What is over and what was cancelled, with receipts, the newest first. */
export function MyHistoryPage() {
  const t = useTexts(reviewTexts)
  const headings = useHistoryHeadings()
  const pages = usePast()
  const zone = useClinicZone()
  const [reviewing, setReviewing] = useState<PastAppointment>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <section className="my-history" aria-labelledby="history-heading">
      <h2 id="history-heading" ref={heading} tabIndex={-1}>
        {t.historyHeading}
      </h2>
      <PagedList
        pages={pages}
        what={t.historyWhat}
        pagerLabel={t.historyPages}
        skeleton={<TableSkeleton label={t.historyLoading} headings={headings} height="48px" />}
        empty={<NoHistory />}
      >
        {(rows) => <HistoryTable rows={rows} zone={zone} onReview={setReviewing} />}
      </PagedList>
      <ReviewModal
        past={reviewing}
        onClose={() => setReviewing(undefined)}
        focusAfterwards={heading}
      />
    </section>
  )
}

function NoHistory() {
  const t = useTexts(reviewTexts)
  const { bookAnAppointment } = useTexts(sharedTexts)
  return (
    <EmptyState
      picture={picture}
      title={t.noHistory}
      action={<ButtonLink to={paths.appointment}>{bookAnAppointment}</ButtonLink>}
    >
      <p>{t.noHistoryHint}</p>
    </EmptyState>
  )
}

/** In the order of the columns. */
function useHistoryHeadings() {
  const { when, review } = useTexts(reviewTexts)
  const { treatment, status, price, payment } = useTexts(sharedTexts)
  return [when, treatment, status, price, payment, review] as const
}

type HistoryTableProps = {
  rows: readonly PastAppointment[]
  zone: string | null
  onReview: (past: PastAppointment) => void
}

function HistoryTable({ rows, zone, onReview }: HistoryTableProps) {
  const language = useLanguage()
  const [when, treatment, state, price, payment, review] = useHistoryHeadings()
  const columns: readonly Column<PastAppointment>[] = [
    { heading: when, cell: (past) => <When past={past} /> },
    { heading: treatment, cell: (past) => <Treatment past={past} /> },
    { heading: state, cell: (past) => <What past={past} zone={zone} /> },
    { heading: price, cell: (past) => showDollars(language, past.price) },
    { heading: payment, cell: (past) => <Payment past={past} /> },
    { heading: review, cell: (past) => <Review past={past} onReview={onReview} /> },
  ]
  return (
    <Table
      caption={reviewTexts[language].historyName}
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={({ _id }) => _id}
    />
  )
}

function When({ past: { date, slot } }: { past: PastAppointment }) {
  const language = useLanguage()
  const day = parseDay(date)
  return (
    <span className="history-when">
      <span className="history-aside">{day && showWeekday(language, day)}</span>{' '}
      <span className="history-day">{showDate(language, date)}</span>{' '}
      <span className="history-aside history-slot">{showSlot(language, slot)}</span>
    </span>
  )
}

function Treatment({ past }: { past: PastAppointment }) {
  return (
    <span>
      {past.treatment}
      {past.dependent && (
        <span className="history-aside history-dependent">{past.dependent.name}</span>
      )}
      <DependentNote appointment={past} />
    </span>
  )
}

type WhatProps = { past: PastAppointment; zone: string | null }

function What({ past: { state, cancelledAt }, zone }: WhatProps) {
  const t = useTexts(reviewTexts)
  return (
    <span className="history-what">
      <span className={`history-state history-state-${state}`}>{t.past[state]}</span>{' '}
      {cancelledAt !== null && (
        <span className="history-aside">
          {t.cancelledOn} <ClinicInstant at={cancelledAt} zone={zone} />
        </span>
      )}
    </span>
  )
}

type Paid = Pick<PastAppointment, 'paid' | 'due' | 'hasReceipt' | 'price' | 'state'>

/** What became of the money: `Paid`, `$99 of $109 paid`, `Refunded`. */
export function paymentText(
  language: Language,
  { paid, due, hasReceipt, price, state }: Paid,
): string {
  const t = reviewTexts[language]
  if (paid) return t.paid
  // Rescheduled to a treatment that costs more, after it had been paid.
  if (due > 0 && due < price) {
    return t.partlyPaid(showDollars(language, price - due), showDollars(language, price))
  }
  if (hasReceipt) return t.refunded
  return price === 0 || state === 'cancelled' ? t.nothingToPay : t.notPaid
}

function Payment({ past }: { past: PastAppointment }) {
  const language = useLanguage()
  const t = reviewTexts[language]
  const { notReceived } = testPaymentTexts[language]
  const { _id, hasReceipt, slot } = past
  return (
    <span className="history-payment">
      {past.paidInTest > 0 ? notReceived : paymentText(language, past)}
      {hasReceipt && (
        <ButtonLink
          variant="quiet"
          className="row-button"
          to={paths.receipt(_id)}
          aria-label={t.receiptOf(`${showVisit(language, past)}, ${showSlot(language, slot)}`)}
        >
          {t.receipt}
        </ButtonLink>
      )}
    </span>
  )
}

type ReviewProps = { past: PastAppointment; onReview: (past: PastAppointment) => void }

function Review({ past, onReview }: ReviewProps) {
  const language = useLanguage()
  const t = reviewTexts[language]
  const { review, state } = past
  if (review) {
    return (
      <span className="history-review">
        <Stars count={review.stars} />
        <span className="history-aside">{t.states[review.state]}</span>
      </span>
    )
  }
  if (state !== 'took_place') {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{sharedTexts[language].none}</span>
      </>
    )
  }
  return (
    <Button
      variant="quiet"
      className="row-button"
      aria-label={t.writeReviewOf(showVisit(language, past))}
      onClick={() => onReview(past)}
    >
      {t.writeReview}
    </Button>
  )
}
