import { type ReactNode, useId, useRef, useState } from 'react'
import { paths } from '../../contract/page-paths.ts'
import type { OwnReview, PastAppointment } from '../../contract/reviews/review.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { PagedList } from '../data/paged-list.tsx'
import { DependentNote } from '../domain/appointment-card.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Stars } from '../ui/stars.tsx'
import { CardsSkeleton, ReviewStateMark } from './review-cards.tsx'
import { ReviewModal } from './review-modal.tsx'
import { showVisit } from './show-visit.ts'
import { reviewTexts } from './texts.ts'
import { usePast } from './use-past.ts'
import './my-reviews-page.css'
import './review-cards.css'
import '../app/staff-page.css'

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

type ToReviewProps = {
  rows: readonly PastAppointment[]
  onReview: (past: PastAppointment) => void
}

/** Appointments that took place and have no review yet. */
function ToReview({ rows, onReview }: ToReviewProps) {
  const language = useLanguage()
  const t = reviewTexts[language]
  return (
    <ul className="review-cards">
      {rows.map((past) => (
        <li key={past._id} className="review-card review-card-row">
          <div>
            <p className="review-card-title">{past.treatment}</p>
            <Treated past={past} />
            <p className="review-card-aside">
              {showDate(language, past.date)}, {showSlot(language, past.slot)}
            </p>
          </div>
          <Button
            variant="quiet"
            aria-label={t.writeReviewOf(showVisit(language, past))}
            onClick={() => onReview(past)}
          >
            {t.writeReview}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The dependent whose visit it was; nothing for the account's holder. */
function Treated({ past }: { past: PastAppointment }) {
  if (!past.dependent) return null
  return (
    <div className="review-card-aside">
      {past.dependent.name}
      <DependentNote appointment={past} />
    </div>
  )
}

type OwnReviewsProps = {
  rows: readonly PastAppointment[]
  onEdit: (past: PastAppointment) => void
}

/** One's own reviews with what became of them. */
function OwnReviews({ rows, onEdit }: OwnReviewsProps) {
  const language = useLanguage()
  const t = reviewTexts[language]
  return (
    <ul className="review-cards">
      {rows.map(
        (past) =>
          past.review && (
            <li key={past._id} className="review-card">
              <Written past={past} review={past.review} />
              <div className="review-card-buttons">
                <Button
                  variant="quiet"
                  className="row-button"
                  aria-label={t.changeReviewOf(showVisit(language, past))}
                  onClick={() => onEdit(past)}
                >
                  {t.change}
                </Button>
              </div>
            </li>
          ),
      )}
    </ul>
  )
}

function Written({ past, review }: { past: PastAppointment; review: OwnReview }) {
  const language = useLanguage()
  return (
    <>
      <div className="review-card-head">
        <Stars count={review.stars} />
        <ReviewStateMark state={review.state} />
      </div>
      <p className="review-card-aside">
        {past.treatment}, {showDate(language, past.date)}
      </p>
      <Treated past={past} />
      <p className="review-text">{review.text}</p>
      {review.state === 'rejected' && (
        <p className="review-card-aside">{reviewTexts[language].rejected}</p>
      )}
    </>
  )
}
