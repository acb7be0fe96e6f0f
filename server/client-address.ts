import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

const loopback = /^(::1|127\.|::ffff:127\.)/

/** The address of the socket's other end; empty where there is no socket (a test's `app.request`). */
function socketAddress(http: Context): string {
  return http.env?.incoming ? (getConnInfo(http).remote.address ?? '') : ''
}

/**
 * Who is calling, for rate limits. A proxy's header counts only with TRUST_PROXY=on, and of it only
 * the last entry, which our own proxy wrote: the rest is the caller's to invent.
 */
export function clientAddress(http: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? http.req.header('x-forwarded-for') : undefined
  return forwarded?.split(',').at(-1)?.trim() || socketAddress(http) || 'unknown'
}

/** Whether the call comes from this machine itself and was not passed on by a proxy on it. */
export function isFromLoopback(http: Context): boolean {
  return loopback.test(socketAddress(http)) && http.req.header('x-forwarded-for') === undefined
}

/** Who counts as one caller: with IPv6 one household has a whole /64 to choose addresses from. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  const groups = tail === undefined ? front : [...front, ...zeros, ...back]
  return groups.slice(0, 4).join(':')
}
