import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { AnswerOf, Endpoint, InputOf } from '../../contract/endpoint.ts'
import { useSession } from '../identity/session/session.tsx'
import { call } from './api.ts'
import { failureOf, queryClient } from './query-client.ts'
import { nameOf } from './touch.ts'

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
 * touches it (touch.ts).
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
