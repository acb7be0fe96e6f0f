import type { IncomingMessage, RequestListener } from 'node:http'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { Config } from '../config.ts'
import { createSharedReads } from '../db/shared-reads.ts'
import type { Limits } from './count-limits.ts'
import type { Metrics } from './metrics.ts'
import { type Answer, type ReadHeader, respondWith } from './send-content.ts'
import { commonHeaders } from './write-headers.ts'

/** Whether the data that an answer was made from is still current. */
export type Holds = () => boolean

/** The JSON text of an answer that is the same for every caller while `holds` is true. */
export type Repeated = { body: string; holds: Holds }

/** An answer that may be outdated a moment later and is not cached. */
export const once = (body: string): Repeated => ({ body, holds: () => false })

/** An answer that is the same for every caller while `holds` is true. */
export class Lasting<T> {
  readonly value: T
  readonly holds: Holds
  /** As sent, by encoding. */
  readonly made = new Map<string, Answer | Promise<Answer>>()

  constructor(value: T, holds: Holds) {
    this.value = value
    this.holds = holds
  }
}

/** Concurrent calls share one read; `watch` begins before it. */
export function lasting<T>(watch: () => Holds, read: () => Promise<T>): () => Promise<Lasting<T>> {
  const share = createSharedReads<Lasting<T>>()
  return () =>
    share('', async () => {
      const holds = watch()
      return new Lasting(await read(), holds)
    })
}

/** How long an answer is valid, and for which requests to its address. */
type Terms = {
  holds: Holds
  /** Which request headers it depends on besides the address, as text. */
  variant?: (header: ReadHeader) => string
  countedAs?: 'calls' | 'files'
}

/** `bytes` is the body, each byte as one character: Node sends such text and its head in one piece. */
type Kept = Required<Pick<Terms, 'holds' | 'countedAs'>> & {
  status: number
  head: string[]
  bytes: string
  route: string
}

/** The cached answers of an address, by variant. */
type Address = { variant: NonNullable<Terms['variant']>; answers: Map<string, Kept> }

type Parts = {
  config: Config
  limits: Pick<Limits, 'countAs'>
  metrics: Pick<Metrics, 'observeRequest'>
  moves: { isMoving(): boolean }
}

/** The size of all answers; above it the whole cache is cleared. */
const mostBytes = 16 * 1024 * 1024
/** What an answer takes besides its body, address and variant: measured with the headers of a page. */
const answerBytes = 1024

export type Repeats = ReturnType<typeof createRepeats>

/**
 * Caches answers that are the same for many callers, by address, and sends them before the app sees the
 * request. A cached request has passed every layer once and needs no session, so only limits and metrics still
 * apply (docs/decisions/0058). Any other request takes the full path.
 */
export function createRepeats({ config, limits, metrics, moves }: Parts) {
  const kept = new Map<string, Address>()
  const common = commonHeaders(config)
  let keptBytes = 0

  /** Sends an answer, and caches it for the next request to the same address while it holds. */
  function answer(http: Context, made: Answer, terms: Terms): Response {
    const incoming: IncomingMessage | undefined = http.env?.incoming
    if (incoming && http.req.method === 'GET' && terms.holds()) {
      keep(incoming, made, terms, routePath(http, -1))
    }
    return respondWith(made)
  }

  function keep(incoming: IncomingMessage, made: Answer, terms: Terms, route: string): void {
    const { url = '' } = incoming
    const { holds, variant = onlyOne, countedAs = 'calls' } = terms
    const { status, body, headers } = made
    const bytes = Buffer.from(body ?? '').toString('latin1')
    const length = body === null ? {} : { 'content-length': String(bytes.length) }
    const head = Object.entries({ ...common, ...headers, ...length }).flat()
    const name = variant(headerOf(incoming))
    if (keptBytes > mostBytes) forget()
    const { answers } = kept.get(url) ?? { answers: new Map<string, Kept>() }
    const before = answers.get(name)
    keptBytes += before
      ? bytes.length - before.bytes.length
      : answerBytes + url.length + name.length + bytes.length
    answers.set(name, { status, head, bytes, holds, countedAs, route })
    kept.set(url, { variant, answers })
  }

  function forget(): void {
    kept.clear()
    keptBytes = 0
  }

  function find(request: IncomingMessage): Kept | undefined {
    const address = request.method === 'GET' ? kept.get(request.url ?? '') : undefined
    return address?.answers.get(address.variant(headerOf(request)))
  }

  /** Sends cached answers, and passes other requests to `next`. */
  const before =
    (next: RequestListener): RequestListener =>
    (request, response) => {
      const started = performance.now()
      const known = find(request)
      if (!known?.holds() || hasBody(request) || moves.isMoving() || isLimited(request, known)) {
        return next(request, response)
      }
      response.writeHead(known.status, known.head)
      response.end(known.bytes, 'latin1')
      metrics.observeRequest('GET', known.route, known.status, (performance.now() - started) / 1000)
    }

  function isLimited(incoming: IncomingMessage, { countedAs }: Kept): boolean {
    return limits.countAs(countedAs, { env: { incoming }, req: { header: headerOf(incoming) } }) > 0
  }

  return { answer, before }
}

const onlyOne = (): string => ''

const headerOf =
  ({ headers }: IncomingMessage): ReadHeader =>
  (name) =>
    headers[name]?.toString()

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
