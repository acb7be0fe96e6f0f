import { createHmac } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { movingHeader } from '../../contract/endpoint.ts'
import { isDeadlock } from '../db/retry-deadlock.ts'
import { DatabaseUnavailable, isMoving } from '../db/unavailable.ts'
import { deriveKey } from '../secrets.ts'
import { clientAddress, networkOf, type ProxyTrust } from './client-address.ts'
import { Busy, fail, failMoving, failUnavailable, failureResponse } from './errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

let requests = 0
/** The number distinguishes requests of this process; the random part distinguishes processes. */
const processId = Math.random().toString(36).slice(2, 8)

/** Fields that a call's handler adds to its log line; none identifies a person. */
type Logged = {
  /** Which of the calls behind a wildcard route. */
  action?: string
  /** The account's id. */
  account?: string
  /** The code of a refusal. */
  code?: string
}

declare module 'hono' {
  interface ContextVariableMap {
    logged?: Logged
  }
}

/** Adds to the log line of the request that is being answered. */
export function logWith(http: Context, known: Logged): void {
  http.set('logged', { ...http.get('logged'), ...known })
}

type Settings = { authSecret?: string | undefined; trustProxy: ProxyTrust }

/**
 * Gives every request an id, a log line and metrics by route pattern, never by URL. Lines of one network have
 * the same `from`, a keyed hash that cannot be reversed without AUTH_SECRET.
 */
export function observe(log: Log, metrics: Metrics, settings: Settings): MiddlewareHandler {
  const { authSecret = processId, trustProxy } = settings
  const key = deriveKey(authSecret, 'log')
  const hashNetwork = (http: Context) =>
    createHmac('sha256', key)
      .update(networkOf(clientAddress(http, trustProxy)))
      .digest('base64url')
      .slice(0, 12)
  return async (http, next) => {
    const started = performance.now()
    requests += 1
    const number = requests
    await next()
    const seconds = (performance.now() - started) / 1000
    const { method } = http.req
    const { status } = http.res
    const route = routePath(http, -1)
    metrics.observeRequest(method, route, status, seconds)
    // Successful reads are in the metrics; a line for each would bury the rest.
    if (method === 'GET' && status < 400) return
    const requestId = `${processId}-${number}`
    // A successful answer needs no reference to the log.
    if (status >= 400) http.res.headers.set('x-request-id', requestId)
    const isError = isFault(http.error) && status !== hungUp
    if (!isError && !log.isLevelEnabled('info')) return
    const ms = Math.round(seconds * 1000)
    const from = hashNetwork(http)
    const line = { requestId, method, route, status, ms, from, ...http.get('logged') }
    if (isError) log.error({ ...line, err: http.error }, 'fault')
    else log.info(line, 'request')
  }
}

/** Marks answers while the data is moved, so that pages show it before a change is refused. */
export function sayMoving(moves: { isMoving(): boolean }): MiddlewareHandler {
  return async (http, next) => {
    await next()
    if (!moves.isMoving()) return
    http.res.headers.set(movingHeader, '1')
    // A header that a page's scripts can read of the page's own answer.
    http.res.headers.append('server-timing', movingHeader)
  }
}

function isFault(error: Error | undefined): boolean {
  return error !== undefined && !(error instanceof Busy || isMoving(error))
}

/**
 * The status that nginx logs when the client closes the connection before the answer; no client receives it.
 */
const hungUp = 499

/** Whether the client closed the connection in the middle of its own request, which is not our fault. */
function hasHungUp(http: Context): boolean {
  const { destroyed, complete } = http.env?.incoming ?? {}
  return destroyed === true && complete === false
}

/**
 * Turns a fault into a 500 that does not reveal its cause, or a 503 while the database cannot work; `observe`
 * logs the details.
 */
export function answerFault(error: Error, http: Context): Response {
  if (hasHungUp(http)) return new Response(null, { status: hungUp })
  if (isMoving(error)) return failureResponse(failMoving())
  const isPassing =
    error instanceof DatabaseUnavailable || error instanceof Busy || isDeadlock(error)
  return failureResponse(isPassing ? failUnavailable() : fail('internal'))
}
