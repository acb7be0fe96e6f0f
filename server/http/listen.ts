import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, Server as TcpServer } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import { hasProxy, isProxy } from './client-address.ts'
import { fail } from './errors.ts'
import { holdConnections } from './hold-connections.ts'
import { atOnce, type BoundName } from './limits.ts'
import type { Log } from './log.ts'
import { commonHeaders, responseWith } from './write-headers.ts'

/** Longest wait for requests in progress when shutting down, in milliseconds. */
const patienceMs = 10_000
/** How long open connections may still bring a request that was on its way, in milliseconds. */
const lastCallMs = 500

/** In milliseconds, each set explicitly because Node's defaults change. */
const usual = {
  /** From the connection, or the request's first byte, to the end of its headers. */
  headersTimeout: 30_000,
  /** To the end of its body: a photo from a slow phone. */
  requestTimeout: 120_000,
  /** How often the two above are checked. */
  connectionsCheckingInterval: 5_000,
  /** Between requests: longer than the timeouts of proxies (nginx and AWS 60 s), so that they close first. */
  keepAliveTimeout: 72_000,
  /** Without any progress, such as a client that does not read; live streams send something every 20 s. */
  timeout: 45_000,
  /** A number, not a time. */
  maxConnections: atOnce.connections.most,
}
/** Connections above the limit for a moment; any further one is closed unread. */
const mostLeaving = 100
type Options = {
  note?: (bound: BoundName) => void
  before?: (next: RequestListener) => RequestListener
  bounds?: Partial<Record<keyof typeof usual, number>>
}

type Listening = {
  /** The actual port; with PORT=0 the system chooses it. */
  port: number
  /** Takes no further connection, answers what was sent on open ones, and resolves. */
  drain(): Promise<void>
}

/**
 * Serves the app at HOST and PORT; `before` may answer in its place, and `note` is called with each connection
 * limit that is reached. Rejects with `StartError` when the address is not available.
 */
export async function listen(
  app: Pick<Hono, 'fetch'>,
  config: Config,
  log: Log,
  { note = () => {}, before = (next) => next, bounds = {} }: Options = {},
): Promise<Listening> {
  const { host, port, rateLimit, trustProxy } = config
  const ServerResponse = responseWith(commonHeaders(config))
  const { timeout, maxConnections, ...ofRequests } = { ...usual, ...bounds }
  const server = createServer({ ServerResponse, ...ofRequests })
  // Connections that are closed to make room do not end at once.
  Object.assign(server, { timeout, maxConnections: maxConnections + mostLeaving })
  const warn = hasProxy(trustProxy) ? undefined : () => warnOfProxy(log)
  const answer = readHeads(before(getRequestListener(app.fetch)), warn)
  const limits = (address: string) => rateLimit && !isProxy(address, trustProxy)
  const connections = holdConnections(server, answer, { limits, most: maxConnections, note })
  server.on('drop', () => note('connections'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const { port: given } = server.address() as AddressInfo
  return {
    port: given,
    drain: () => drain(server, connections),
  }
}

/**
 * Refuses two Host headers: a proxy may have used the one and we the other (RFC 9112, 3.2). `warn` is called
 * once, by the first request with X-Forwarded-For.
 */
function readHeads(answer: RequestListener, warn: (() => void) | undefined): RequestListener {
  const { status, body } = fail('invalid_input', { message: 'Send one Host header.' })
  const text = JSON.stringify(body)
  let unwarned = warn
  return (request, response) => {
    if (unwarned && request.headers['x-forwarded-for'] !== undefined) {
      unwarned()
      unwarned = undefined
    }
    if (countHosts(request) < 2) return answer(request, response)
    response.shouldKeepAlive = false
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** Behind an untrusted proxy all callers share its address, and with it the rate limits. */
function warnOfProxy(log: Log): void {
  log.warn('X-Forwarded-For came and is not trusted; behind a proxy of your own set TRUST_PROXY')
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is in use; stop what uses it or set PORT to another`)
  }
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be used by this user`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`HOST ${host} is not an address of this machine`)
  }
  return error
}

async function drain(
  server: Server,
  connections: ReturnType<typeof holdConnections>,
): Promise<void> {
  connections.drain()
  const lastCall = setTimeout(() => connections.closeIdle(), lastCallMs)
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs)
  // Node's own `close` of an HTTP server cuts idle connections at once, whatever they are about to bring.
  await new Promise((resolve) => TcpServer.prototype.close.call(server, resolve))
  clearTimeout(lastCall)
  clearTimeout(impatience)
}
