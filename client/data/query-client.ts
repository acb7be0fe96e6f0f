import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { onSessionState, readSessionState } from '../identity/session/session-state.ts'
import { onMoving } from './moving.ts'
import { onTouch } from './touch.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The endpoints that were called, as `touch` names them. */
      reads: readonly string[]
    }
  }
}

/** A tab looked at again after this long may show what is no longer so. */
const staleAfterMs = 60_000

/** The library forgets a failure while it tries again; 'Try again' and the reason stay meanwhile. */
const failures = new WeakMap<object, unknown>()

/**
 * The one cache. Pages use it by `useRead`, without a provider: the first view of the public pages
 * loads neither this nor the library. The first part of a key is the account, '' for public data.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => failures.set(query, error),
    onSuccess: (_, query) => failures.delete(query),
  }),
  defaultOptions: {
    queries: {
      // Without a connection a call fails at once, and the screen says so.
      networkMode: 'always',
      retry: false,
      refetchOnReconnect: ({ state }) => (state.error === null ? false : 'always'),
      refetchOnWindowFocus({ state }) {
        const settledAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
        return Date.now() - settledAt > staleAfterMs ? 'always' : false
      },
    },
  },
})

/** Why the last try failed, also while the next one is under way. */
export function failureOf(queryKey: readonly unknown[]): unknown {
  const query = queryClient.getQueryCache().find({ queryKey })
  return query && failures.get(query)
}

onTouch((names) => {
  const isTouched = (reads: readonly string[] = []) => reads.some((name) => names.includes(name))
  void queryClient.invalidateQueries({ predicate: ({ meta }) => isTouched(meta?.reads) })
})

// What was refused meanwhile is there again.
onMoving((isMoving) => {
  if (!isMoving) void queryClient.invalidateQueries()
})

let account = readSessionState().user?.email

onSessionState(() => {
  const now = readSessionState().user?.email
  if (now === account) return
  account = now
  // Nothing of the account before is shown or stored, also where it signs in again.
  queryClient.removeQueries({ predicate: ({ queryKey: [owner] }) => owner !== '' && owner !== now })
})

if (typeof window !== 'undefined') {
  // The library takes a page for online until it sees an event.
  onlineManager.setOnline(navigator.onLine)
  queryClient.mount()
}
