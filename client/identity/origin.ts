import { paths } from '../../contract/page-paths.ts'
import { isTokenHash } from '../data/address.ts'

const parameter = 'from'

/** What a browser, or a proxy that decodes, could take for another site. */
const otherSite = /^\/(?:[/\\]|%2f|%5c)/i

/**
 * An address of the sign-in pages that remembers where the person wanted to go; the token of a link stays
 * behind '#' there as well.
 */
export function withOrigin(path: string, from: string | null): string {
  if (!from) return path
  const at = isTokenHash(from) ? from.lastIndexOf('#') : from.length
  return `${path}?${parameter}=${encodeURIComponent(from.slice(0, at))}${from.slice(at)}`
}

/**
 * Where to go after signing in: always a page of this site, and null if the address was tampered with.
 * Sign-in pages are not valid destinations.
 */
export function originIn(search: URLSearchParams, hash: string): string | null {
  const from = search.get(parameter)
  return from === null ? null : asOwnPage(isTokenHash(hash) ? from + hash : from)
}

function asOwnPage(from: string): string | null {
  if (!from.startsWith('/') || otherSite.test(from) || /[\\\p{Cc}]/u.test(from)) return null
  try {
    const { origin, pathname, search, hash } = new URL(from, location.origin)
    // Resolving `/.//host` leaves `//host`.
    if (origin !== location.origin || otherSite.test(pathname)) return null
    return isSignInPage(decodeURIComponent(pathname)) ? null : pathname + search + hash
  } catch {
    return null
  }
}

function isSignInPage(pathname: string) {
  const page = pathname.toLowerCase().replace(/\/+$/, '')
  return page === paths.login || page === paths.signup
}
