import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** A request as it came, and what it says in its headers; Hono's context is one. */
export type Addressed = {
  env?: unknown
  req: { header(name: string): string | undefined }
}

/** Whose X-Forwarded-For counts: that of so many proxies in a row, or that of proxies in these networks. */
export type ProxyTrust = { hops: number } | { networks: BlockList }

/** Where a socket has no other end any more, or never had one (a test's `app.request`). */
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

/** Whether there is a proxy at all that is known to us. */
export function hasProxy(trust: ProxyTrust): boolean {
  return !('hops' in trust) || trust.hops > 0
}

/** Whether the other end of a socket is a proxy of our own. */
export function isProxy(address: string, trust: ProxyTrust): boolean {
  if ('hops' in trust) return hasProxy(trust)
  return trust.networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * One entry of X-Forwarded-For as a bare address: some proxies write `192.0.2.1:5678`, `[2001:db8::1]:99`
 * or an IPv4 address mapped into IPv6. Undefined for what is no address.
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
 * Who is calling: the socket's other end, or, where that is a proxy of ours, who the proxies say.
 * X-Forwarded-For is read from its end, which the proxy next to us wrote; its beginning is the
 * caller's to invent. An entry that is no address ends the search.
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

/** Tells better-auth the address; set on every request to it, over whatever the caller wrote there. */
export const clientAddressHeader = 'x-molar-client-ip'

function socketAddress({ env }: Addressed): string {
  const { incoming } = (env ?? {}) as { incoming?: Pick<IncomingMessage, 'socket'> }
  return incoming?.socket.remoteAddress ?? ''
}

/** Who is calling, for rate limits and the audit: always an address. */
export function clientAddress(http: Addressed, trust: ProxyTrust): string {
  return findClient(socketAddress(http), http.req.header('x-forwarded-for'), trust)
}

const loopback = /^(::1|127\.|::ffff:127\.)/
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
const marksOfProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether the call comes from this machine itself and bears no mark of a proxy that passed it on. */
export function isFromLoopback(http: Addressed): boolean {
  if (!loopback.test(socketAddress(http))) return false
  if (!loopbackHost.test(http.req.header('host') ?? '')) return false
  return marksOfProxies.every((name) => http.req.header(name) === undefined)
}

/** Who counts as one caller: with IPv6 one household has a whole /64 to choose addresses from. */
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

/** What a network of `networkOf` is a part of: who hires machines has a /24, or a /48 of IPv6, at hand. */
export function rangeOf(network: string): string {
  const isNewer = network.includes(':')
  return network
    .split(isNewer ? ':' : '.')
    .slice(0, 3)
    .join(isNewer ? ':' : '.')
}
