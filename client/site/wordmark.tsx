import { paths } from '../../contract/page-paths.ts'
import { clinic } from '../domain/clinic.ts'
import { Link } from '../ui/link.tsx'
import './wordmark.css'

/** The clinic's name with its logo, as a link to the home page. */
export function Wordmark() {
  return (
    <Link to={paths.home} className="wordmark">
      <svg viewBox="0 0 40 40" width="36" height="36" aria-hidden="true">
        <path
          className="wordmark-tooth"
          d="M20 9c-3-3-9-4-12-1-4 4-3 11-1 17 1 4 1 10 4 10s3-6 5-9c1-2 2-3 4-3s3 1 4 3c2 3 2 9 5 9s3-6 4-10c2-6 3-13-1-17-3-3-9-2-12 1Z"
        />
        <path className="wordmark-smile" d="M14 16q6 5 12 0" />
      </svg>
      <span>{clinic.name}</span>
    </Link>
  )
}
