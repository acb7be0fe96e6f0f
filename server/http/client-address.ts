import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** A request with its headers and socket; Hono's context is one. */
export type Addressed = {
  env?: unknown
  req: { header(name: string): string | undefined }
}

/** Which proxies' X-Forwarded-For is trusted: a number of proxies in a row, or proxies in these networks. */
export type ProxyTrust = { hops: number } | { networks: BlockList }

/** Where a socket has lost its peer, or never had one (a test's `app.request`). */
const unknown = '0.0.0.0'
const mostHops = 10

/** `off`, `on` (one proxy), a number of proxies, or networks in CIDR notation; undefined for anything else. */
export function readTrust(text: string): ProxyTrust | undefined {
  if (text === 'off') return { hops: 0 }
  if (text === 'on') return { hops: 1 }
  if (/^\d+$/.test(text)) return Number(text) <= mostHops ? { hops: Number(text) } : undefined
  return readNetworks(text)
}

function readNetworks(text: string): ProxyTrust | undefined {
  const networks = new BlockList()
  for (const part of text.split(',')) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d+))?$/.exec(part.trim()) ?? []
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    const longest = family === 'ipv4' ? 32 : 128
    const length = Number(prefix ?? longest)
    if (isIP(address) === 0 || length > longest) return undefined
    networks.addSubnet(address, length, family)
  }
  return { networks }
}

/** Whether any proxy is configured. */
export function hasProxy(trust: ProxyTrust): boolean {
  return !('hops' in trust) || trust.hops > 0
}

/** Whether a socket's peer is a trusted proxy. */
export function isProxy(address: string, trust: ProxyTrust): boolean {
  if ('hops' in trust) return hasProxy(trust)
  return trust.networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Reads one entry of X-Forwarded-For as a bare address: some proxies write `192.0.2.1:5678`, `[2001:db8::1]:99`
 * or an IPv4 address mapped into IPv6. Undefined for an invalid address.
 */
function readAddress(entry: string): string | undefined {
  const text = entry.trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
  const address = bare.replace(/%.*$/, '').toLowerCase()
  if (isIP(address) === 0) return undefined
  return isIPv6(address) ? readMapped(address) : address
}

function readMapped(address: string): string {
  const [, dotted, high = '', low = ''] =
    /^(?:0{0,4}:){2,5}ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/.exec(address) ??
    []
  if (dotted) return dotted
  if (!low) return address
  const bytes = [high, low].flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}

/**
 * The caller's address: the socket's peer, or, where that is a trusted proxy, the address that the proxies
 * report. X-Forwarded-For is read from its end, which the nearest proxy wrote; the caller can invent its
 * beginning. An invalid entry ends the search.
 */
export function findClient(
  socket: string,
  forwarded: string | undefined,
  trust: ProxyTrust,
): string {
  let client = readAddress(socket) ?? unknown
  const entries = forwarded?.split(',') ?? []
  for (let hop = 0; entries.length > 0; hop += 1) {
    if ('hops' in trust ? hop >= trust.hops : !isProxy(client, trust)) return client
    const before = readAddress(entries.pop() ?? '')
    if (!before) return client
    client = before
  }
  return client
}

/** Passes the address to better-auth; set on every request to it, over any value from the caller. */
export const clientAddressHeader = 'x-molar-client-ip'

function socketAddress({ env }: Addressed): string {
  const { incoming } = (env ?? {}) as { incoming?: Pick<IncomingMessage, 'socket'> }
  return incoming?.socket.remoteAddress ?? ''
}

/** The caller's address, for rate limits and the audit: always an address. */
export function clientAddress(http: Addressed, trust: ProxyTrust): string {
  return findClient(socketAddress(http), http.req.header('x-forwarded-for'), trust)
}

const loopback = /^(::1|127\.|::ffff:127\.)/
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
const marksOfProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether the call comes from this machine and bears no header of a proxy. */
export function isFromLoopback(http: Addressed): boolean {
  if (!loopback.test(socketAddress(http))) return false
  if (!loopbackHost.test(http.req.header('host') ?? '')) return false
  return marksOfProxies.every((name) => http.req.header(name) === undefined)
}

/** The network that counts as one caller: with IPv6 one household can choose addresses from a whole /64. */
export function networkOf(address: string): string {
  const bare = readAddress(address) ?? address
  if (!isIPv6(bare)) return bare
  const [head = '', tail] = bare.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  const groups = tail === undefined ? front : [...front, ...zeros, ...back]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * The range around a network of `networkOf`: a customer of a hosting provider may have a /24, or a /48 of IPv6.
 */
export function rangeOf(network: string): string {
  const isNewer = network.includes(':')
  return network
    .split(isNewer ? ':' : '.')
    .slice(0, 3)
    .join(isNewer ? ':' : '.')
}
