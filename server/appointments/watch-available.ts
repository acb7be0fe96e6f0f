import type { Day } from '../../contract/date.ts'
import type { Deps } from '../deps.ts'
import { Failure } from '../http/errors.ts'
import { type LiveStream, openLiveStream } from '../http/live-stream.ts'
import { createStreamLimit } from './limit-streams.ts'
import type { Changed } from './live-updates.ts'

/** Milliseconds; shorter than the patience of the proxies in between. */
const heartbeatMs = 20_000

/**
 * Streams that tell patients when a day they look at changes. Thousands may be open: they share one
 * listener and one timer, and a change wakes those of its day alone.
 */
export function createWatchAvailable({ changes, config }: Pick<Deps, 'changes' | 'config'>) {
  const readers = createReaders()
  const limit = createStreamLimit(config)
  let listening: Promise<unknown> | undefined
  let isOver = false

  const stop = () => {
    isOver = true
    for (const stream of readers.everybody()) stream.close()
  }

  return async (day: Day, address: string): Promise<Response | Failure> => {
    const giveBack = limit.take(address)
    if (giveBack instanceof Failure) return giveBack
    listening ??= changes.listen(readers.tell, stop)
    try {
      await listening
    } catch (error) {
      listening = undefined
      giveBack()
      throw error
    }
    const stream = openLiveStream(() => {
      readers.remove(day, stream)
      giveBack()
    })
    readers.add(day, stream)
    if (isOver) stream.close()
    return stream.response
  }
}

/** Who looks at which day; a heartbeat goes to all of them while there are any. */
function createReaders() {
  const days = new Map<Day, Set<LiveStream>>()
  let timer: NodeJS.Timeout | undefined

  const everybody = () => [...days.values()].flatMap((readers) => [...readers])
  const beat = () => {
    for (const stream of everybody()) stream.beat()
  }

  return {
    everybody,
    tell(changed: Changed): void {
      const readers = changed === '*' ? everybody() : (days.get(changed) ?? [])
      for (const stream of readers) stream.tell(changed)
    },
    add(day: Day, stream: LiveStream): void {
      days.set(day, (days.get(day) ?? new Set()).add(stream))
      timer ??= setInterval(beat, heartbeatMs)
    },
    remove(day: Day, stream: LiveStream): void {
      const readers = days.get(day)
      readers?.delete(stream)
      if (readers?.size === 0) days.delete(day)
      if (days.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
