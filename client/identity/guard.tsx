import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { withOrigin } from './origin.ts'
import { useKnownSession } from './session.tsx'

/** Shows a page to who is signed in; others are sent to sign in and come back afterwards. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useKnownSession()
  const { key, pathname, search, hash } = useLocation()

  if (session.status === 'signedIn') return children
  if (session.status === 'anonymous') {
    // The page that one signs out on must not ask to sign in while it is being left.
    const left = session.signedOutAt === key
    const login = withOrigin(paths.login, pathname + search + hash)
    return <Navigate replace to={left ? paths.homeAlias : login} />
  }
  if (!session.failed) return <PageSpinner />
  return (
    <div className="page">
      <ErrorState
        title="We could not look up your account"
        onRetry={() => void session.refresh().catch(() => {})}
      >
        The connection may be gone. Nothing you have booked is affected.
      </ErrorState>
    </div>
  )
}
