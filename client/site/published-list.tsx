import type { PublishedReview } from '../../contract/review.ts'
import { reviewEndpoints } from '../../contract/review-endpoints.ts'
import { call } from '../api.ts'
import { PagedList } from '../paged-list.tsx'
import { paths } from '../paths.ts'
import picture from '../ui/art/brush.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePages } from '../use-pages.ts'
import './published-list.css'
import { ReviewFigure } from './review-figure.tsx'

const perPage = 12

/** Every review that the clinic has approved, the newest first. */
export function PublishedList() {
  const pages = usePages('published', (after, signal) =>
    call(reviewEndpoints.listPublished, { query: { after, limit: perPage } }, { signal }),
  )
  return (
    <section className="inner published" aria-labelledby="published-heading">
      <h2 id="published-heading">What patients wrote</h2>
      <PagedList
        pages={pages}
        what="The reviews"
        pagerLabel="Pages of reviews"
        skeleton={<Loading />}
        empty={<NoneYet />}
      >
        {(rows) => <Figures rows={rows} />}
      </PagedList>
    </section>
  )
}

function Figures({ rows }: { rows: readonly PublishedReview[] }) {
  return (
    <ul className="review-figures">
      {rows.map((review) => (
        <li key={review._id}>
          <ReviewFigure review={review} />
        </li>
      ))}
    </ul>
  )
}

function Loading() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading the reviews…
      </p>
      <div className="review-figures">
        {['a', 'b', 'c'].map((place) => (
          <Skeleton key={place} height="220px" />
        ))}
      </div>
    </div>
  )
}

function NoneYet() {
  return (
    <EmptyState
      picture={picture}
      title="Nobody has written yet"
      action={
        <ButtonLink variant="quiet" to={paths.dashboardReviews}>
          Write about your visit
        </ButtonLink>
      }
    >
      <p>Patients can write a review after their visit. You may be the first.</p>
    </EmptyState>
  )
}
