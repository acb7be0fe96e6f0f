import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { ApiError, call } from '../data/api.ts'
import { usePagedRead } from '../data/use-paged-read.ts'
import { readTogether } from '../data/use-read.ts'
import { useSession } from '../identity/session/session.tsx'

const perPage = 20

/** The account's past appointments, page by page: all, those without a review, or those with one. */
export function usePast(only?: 'unreviewed' | 'reviewed') {
  const { user, signOut } = useSession()
  const email = user?.email ?? ''
  return usePagedRead((after) => {
    const query = { email, only, after, limit: perPage }
    return readTogether('past', [reviewEndpoints.listPast], query, async (signal) => {
      try {
        return await call(reviewEndpoints.listPast, { query }, { signal })
      } catch (error) {
        // Not in an effect: the end of the session may have unmounted this page already.
        if (error instanceof ApiError && [401, 403].includes(error.status)) void signOut()
        throw error
      }
    })
  })
}
