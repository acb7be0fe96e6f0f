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

type Reader = {
  streams: Set<LiveStream>
  /** The account's open offers, '' for none; `undefined` until they are first read. */
  known: string | undefined
}

/**
 * Streams that notify an account, and no other, when its offers change. Each offer that is made or ends
 * publishes its day, in every process; the accounts' offers are then compared with those before, once for all
 * clients. They are first read before a stream is answered, so that its client misses nothing from then on.
 */
export function createWatchOffers({ changes, callers, database, limits, log }: WatchParts) {
  const readers = new Map<string, Reader>()
  let looking: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
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

  /** Begins after the one before has ended, so that no older answer follows a newer one; calls until then share it. */
  function look(): Promise<void> {
    if (!next) {
      next = looking.then(() => {
        next = undefined
        return compare()
      })
      looking = next.catch(() => {})
    }
    return next
  }

  async function compare(): Promise<void> {
    const offers = await listOpenByAccount(database.query)
    for (const [userId, reader] of readers) {
      const now = offers.get(userId) ?? ''
      const isNews = reader.known !== undefined && reader.known !== now
      reader.known = now
      if (isNews) for (const stream of reader.streams) stream.send('*')
    }
  }

  function stop(): void {
    isOver = true
    clearTimeout(timer)
    for (const { streams } of readers.values()) for (const stream of [...streams]) stream.close()
  }

  /** Open until its client leaves, its session ends or the server stops. */
  function open(cookies: string, userId: string): LiveStream {
    const reader = readers.get(userId) ?? { streams: new Set(), known: undefined }
    const stream = openLiveStream(() => {
      clearInterval(beat)
      reader.streams.delete(stream)
      if (reader.streams.size === 0) readers.delete(userId)
    })
    const beat = setInterval(async () => {
      const caller = await callers.bySession(cookies).catch(() => null)
      if (caller?.userId === userId) stream.beat()
      else stream.close()
    }, heartbeatMs)
    reader.streams.add(stream)
    readers.set(userId, reader)
    return stream
  }

  return async (http: Context, { userId }: Caller): Promise<Response | Failure> => {
    if ((readers.get(userId)?.streams.size ?? 0) >= atOnce.offer_streams.most) {
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
    try {
      await look()
    } catch (error) {
      stream.close()
      throw error
    }
    if (isOver) stream.close()
    return stream.response
  }
}
