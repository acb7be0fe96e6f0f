import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { LoadFailure } from './load-failure.tsx'
import './paged-list.css'
import { listTexts } from '../i18n/texts-lists.ts'
import { Pager } from '../ui/pager.tsx'
import type { Pages } from './use-paged-read.ts'

export type ListPage<Row> = { rows: Row[]; next: string | null }

type PagedListProps<Row> = {
  pages: Pages<ListPage<Row>>
  /** The subject for LoadFailure: 'The users'. */
  what: string
  pagerLabel: string
  skeleton: ReactNode
  /** Shown when even the first page is empty. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A list read page by page in each of its states: loading, failed, empty, loaded, outdated. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { pages } = props
  const t = useTexts(listTexts)
  const { data, isCurrent, isLoading, error, page, onNext, onPrevious } = pages
  const top = useRef<HTMLDivElement>(null)
  useTopOfPage(top, isCurrent ? page : undefined)

  return (
    <div className="paged-list" ref={top}>
      <p className="visually-hidden" role="status">
        {isCurrent && !isLoading && data ? t.shown(data.rows.length) : ''}
      </p>
      <ListBody {...props} />
      <Pager
        label={props.pagerLabel}
        page={page}
        hasNext={isCurrent && data ? data.next !== null : false}
        busy={isLoading && !isCurrent}
        onPrevious={onPrevious}
        onNext={() => data?.next && onNext(data.next)}
      />
      {isCurrent && error !== undefined && (
        <p className="paged-list-old" role="status">
          {t.isOld}
        </p>
      )}
    </div>
  )
}

function ListBody<Row>(props: PagedListProps<Row>) {
  const t = useTexts(listTexts)
  const { data, isCurrent, isLoading, error, page, reload } = props.pages
  if (error !== undefined && !isCurrent) {
    return <LoadFailure what={props.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return props.skeleton
  if (data.rows.length === 0) return page > 1 ? <p>{t.emptyNow}</p> : props.empty
  return (
    <div className="paged-list-rows" data-stale={!isCurrent || undefined}>
      {props.children(data.rows)}
    </div>
  )
}

/** Scrolls to the top when the page changes. */
function useTopOfPage(top: RefObject<HTMLElement | null>, page: number | undefined) {
  const shown = useRef(page)
  useEffect(() => {
    if (page === undefined || page === shown.current) return
    const first = shown.current === undefined
    shown.current = page
    if (first || !top.current) return
    if (top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }, [page, top])
}
