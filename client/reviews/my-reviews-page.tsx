import { type ReactNode, useId, useRef, useState } from 'react'
import { paths } from '../../contract/page-paths.ts'
import type { PastAppointment } from '../../contract/reviews/review.ts'
import { PagedList } from '../data/paged-list.tsx'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CardsSkeleton } from './cards-skeleton.tsx'
import './my-reviews-page.css'
import { OwnReviews } from './own-reviews.tsx'
import { ReviewModal } from './review-modal.tsx'
import { reviewTexts } from './texts.ts'
import { ToReview } from './to-review.tsx'
import { usePast } from './use-past.ts'

/** What waits for a review, and one's own reviews. */
export function MyReviewsPage() {
  const t = useTexts(reviewTexts)
  const [toReview, own] = [usePast('unreviewed'), usePast('reviewed')]
  const [reviewing, setReviewing] = useState<PastAppointment>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isNothing = toReview.data?.rows.length === 0 && own.data?.rows.length === 0

  return (
    <section className="my-reviews" aria-labelledby="my-reviews-heading">
      <h2 id="my-reviews-heading" ref={heading} tabIndex={-1}>
        {t.reviewsHeading}
      </h2>
      {isNothing ? (
        <NothingToReview />
      ) : (
        <>
          <Part
            {...t.toReview}
            pages={toReview}
            skeleton={<CardsSkeleton label={t.toReviewLoading} rows={2} />}
          >
            {(rows) => <ToReview rows={rows} onReview={setReviewing} />}
          </Part>
          <Part
            {...t.written}
            pages={own}
            skeleton={<CardsSkeleton label={t.writtenLoading} rows={2} height="160px" />}
          >
            {(rows) => <OwnReviews rows={rows} onEdit={setReviewing} />}
          </Part>
        </>
      )}
      <ReviewModal
        past={reviewing}
        onClose={() => setReviewing(undefined)}
        onSent={() => {
          toReview.reload()
          own.reload()
        }}
        focusAfterwards={heading}
      />
    </section>
  )
}

type PartProps = {
  heading: string
  what: string
  pagerLabel: string
  pages: ReturnType<typeof usePast>
  skeleton: ReactNode
  empty: string
  children: (rows: PastAppointment[]) => ReactNode
}

function Part({ heading, empty, children, ...list }: PartProps) {
  const id = useId()
  return (
    <section className="my-reviews-part" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      <PagedList {...list} empty={<p>{empty}</p>}>
        {children}
      </PagedList>
    </section>
  )
}

function NothingToReview() {
  const t = useTexts(reviewTexts)
  const { bookAnAppointment } = useTexts(sharedTexts)
  return (
    <EmptyState
      picture={picture}
      title={t.nothingToReview}
      action={<ButtonLink to={paths.appointment}>{bookAnAppointment}</ButtonLink>}
    >
      <p>{t.nothingToReviewHint}</p>
    </EmptyState>
  )
}
