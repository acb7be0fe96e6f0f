import { useEffect, useEffectEvent, useRef } from 'react'
import type { Reading } from './use-read.ts'

/** Calls `hear` whenever what was fetched has changed; answers how to stop. */
type Watch = (hear: () => void) => () => void

/**
 * Loads again, without a word, whenever a change is heard. Changes that come while it loads are one
 * more load afterwards, so that a busy day cannot keep it from ending. `key`: what is watched.
 */
export function useReloadOn<F extends Reading<unknown>>(fetched: F, watch: Watch, key = ''): F {
  const { isLoading, reload } = fetched
  const isOutdated = useRef(false)

  const hear = useEffectEvent(() => {
    isOutdated.current = isLoading
    if (!isLoading) reload()
  })
  const catchUp = useEffectEvent(() => {
    if (!isOutdated.current) return
    isOutdated.current = false
    reload()
  })
  const watchNow = useEffectEvent((_: string) => watch(() => hear()))
  useEffect(() => watchNow(key), [key])
  useEffect(() => {
    if (!isLoading) catchUp()
  }, [isLoading])

  return fetched
}
