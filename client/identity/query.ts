import { useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const never = () => () => {}

/** False in prerendered pages and until their scripts have taken over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The address's query; prerendered pages know none, so hydration must not find one either. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation()
  const hydrated = useHydrated()
  return useMemo(() => new URLSearchParams(hydrated ? search : ''), [hydrated, search])
}
