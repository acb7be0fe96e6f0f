import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { isDeadlock } from '../db/retry-deadlock.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { fail, failUnavailable, failureResponse } from './errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

let requests = 0
/** Ids tell requests of this process apart; the random part tells processes apart. */
const processId = Math.random().toString(36).slice(2, 8)

/** Gives every request an id, a log line and a place in the metrics: by route pattern, never by URL. */
export function observe(log: Log, metrics: Metrics): MiddlewareHandler {
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
    // Reads that went well are in the metrics; a line for each would bury the rest.
    if (method === 'GET' && status < 400) return
    const requestId = `${processId}-${number}`
    // What went well needs no reference to the log.
    if (status >= 400) http.res.headers.set('x-request-id', requestId)
    const line = { requestId, method, route, status, ms: Math.round(seconds * 1000) }
    if (http.error && status !== hungUp) log.error({ ...line, err: http.error }, 'fault')
    else log.info(line, 'request')
  }
}

/** What nginx logs where the client closes before it is answered; nobody reads such an answer. */
const hungUp = 499

/** Whether the client went away in the middle of its own request, which no fault of ours brings about. */
function hasHungUp(http: Context): boolean {
  const { destroyed, complete } = http.env?.incoming ?? {}
  return destroyed === true && complete === false
}

/**
 * A fault becomes a 500 that says nothing of its cause to the caller, or a 503 where the database
 * cannot do its work just now; `observe` logs all of it.
 */
export function answerFault(error: Error, http: Context): Response {
  if (hasHungUp(http)) return new Response(null, { status: hungUp })
  const isPassing = error instanceof DatabaseUnavailable || isDeadlock(error)
  return failureResponse(isPassing ? failUnavailable() : fail('internal'))
}
