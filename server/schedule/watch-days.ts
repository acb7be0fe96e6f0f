import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { may } from '../http/access.ts'
import { type Failure, failTooMany } from '../http/errors.ts'
import { atOnce } from '../http/limits.ts'
import { openLiveStream } from '../http/live-stream.ts'
import type { Caller } from '../identity/caller.ts'

/** Milliseconds; shorter than the patience of the proxies in between. */
const heartbeatMs = 20_000
/** Seconds after which a refused screen may try again. */
const waitSeconds = 60

/**
 * Streams which days change, from when the stream opens until its reader leaves, may no longer see the
 * schedule, or the server stops.
 */
export function createWatchDays({
  changes,
  callers,
  limits,
}: Pick<Deps, 'changes' | 'callers' | 'limits'>) {
  const open = new Map<string, number>()

  return async (http: Context, { userId }: Caller): Promise<Response | Failure> => {
    const own = open.get(userId) ?? 0
    if (own >= atOnce.staff_streams.most) {
      limits.note('staff_streams')
      return failTooMany(waitSeconds)
    }
    open.set(userId, own + 1)
    const cookies = http.req.header('cookie') ?? ''
    const stream = openLiveStream(() => {
      const left = (open.get(userId) ?? 1) - 1
      if (left > 0) open.set(userId, left)
      else open.delete(userId)
      clearInterval(beat)
      subscription.then(
        (stop) => stop(),
        () => {},
      )
    })
    const beat = setInterval(async () => {
      const reader = await callers.bySession(cookies).catch(() => null)
      if (may(reader, 'schedule')) stream.beat()
      else stream.close()
    }, heartbeatMs)
    const subscription = Promise.resolve().then(() => changes.subscribe(stream.send, stream.close))
    try {
      await subscription
    } catch (error) {
      stream.close()
      throw error
    }
    return stream.response
  }
}
