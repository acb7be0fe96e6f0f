import { Link } from 'react-router'
import { reviewEndpoints } from '../../contract/review-endpoints.ts'
import { call } from '../api.ts'
import { useTexts } from '../language.tsx'
import { paths } from '../paths.ts'
import { useFetched } from '../use-fetched.ts'
import './published-list.css'
import { ReviewFigure } from './review-figure.tsx'
import { reviewsTexts } from './texts-reviews.ts'

const most = 3

/** The newest reviews; nothing while there are none, or when they do not come. */
export function LatestList() {
  const say = useTexts(reviewsTexts)
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
      <Link to={paths.reviews}>{say.readAll}</Link>
    </div>
  )
}
