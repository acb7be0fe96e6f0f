import type { Context } from 'hono'
import { type Endpoint, neededFor } from '../../contract/endpoint.ts'
import { type Capability, mayRole } from '../../contract/roles.ts'
import type { Caller, CallerFinder } from '../identity/caller.ts'
import { type Failure, fail } from './errors.ts'
import { logWith } from './observe.ts'

/** Identifies the caller. */
export async function identify(
  endpoint: Endpoint,
  http: Context,
  callers: CallerFinder,
  publicOrigin: string,
): Promise<Caller | Failure> {
  const caller = await findCaller(endpoint.proof ?? 'token', http, callers, publicOrigin)
  if (!caller) return fail('unauthenticated')
  logWith(http, { account: caller.userId })
  return caller
}

/**
 * Whether the caller's role allows an endpoint. For `self`, `mayName` decides once the e-mail is read; for
 * `owner`, the route's own query decides.
 */
export function mayCall(endpoint: Endpoint, caller: Caller): boolean {
  const needed = neededFor(endpoint)
  return needed === undefined || may(caller, needed)
}

/** The database gives a role only to confirmed addresses; this check does not rely on that alone. */
export function may(
  caller: Pick<Caller, 'verified' | 'role'> | null,
  capability: Capability,
): boolean {
  return caller?.verified === true && mayRole(caller.role, capability)
}

async function findCaller(
  proof: NonNullable<Endpoint['proof']>,
  http: Context,
  callers: CallerFinder,
  publicOrigin: string,
): Promise<Caller | null> {
  const authorization = http.req.header('authorization')
  if (proof !== 'session' && authorization !== undefined) {
    return authorization.startsWith('Bearer ') ? callers.byToken(authorization.slice(7)) : null
  }
  if (proof === 'token') return null
  const cookies = http.req.header('cookie')
  return cookies && isSameOrigin(http, publicOrigin) ? callers.bySession(cookies) : null
}

/**
 * A cookie is also sent with requests that other sites cause; browsers name the origin of those. Other clients
 * send neither header, and no site can make them send our cookie.
 */
function isSameOrigin(http: Context, publicOrigin: string): boolean {
  const site = http.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = http.req.header('origin')
  return origin === undefined || origin === publicOrigin
}

/** Whether the caller may name the account that a call's path or query names, by e-mail or id. */
export function mayName(
  access: Endpoint['access'],
  caller: Caller | null,
  input: { params?: unknown; query?: unknown },
): boolean {
  if (access !== 'self' && access !== 'selfOrAdmin') return true
  if (access === 'selfOrAdmin' && may(caller, 'users')) return true
  const named = emailOf(input.params) ?? emailOf(input.query)
  return caller !== null && (named === caller.email || named === caller.userId)
}

function emailOf(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || !('email' in part)) return undefined
  return typeof part.email === 'string' ? part.email : undefined
}
