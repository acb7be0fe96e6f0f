import { onlineManager, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { AnswerOf, Endpoint, InputOf } from '../../contract/endpoint.ts'
import { useSession } from '../identity/session/session.tsx'
import { onSessionState, readSessionState } from '../identity/session/session-state.ts'
import { call } from './api.ts'
import { onMoving } from './moving.ts'
import { nameOf, onTouch } from './use-action.ts'

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
function failureOf(queryKey: readonly unknown[]): unknown {
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

/** How long an answer that nobody reads any more stays in the cache of a shared source. */
const storedMs = 300_000

/** A build that prerenders pages ends without waiting for what would be forgotten. */
const keptMs = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : storedMs

/** Something that can be read: sources of one name and one input are one entry in the cache. */
export type Source<T> = {
  name: string
  /** With the name, what is asked for: plain JSON. */
  input: unknown
  load: (signal: AbortSignal) => Promise<T>
  /** The endpoints it calls: a change that touches one of them makes it load again. */
  reads: readonly Endpoint[]
  /** Screens that open within this time share the answer; 0: each loads its own. */
  freshMs: number
}

/** The answer of one endpoint, e.g. `read(endpoints.listAvailable, { query: { date: day } })`. */
export function read<E extends Endpoint>(endpoint: E, input: InputOf<E>): Source<AnswerOf<E>> {
  const load = (signal: AbortSignal) => call(endpoint, input, { signal })
  return { name: nameOf(endpoint), input, load, reads: [endpoint], freshMs: 0 }
}

/** What several calls answer together. `name` is its own in the whole client. */
export function readTogether<T>(
  name: string,
  reads: readonly Endpoint[],
  input: unknown,
  load: (signal: AbortSignal) => Promise<T>,
): Source<T> {
  return { name, input, load, reads, freshMs: 0 }
}

export type Reading<T> = {
  /** The last good answer, possibly to an earlier input: see `isCurrent`. */
  data: T | undefined
  isCurrent: boolean
  isLoading: boolean
  /** Stays while the same is tried again; undefined where nothing failed. */
  error: unknown
  reload: () => void
}

type Options = {
  /** False: nothing is asked yet. */
  enabled?: boolean
  /** For a form that starts with the answer: nothing stored will do. */
  fresh?: boolean
}

/**
 * Reads a source and shows what comes. A newer input aborts the older request. Loads again when the
 * browser is back online after a failure, when a tab left alone is looked at again, and when a change
 * touches it.
 */
export function useRead<T>(
  source: Source<T>,
  { enabled = true, fresh = false }: Options = {},
): Reading<T> {
  const { name, input, load, reads, freshMs } = source
  const account = useSession().user?.email ?? ''
  const own = useId()
  const isPublic = reads.every(({ access }) => access === 'anyone')
  const owner = isPublic ? '' : account
  const isShared = freshMs > 0 && !fresh
  const queryKey = [owner, name, input, fresh ? own : '']
  const result = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => load(signal),
      meta: { reads: reads.map(nameOf) },
      enabled,
      staleTime: isShared ? freshMs : 0,
      gcTime: isShared ? Math.max(freshMs, keptMs) : 0,
      // Until the next answer is there, the last one to the same account.
      placeholderData: (last, query) =>
        query?.queryKey[0] === owner && query.queryKey[1] === name ? last : undefined,
    },
    queryClient,
  )
  const { data, error, isFetching, isPlaceholderData, refetch } = result
  return {
    data,
    isCurrent: data !== undefined && !isPlaceholderData,
    isLoading: isFetching,
    error: error ?? (isFetching ? failureOf(queryKey) : undefined),
    reload: () => void refetch(),
  }
}

/** Calls `onChange` whenever what was fetched has changed; answers how to stop. */
type Watch = (onChange: () => void) => () => void

/**
 * Loads again, without a word, at every change. Changes that come while it loads are one
 * more load afterwards, so that a busy day cannot keep it from ending. `key`: what is watched.
 */
export function useReloadOn<F extends Reading<unknown>>(fetched: F, watch: Watch, key = ''): F {
  const { isLoading, reload } = fetched
  const isOutdated = useRef(false)

  const onChange = useEffectEvent(() => {
    isOutdated.current = isLoading
    if (!isLoading) reload()
  })
  const catchUp = useEffectEvent(() => {
    if (!isOutdated.current) return
    isOutdated.current = false
    reload()
  })
  const watchNow = useEffectEvent((_: string) => watch(() => onChange()))
  useEffect(() => watchNow(key), [key])
  useEffect(() => {
    if (!isLoading) catchUp()
  }, [isLoading])

  return fetched
}
