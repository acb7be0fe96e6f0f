import type { PastAppointment, PastState } from '../../contract/review.ts'
import { ClinicInstant } from '../clinic-instant.tsx'
import { paths } from '../paths.ts'
import { dollarText } from '../price-text.ts'
import '../staff-page.css'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Stars } from '../ui/stars.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { stateTexts } from './review-state.tsx'

export const historyHeadings = ['When', 'Treatment', 'State', 'Price', 'Payment', 'Review'] as const

const pastTexts: Record<PastState, string> = {
  took_place: 'Took place',
  missed: 'Missed',
  cancelled: 'Cancelled',
}

type HistoryTableProps = {
  rows: readonly PastAppointment[]
  zone: string | null
  onReview: (past: PastAppointment) => void
}

export function HistoryTable({ rows, zone, onReview }: HistoryTableProps) {
  const [when, treatment, state, price, payment, review] = historyHeadings
  const columns: readonly Column<PastAppointment>[] = [
    { heading: when, cell: (past) => <When past={past} /> },
    { heading: treatment, cell: (past) => past.treatment },
    { heading: state, cell: (past) => <What past={past} zone={zone} /> },
    { heading: price, cell: (past) => dollarText(past.price) },
    { heading: payment, cell: (past) => <Payment past={past} /> },
    { heading: review, cell: (past) => <Review past={past} onReview={onReview} /> },
  ]
  return (
    <Table
      caption="My History"
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={({ _id }) => _id}
    />
  )
}

function When({ past: { date, slot } }: { past: PastAppointment }) {
  return (
    <span className="history-when">
      <span className="history-day">{date}</span>{' '}
      <span className="history-aside history-slot">{slot}</span>
    </span>
  )
}

type WhatProps = { past: PastAppointment; zone: string | null }

function What({ past: { state, cancelledAt }, zone }: WhatProps) {
  return (
    <span className="history-what">
      <span className={`history-state history-state-${state}`}>{pastTexts[state]}</span>{' '}
      {cancelledAt !== null && (
        <span className="history-aside">
          on <ClinicInstant at={cancelledAt} zone={zone} />
        </span>
      )}
    </span>
  )
}

function paymentText({ paid, hasReceipt, price, state }: PastAppointment): string {
  if (paid) return 'Paid'
  if (hasReceipt) return 'Paid back'
  return price === 0 || state === 'cancelled' ? 'Nothing to pay' : 'Not paid'
}

function Payment({ past }: { past: PastAppointment }) {
  const { _id, hasReceipt, date } = past
  return (
    <span className="history-payment">
      {paymentText(past)}
      {hasReceipt && (
        <ButtonLink
          variant="quiet"
          className="row-button"
          to={paths.receipt(_id)}
          aria-label={`Receipt of ${date}`}
        >
          Receipt
        </ButtonLink>
      )}
    </span>
  )
}

type ReviewProps = { past: PastAppointment; onReview: (past: PastAppointment) => void }

function Review({ past, onReview }: ReviewProps) {
  const { review, state, treatment, date } = past
  if (review) {
    return (
      <span className="history-review">
        <Stars count={review.stars} />
        <span className="history-aside">{stateTexts[review.state]}</span>
      </span>
    )
  }
  if (state !== 'took_place') {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">None</span>
      </>
    )
  }
  return (
    <Button
      variant="quiet"
      className="row-button"
      aria-label={`Write a review of ${treatment}, ${date}`}
      onClick={() => onReview(past)}
    >
      Write a review
    </Button>
  )
}
