import { useEffect, useEffectEvent, useState } from 'react'

/** A tab looked at again after this long may show what is no longer so. */
const staleAfterMs = 60_000

type Settled<T> = {
  key: string
  round: number
  at: number
  data?: T
  /** The key that `data` answers; an earlier one while a newer is under way. */
  dataKey?: string
  error?: unknown
}

export type Fetched<T> = {
  /** The last good answer, possibly to an earlier key: see `isCurrent`. */
  data: T | undefined
  isCurrent: boolean
  isLoading: boolean
  error: unknown
  reload: () => void
}

/**
 * Loads what `key` names. A newer key aborts the older request, so the last choice wins. Loads again
 * when the browser comes back online after a failure, and when a tab left alone is looked at again.
 */
export function useFetched<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Fetched<T> {
  const [round, setRound] = useState(0)
  const [last, setLast] = useState<Settled<T>>({ key, round: -1, at: 0 })
  const loadNow = useEffectEvent(load)
  const isLoading = last.key !== key || last.round !== round

  useEffect(() => {
    const abort = new AbortController()
    const settle = (settled: { data: T; dataKey: string } | { error: unknown }) => {
      if (abort.signal.aborted) return
      setLast(({ error: _, ...before }) => ({ ...before, key, round, at: Date.now(), ...settled }))
    }
    loadNow(abort.signal).then(
      (data) => settle({ data, dataKey: key }),
      (error: unknown) => settle({ error }),
    )
    return () => abort.abort()
  }, [key, round])

  const reload = () => setRound((count) => count + 1)

  const reloadIfNeeded = useEffectEvent((reason: 'online' | 'visible') => {
    if (isLoading) return
    const isStale = Date.now() - last.at > staleAfterMs
    if (reason === 'online' ? last.error !== undefined : isStale) reload()
  })
  useEffect(() => {
    const onOnline = () => reloadIfNeeded('online')
    const onVisible = () => document.visibilityState === 'visible' && reloadIfNeeded('visible')
    window.addEventListener('online', onOnline)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('online', onOnline)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  return {
    data: last.data,
    isCurrent: last.dataKey === key,
    isLoading,
    // Stays while the same thing is tried again, so that 'Try again' keeps its place and the focus.
    error: last.key === key ? last.error : undefined,
    reload,
  }
}
