import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { may } from '../http/access.ts'
import { openLiveStream } from '../http/live-stream.ts'

/** Milliseconds; shorter than the patience of the proxies in between. */
const heartbeatMs = 20_000

/**
 * Streams which days change, from when the stream opens until its reader leaves, may see the schedule no more
 * or the server stops.
 */
export async function watchDays(
  http: Context,
  { changes, callers }: Pick<Deps, 'changes' | 'callers'>,
): Promise<Response> {
  const cookies = http.req.header('cookie') ?? ''
  const stream = openLiveStream(() => {
    clearInterval(beat)
    void subscription.then((stop) => stop())
  })
  const beat = setInterval(async () => {
    const reader = await callers.bySession(cookies).catch(() => null)
    if (may(reader, 'schedule')) stream.beat()
    else stream.close()
  }, heartbeatMs)
  const subscription = Promise.resolve().then(() => changes.subscribe(stream.send, stream.close))
  await subscription
  return stream.response
}
