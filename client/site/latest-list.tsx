import { Link } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { call } from '../data/api.ts'
import { useFetched } from '../data/use-fetched.ts'
import { useTexts } from '../i18n/language.tsx'
import './published-list.css'
import { ReviewFigure } from './review-figure.tsx'
import { reviewsTexts } from './texts-reviews.ts'

const most = 3

/** The newest reviews; nothing while there are none, or when they do not come. */
export function LatestList() {
  const t = useTexts(reviewsTexts)
  const { data } = useFetched('latest', (signal) =>
    call(reviewEndpoints.listPublished, { query: { limit: most } }, { signal }),
  )
  if (!data || data.rows.length === 0) return null
  return (
    <div className="latest-reviews">
      <ul className="review-figures">
        {data.rows.map((review) => (
          <li key={review._id}>
            <ReviewFigure review={review} />
          </li>
        ))}
      </ul>
      <Link to={paths.reviews}>{t.readAll}</Link>
    </div>
  )
}
