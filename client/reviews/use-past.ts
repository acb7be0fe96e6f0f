import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { ApiError, call } from '../data/api.ts'
import { usePages } from '../data/use-pages.ts'
import { useSession } from '../identity/session.tsx'

const perPage = 20

/** One's own past, page by page: all of it, what waits for a review, or what has one. */
export function usePast(only?: 'unreviewed' | 'reviewed') {
  const { user, signOut } = useSession()
  const email = user?.email ?? ''
  return usePages(JSON.stringify([email, only]), async (after, signal) => {
    try {
      const query = { email, only, after, limit: perPage }
      return await call(reviewEndpoints.listPast, { query }, { signal })
    } catch (error) {
      // Not in an effect: the end of the session may have taken this page away by now.
      if (error instanceof ApiError && [401, 403].includes(error.status)) void signOut()
      throw error
    }
  })
}
