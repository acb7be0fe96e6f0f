import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import { type Reading, type Source, useRead } from './use-read.ts'

export type Pages<T> = Reading<T> & {
  /** The requested page, from 1. */
  page: number
  /** The page in `data`; an earlier one while the next is loading. */
  dataPage: number
  /** `after`: the cursor of the next page, e.g. the `next` of the current answer. */
  onNext: (after: string) => void
  onPrevious: () => void
}

type Turned = { list: string; cursors: readonly string[] }

/**
 * Reads a list page by page. `pageAfter` is the source of the page after a cursor; another first page (another
 * search, another filter) is another list, which starts at its first page.
 */
export function usePagedRead<T>(pageAfter: (after: string | undefined) => Source<T>): Pages<T> {
  const first = pageAfter(undefined)
  const list = hashKey([first.name, first.input])
  const [turned, setTurned] = useState<Turned>({ list, cursors: [] })
  const cursors = turned.list === list ? turned.cursors : []
  const page = cursors.length + 1
  const { endOf: _, ...source } = pageAfter(cursors.at(-1))
  const reading = useRead({
    ...source,
    name: `${source.name}/pages`,
    input: [source.input, page],
    load: async (signal) => ({ page, answer: await source.load(signal) }),
  })
  return {
    ...reading,
    data: reading.data?.answer,
    page,
    dataPage: reading.data?.page ?? 1,
    onNext: (next) => setTurned({ list, cursors: [...cursors, next] }),
    onPrevious: () => setTurned({ list, cursors: cursors.slice(0, -1) }),
  }
}
