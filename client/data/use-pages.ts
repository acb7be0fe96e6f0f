import { useState } from 'react'
import { type Fetched, useFetched } from './use-fetched.ts'

export type Pages<T> = Fetched<T> & {
  /** From 1: the page asked for. */
  page: number
  /** The page that `data` is; an earlier one while the next is on its way. */
  dataPage: number
  /** `after`: what asks for the next page, e.g. the `next` of the answer at hand. */
  onNext: (after: string) => void
  onPrevious: () => void
}

type Turned = { key: string; cursors: readonly string[] }

/**
 * A list read page by page, as `useFetched` reads one thing. `key` names the list (its search, its
 * filter); a new one begins at the first page. `reload` loads the page at hand anew.
 */
export function usePages<T>(
  key: string,
  load: (after: string | undefined, signal: AbortSignal) => Promise<T>,
): Pages<T> {
  const [turned, setTurned] = useState<Turned>({ key, cursors: [] })
  const cursors = turned.key === key ? turned.cursors : []
  const after = cursors.at(-1)
  const page = cursors.length + 1
  const fetched = useFetched(JSON.stringify([key, ...cursors]), async (signal) => ({
    page,
    answer: await load(after, signal),
  }))
  return {
    ...fetched,
    data: fetched.data?.answer,
    page,
    dataPage: fetched.data?.page ?? 1,
    onNext: (next) => setTurned({ key, cursors: [...cursors, next] }),
    onPrevious: () => setTurned({ key, cursors: cursors.slice(0, -1) }),
  }
}
