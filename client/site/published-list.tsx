import { paths } from '../../contract/page-paths.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import type { PublishedReview } from '../../contract/reviews/review.ts'
import { PagedList } from '../data/paged-list.tsx'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/brush.svg'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../ui/link.tsx'
import './published-list.css'
import { ReviewFigure } from './review-figure.tsx'
import { reviewsTexts } from './texts-reviews.ts'

const perPage = 12

/** Every review that the clinic has approved, the newest first. */
export function PublishedList() {
  const t = useTexts(reviewsTexts)
  const pages = usePagedRead((after) =>
    read(reviewEndpoints.listPublished, { query: { after, limit: perPage } }),
  )
  return (
    <section className="inner published" aria-labelledby="published-heading">
      <h2 id="published-heading">{t.heading}</h2>
      <PagedList
        pages={pages}
        what={t.what}
        pagerLabel={t.pager}
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
  const t = useTexts(reviewsTexts)
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
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
  const t = useTexts(reviewsTexts)
  return (
    <EmptyState
      picture={picture}
      title={t.noneTitle}
      action={
        <ButtonLink variant="quiet" to={paths.dashboardReviews}>
          {t.write}
        </ButtonLink>
      }
    >
      <p>{t.none}</p>
    </EmptyState>
  )
}
