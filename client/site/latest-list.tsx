import { useEffect, useState } from 'react'
import { paths } from '../../contract/page-paths.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import type { PublishedReview } from '../../contract/reviews/review.ts'
import { call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { Link } from '../ui/link.tsx'
import './published-list.css'
import { ReviewFigure } from './review-figure.tsx'
import { reviewsTexts } from './texts-reviews.ts'

const most = 3

/** The newest reviews; renders nothing while there are none, or when they do not load. */
export function LatestList() {
  const t = useTexts(reviewsTexts)
  const [reviews, setReviews] = useState<readonly PublishedReview[]>([])
  // A plain call: the home page does not load the query library.
  useEffect(() => {
    const abort = new AbortController()
    call(reviewEndpoints.listPublished, { query: { limit: most } }, { signal: abort.signal }).then(
      ({ rows }) => setReviews(rows),
      () => {},
    )
    return () => abort.abort()
  }, [])
  if (reviews.length === 0) return null
  return (
    <div className="latest-reviews">
      <ul className="review-figures">
        {reviews.map((review) => (
          <li key={review._id}>
            <ReviewFigure review={review} />
          </li>
        ))}
      </ul>
      <Link to={paths.reviews}>{t.readAll}</Link>
    </div>
  )
}
