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

/**
 * The token of a link in a mail, which stands behind '#' (contract/page-paths.ts); '' without one, and
 * undefined in prerendered pages. A newer link that is opened in the same tab changes it and loads nothing, so
 * what a page knows of a token belongs to a component with the token for its `key`.
 */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation()
  const hydrated = useHydrated()
  return useMemo(() => (hydrated ? tokenIn(hash) : undefined), [hydrated, hash])
}

const tokenHash = /#token=[\w.%-]*$/

/** Whether what stands behind '#' is the token of a link rather than a place on the page. */
export function isTokenHash(hash: string): boolean {
  return tokenHash.test(hash)
}

function tokenIn(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
