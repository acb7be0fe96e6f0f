import type { IncomingMessage, RequestListener } from 'node:http'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { Config } from '../config.ts'
import type { Limits } from './count-limits.ts'
import type { Metrics } from './metrics.ts'
import { commonHeaders } from './write-headers.ts'

/** The JSON text of an answer that is the same for everybody for as long as `holds` says so. */
export type Repeated = { body: string; holds: () => boolean }

/** What is right at this moment and may not be a moment later. */
export const once = (body: string): Repeated => ({ body, holds: () => false })

/** `bytes` is the body in UTF-8, each byte a character: Node sends such text and its head in one piece. */
type Kept = { route: string; bytes: string; head: string[]; holds: () => boolean }

type Parts = {
  config: Config
  limits: Pick<Limits, 'countAs'>
  metrics: Pick<Metrics, 'observeRequest'>
  moves: { isMoving(): boolean }
}

/** Addresses; beyond it all are forgotten. */
const mostKept = 1000

export type Repeats = ReturnType<typeof createRepeats>

/**
 * What many ask for alike is answered by its address, before the app looks at it: of a call that every
 * layer has let through once, and that nobody has to be signed in for, only the limits and the metrics
 * are left (docs/decisions/0058). Whatever else a request may bring goes the whole way.
 */
export function createRepeats({ config, limits, metrics, moves }: Parts) {
  const kept = new Map<string, Kept>()
  const common = { ...commonHeaders(config), ...headers }

  /** The answer, which the next request for the same address gets as well while it holds. */
  function answer(http: Context, { body, holds }: Repeated): Response {
    const incoming: IncomingMessage | undefined = http.env?.incoming
    if (incoming?.url && http.req.method === 'GET' && holds()) {
      if (kept.size >= mostKept) kept.clear()
      const bytes = Buffer.from(body).toString('latin1')
      const all = { ...common, 'content-length': String(bytes.length) }
      const head = Object.entries(all).flat()
      kept.set(incoming.url, { route: routePath(http, -1), bytes, head, holds })
    }
    return new Response(body, { headers })
  }

  /** Answers what is kept, and leaves the rest to `next`. */
  const before =
    (next: RequestListener): RequestListener =>
    (request, response) => {
      const started = performance.now()
      const known = request.method === 'GET' ? kept.get(request.url ?? '') : undefined
      if (!known?.holds() || hasBody(request) || moves.isMoving() || isLimited(request)) {
        return next(request, response)
      }
      response.writeHead(200, known.head)
      response.end(known.bytes, 'latin1')
      metrics.observeRequest('GET', known.route, 200, (performance.now() - started) / 1000)
    }

  function isLimited(incoming: IncomingMessage): boolean {
    const header = (name: string) => incoming.headers[name]?.toString()
    return limits.countAs('calls', { env: { incoming }, req: { header } }) > 0
  }

  return { answer, before }
}

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
