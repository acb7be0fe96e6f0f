import { useEffect, useEffectEvent, useRef } from 'react'
import type { Fetched } from '../use-fetched.ts'
import { type Changed, hearChanges } from './live.ts'

/**
 * Loads again, without a word, whenever a change concerns what was fetched. Changes that come while
 * it loads are one more load afterwards, so that a busy day cannot keep it from ending.
 */
export function useLive<F extends Fetched<unknown>>(
  fetched: F,
  concerns: (changed: Changed) => boolean = () => false,
): F {
  const { isLoading, reload } = fetched
  const isOutdated = useRef(false)

  const hear = useEffectEvent((changed: Changed) => {
    if (changed !== '*' && !concerns(changed)) return
    isOutdated.current = isLoading
    if (!isLoading) reload()
  })
  const catchUp = useEffectEvent(() => {
    if (!isOutdated.current) return
    isOutdated.current = false
    reload()
  })
  useEffect(() => hearChanges((changed) => hear(changed)), [])
  useEffect(() => {
    if (!isLoading) catchUp()
  }, [isLoading])

  return fetched
}
