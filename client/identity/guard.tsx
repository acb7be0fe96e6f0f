import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { useAdmin } from './admin-status.ts'
import { withOrigin } from './origin.ts'
import { useKnownSession, useSession } from './session.tsx'

/** Shows a page to who is signed in; others are sent to sign in and come back afterwards. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useKnownSession()
  const { key, pathname, search, hash } = useLocation()

  if (session.status === 'signedIn') return children
  if (session.status === 'anonymous') {
    // The page that one signs out on must not ask to sign in while it is being left.
    const left = session.signedOutAt?.key === key && session.signedOutAt.to
    return <Navigate replace to={left || withOrigin(paths.login, pathname + search + hash)} />
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

/** Shows a page to admins; anybody else who is signed in is signed out and sent to sign in. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { signOut } = useSession()
  const { status, retry } = useAdmin()

  useEffect(() => {
    if (status === 'no') void signOut(paths.login)
  }, [status, signOut])

  if (status === 'yes') return children
  if (status !== 'failed') return <PageSpinner />
  return (
    <ErrorState title="We could not look up whether you may see this" onRetry={retry}>
      The connection may be gone. Nothing was changed.
    </ErrorState>
  )
}
