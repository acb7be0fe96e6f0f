import { type ReactNode, useId, useRef, useState } from 'react'
import type { PastAppointment } from '../../contract/review.ts'
import { PagedList } from '../paged-list.tsx'
import { paths } from '../paths.ts'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CardsSkeleton } from './cards-skeleton.tsx'
import './my-reviews-page.css'
import { OwnReviews } from './own-reviews.tsx'
import { ReviewModal } from './review-modal.tsx'
import { ToReview } from './to-review.tsx'
import { usePast } from './use-past.ts'

/** What waits for a review, and one's own reviews. */
export function MyReviewsPage() {
  const [toReview, own] = [usePast('unreviewed'), usePast('reviewed')]
  const [reviewing, setReviewing] = useState<PastAppointment>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isNothing = toReview.data?.rows.length === 0 && own.data?.rows.length === 0

  return (
    <section className="my-reviews" aria-labelledby="my-reviews-heading">
      <h2 id="my-reviews-heading" ref={heading} tabIndex={-1}>
        This is my Reviews
      </h2>
      {isNothing ? (
        <NothingToReview />
      ) : (
        <>
          <Part
            heading="Waiting for your review"
            pages={toReview}
            skeleton={<CardsSkeleton label="Loading what you can review…" rows={2} />}
            empty="You have reviewed every visit so far. Thank you."
          >
            {(rows) => <ToReview rows={rows} onReview={setReviewing} />}
          </Part>
          <Part
            heading="Written by you"
            pages={own}
            skeleton={<CardsSkeleton label="Loading your reviews…" rows={2} height="160px" />}
            empty="Nothing yet. What you write about a visit is kept here."
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
  pages: ReturnType<typeof usePast>
  skeleton: ReactNode
  empty: string
  children: (rows: PastAppointment[]) => ReactNode
}

function Part({ heading, pages, skeleton, empty, children }: PartProps) {
  const id = useId()
  return (
    <section className="my-reviews-part" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      <PagedList
        pages={pages}
        what={`The list '${heading}'`}
        pagerLabel={`Pages of '${heading}'`}
        skeleton={skeleton}
        empty={<p>{empty}</p>}
      >
        {children}
      </PagedList>
    </section>
  )
}

function NothingToReview() {
  return (
    <EmptyState
      picture={picture}
      title="There is nothing to review yet"
      action={<ButtonLink to={paths.appointment}>Book an appointment</ButtonLink>}
    >
      <p>After a visit you can say here how it was, and help others choose.</p>
    </EmptyState>
  )
}
