import { ApiError } from './api.ts'
import { ErrorState } from './ui/error-state.tsx'

type LoadFailureProps = {
  /** What did not load, to begin the title with. */
  what: string
  error: unknown
  onRetry: () => void
  busy: boolean
}

/** Offline heals by itself (use-fetched.ts); anything else can be tried again. */
export function LoadFailure({ what, error, onRetry, busy }: LoadFailureProps) {
  const isOffline = !navigator.onLine
  return (
    <ErrorState
      title={isOffline ? 'You are offline' : `${what} did not load`}
      onRetry={onRetry}
      busy={busy}
    >
      {isOffline
        ? 'This page comes back by itself as soon as you are connected. Your appointments are safe.'
        : error instanceof ApiError
          ? error.message
          : 'Something went wrong on our side. Please try again in a moment.'}
    </ErrorState>
  )
}
