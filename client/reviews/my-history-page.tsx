import { useRef, useState } from 'react'
import { paths } from '../../contract/page-paths.ts'
import type { PastAppointment } from '../../contract/reviews/review.ts'
import { PagedList } from '../data/paged-list.tsx'
import { useClinicZone } from '../i18n/clinic-instant.tsx'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { HistoryTable, useHistoryHeadings } from './history-table.tsx'
import './my-history-page.css'
import { ReviewModal } from './review-modal.tsx'
import { reviewTexts } from './texts.ts'
import { usePast } from './use-past.ts'

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
        onSent={pages.reload}
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
