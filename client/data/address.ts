import { useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const never = () => () => {}

/** False in prerendered pages and until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The address's query; empty in prerendered pages, and so empty during hydration too. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation()
  const hydrated = useHydrated()
  return useMemo(() => new URLSearchParams(hydrated ? search : ''), [hydrated, search])
}

/**
 * The token of a link in a mail, after '#' (contract/page-paths.ts); '' without one, and undefined in
 * prerendered pages. Opening a newer link in the same tab changes the token without a page load, so state that
 * depends on a token belongs in a component with the token as its `key`.
 */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation()
  const hydrated = useHydrated()
  return useMemo(() => (hydrated ? tokenIn(hash) : undefined), [hydrated, hash])
}

const tokenHash = /#token=[\w.%-]*$/

/** Whether the text after '#' is the token of a link rather than an anchor on the page. */
export function isTokenHash(hash: string): boolean {
  return tokenHash.test(hash)
}

function tokenIn(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
