import { onlineManager, type Query, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { AnswerOf, Endpoint, InputOf } from '../../contract/endpoint.ts'
import { useSession } from '../identity/session/session.tsx'
import { onSessionState, readSessionState } from '../identity/session/session-state.ts'
import { call } from './api.ts'
import { onMoving } from './moving.ts'
import { isAnythingUnsaved } from './unsaved.ts'
import { nameOf, onTouch } from './use-action.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The called endpoints, as `touch` names them. */
      reads: readonly string[]
      /** When the answer is over, in epoch milliseconds of the reader's clock. */
      endOf?: ((answer: never) => number) | undefined
    }
  }
}

/** When a tab is shown again after this long, its data may be outdated. */
const staleAfterMs = 60_000

/** The library drops an error during a retry; 'Try again' and the reason stay visible. */
const failures = new WeakMap<object, unknown>()

/**
 * The one cache. Pages use it by `useRead`, without a provider: the first view of the public pages loads
 * neither this nor the library. The first part of a key is the account, '' for public data.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => failures.set(query, error),
    onSuccess: (_, query) => failures.delete(query),
  }),
  defaultOptions: {
    queries: {
      // Without a connection a call fails at once, and the screen reports it.
      networkMode: 'always',
      retry: false,
      refetchOnReconnect: ({ state }) => (state.error === null ? false : 'always'),
      refetchOnWindowFocus({ state }) {
        const settledAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
        return Date.now() - settledAt > staleAfterMs ? 'always' : false
      },
      // In a tab that is shown; a clock that is a little ahead must not ask without a pause.
      refetchInterval: ({ meta, state: { data } }) =>
        data !== undefined && meta?.endOf
          ? Math.max(meta.endOf(data as never) - Date.now(), 1000)
          : false,
    },
  },
})

/** The error of the last try, also during the next one. */
function failureOf(queryKey: readonly unknown[]): unknown {
  const query = queryClient.getQueryCache().find({ queryKey })
  return query && failures.get(query)
}

onTouch((names) => {
  const isTouched = (reads: readonly string[] = []) => reads.some((name) => names.includes(name))
  void queryClient.invalidateQueries({ predicate: ({ meta }) => isTouched(meta?.reads) })
})

// What was refused during the move can be read again.
onMoving((isMoving) => {
  if (!isMoving) void queryClient.invalidateQueries()
})

let account = readSessionState().user?.email
/** What the hidden page of an account has read (identity/kept-page.tsx): outside the cache until it signs in again. */
let setAside: { account: string | undefined; answers: readonly Query[] } | undefined

onSessionState(() => {
  const now = readSessionState().user?.email
  if (now === account) return
  const cache = queryClient.getQueryCache()
  // Nothing of the former account is shown or stored, even if it signs in again.
  const former = cache.findAll({
    predicate: ({ queryKey: [owner] }) => owner !== '' && owner !== now,
  })
  for (const query of former) cache.remove(query)
  if (setAside?.account === now) for (const query of setAside?.answers ?? []) cache.add(query)
  setAside = now === undefined && isAnythingUnsaved() ? { account, answers: former } : undefined
  account = now
})

/** The hidden page is gone. */
export function forgetSetAside() {
  setAside = undefined
}

if (typeof window !== 'undefined') {
  // The library assumes that a page is online until it sees an event.
  onlineManager.setOnline(navigator.onLine)
  queryClient.mount()
}

/** How long an unused answer of a shared source stays in the cache. */
const storedMs = 300_000

/** The prerendering build must not wait for the cache's timers. */
const keptMs = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : storedMs

/** Something that can be read: sources with the same name and input share one entry in the cache. */
export type Source<T> = {
  name: string
  /** The input of the read, besides its name: plain JSON. */
  input: unknown
  load: (signal: AbortSignal) => Promise<T>
  /** The endpoints it calls: a change that touches one of them makes it load again. */
  reads: readonly Endpoint[]
  /** Screens that open within this time share the answer; 0: each loads its own. */
  freshMs: number
  /** When an answer is over, in epoch milliseconds of the reader's clock: a screen that stays open loads it again. */
  endOf?: (answer: T) => number
}

/** The answer of one endpoint, e.g. `read(endpoints.listAvailable, { query: { date: day } })`. */
export function read<E extends Endpoint>(endpoint: E, input: InputOf<E>): Source<AnswerOf<E>> {
  const load = (signal: AbortSignal) => call(endpoint, input, { signal })
  return { name: nameOf(endpoint), input, load, reads: [endpoint], freshMs: 0 }
}

/** The combined answer of several calls. `name` is unique in the client. */
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
  /** Stays during a retry; undefined if nothing failed. */
  error: unknown
  reload: () => void
}

type Options = {
  /** False: nothing is read yet. */
  enabled?: boolean
  /** For a form that starts with the answer: no cached answer is used. */
  fresh?: boolean
}

/**
 * Reads a source and returns its state. A newer input aborts the older request. It loads again when the browser
 * is back online after a failure, when an idle tab is shown again, and when a change touches it.
 */
export function useRead<T>(
  source: Source<T>,
  { enabled = true, fresh = false }: Options = {},
): Reading<T> {
  const { name, input, load, reads, freshMs, endOf } = source
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
      meta: { reads: reads.map(nameOf), endOf },
      enabled,
      staleTime: isShared ? freshMs : 0,
      gcTime: isShared ? Math.max(freshMs, keptMs) : 0,
      // Until the next answer arrives, the last one for the same account is shown.
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

/** Calls `onChange` whenever the fetched data has changed; returns a function to stop. */
type Watch = (onChange: () => void) => () => void

/**
 * Reloads silently at every change. Changes during a load cause one more load afterwards, so that a busy day
 * cannot keep it from ending. `key`: what is watched.
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
