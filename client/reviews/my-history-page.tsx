import { useRef, useState } from 'react'
import type { PastAppointment } from '../../contract/review.ts'
import { useClinicZone } from '../clinic-instant.tsx'
import { PagedList } from '../paged-list.tsx'
import { paths } from '../paths.ts'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { HistoryTable, historyHeadings } from './history-table.tsx'
import './my-history-page.css'
import { ReviewModal } from './review-modal.tsx'
import { usePast } from './use-past.ts'

/** What is over and what was cancelled, with receipts, the newest first. */
export function MyHistoryPage() {
  const pages = usePast()
  const zone = useClinicZone()
  const [reviewing, setReviewing] = useState<PastAppointment>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <section className="my-history" aria-labelledby="history-heading">
      <h2 id="history-heading" ref={heading} tabIndex={-1}>
        This is my History
      </h2>
      <PagedList
        pages={pages}
        what="Your history"
        pagerLabel="Pages of your history"
        skeleton={
          <TableSkeleton label="Loading your history…" headings={historyHeadings} height="48px" />
        }
        empty={<NoHistory />}
      >
        {(rows) => <HistoryTable rows={rows} zone={zone} onReview={setReviewing} />}
      </PagedList>
      <ReviewModal
        past={reviewing}
        onClose={() => setReviewing(undefined)}
        onSent={pages.reload}
        focusAfterwards={heading}
      />
    </section>
  )
}

function NoHistory() {
  return (
    <EmptyState
      picture={picture}
      title="Nothing lies behind you yet"
      action={<ButtonLink to={paths.appointment}>Book an appointment</ButtonLink>}
    >
      <p>
        Once an appointment is over, it is kept here with its receipt. What you have ahead is under
        My Appointments.
      </p>
    </EmptyState>
  )
}
