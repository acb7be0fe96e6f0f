import { useEffect, useEffectEvent } from 'react'
import { waitingEndpoints } from '../../contract/waitlist/endpoints.ts'
import { call } from '../data/api.ts'
import { useFetched } from '../data/use-fetched.ts'

/** Milliseconds between looks at what is held, while the page is looked at. */
const lookMs = 20_000

/** One's own wishes, and what is held for them now. */
export function useWaits() {
  const waits = useFetched('waits', (signal) => call(waitingEndpoints.listWaits, {}, { signal }))
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !waits.isLoading) waits.reload()
  })
  useEffect(() => {
    const clock = setInterval(() => look(), lookMs)
    return () => clearInterval(clock)
  }, [])
  return waits
}
