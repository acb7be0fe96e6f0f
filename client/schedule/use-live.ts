import { useEffectEvent } from 'react'
import type { Changed } from '../data/live-stream.ts'
import type { Fetched } from '../data/use-fetched.ts'
import { useReloadOn } from '../data/use-reload-on.ts'
import { hearChanges } from './live.ts'

/** Loads again, without a word, whenever a change concerns what was fetched. */
export function useLive<F extends Fetched<unknown>>(
  fetched: F,
  concerns: (changed: Changed) => boolean = () => false,
): F {
  const isConcerned = useEffectEvent((changed: Changed) => changed === '*' || concerns(changed))
  return useReloadOn(fetched, (hear) =>
    hearChanges((changed) => {
      if (isConcerned(changed)) hear()
    }),
  )
}
