import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { type Failure, failTooMany } from '../http/errors.ts'
import { atOnce } from '../http/limits.ts'
import { type LiveStream, openLiveStream } from '../http/live-stream.ts'
import type { Caller } from '../identity/caller.ts'
import { listOpenByAccount } from './offer-queries.ts'

/** Milliseconds; shorter than the idle timeout of the proxies in between. */
const heartbeatMs = 20_000
/** Changes within this time are handled together, so that a rush of bookings costs a few queries a second. */
const gatherMs = 200
/** Seconds after which a refused client may try again; until then it polls. */
const waitSeconds = 60

type WatchParts = Pick<Deps, 'changes' | 'callers' | 'database' | 'limits' | 'log'>

/**
 * Streams that notify an account, and no other, when its offers change. Each offer that is made or ends
 * publishes its day, in every process; the accounts' offers are then compared with those before, once for all
 * clients.
 */
export function createWatchOffers({ changes, callers, database, limits, log }: WatchParts) {
  const readers = new Map<string, Set<LiveStream>>()
  let offers = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let subscription: Promise<unknown> | undefined
  let isOver = false

  function onChange(): void {
    if (readers.size === 0 || isOver) return
    timer ??= setTimeout(() => {
      timer = undefined
      look().catch((err: unknown) => log.warn({ err }, 'open offers not read for their readers'))
    }, gatherMs)
  }

  async function look(): Promise<void> {
    const before = offers
    const now = await listOpenByAccount(database.query)
    offers = now
    for (const [userId, streams] of readers) {
      if (before.get(userId) === now.get(userId)) continue
      for (const stream of streams) stream.send('*')
    }
  }

  function stop(): void {
    isOver = true
    clearTimeout(timer)
    for (const streams of readers.values()) for (const stream of [...streams]) stream.close()
  }

  /** Open until its client leaves, its session ends or the server stops. */
  function open(cookies: string, userId: string): LiveStream {
    const stream = openLiveStream(() => {
      clearInterval(beat)
      const streams = readers.get(userId)
      streams?.delete(stream)
      if (streams?.size === 0) readers.delete(userId)
    })
    const beat = setInterval(async () => {
      const reader = await callers.bySession(cookies).catch(() => null)
      if (reader?.userId === userId) stream.beat()
      else stream.close()
    }, heartbeatMs)
    readers.set(userId, (readers.get(userId) ?? new Set()).add(stream))
    return stream
  }

  return async (http: Context, { userId }: Caller): Promise<Response | Failure> => {
    if ((readers.get(userId)?.size ?? 0) >= atOnce.offer_streams.most) {
      limits.note('offer_streams')
      return failTooMany(waitSeconds)
    }
    subscription ??= changes.subscribe(onChange, stop)
    try {
      await subscription
    } catch (error) {
      subscription = undefined
      throw error
    }
    const stream = open(http.req.header('cookie') ?? '', userId)
    if (isOver) stream.close()
    return stream.response
  }
}
