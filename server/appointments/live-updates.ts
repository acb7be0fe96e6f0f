import type { Day } from '../../contract/date.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { networkOf } from '../http/client-address.ts'
import { Failure, fail, failTooMany } from '../http/errors.ts'
import { type LiveStream, openLiveStream } from '../http/live-stream.ts'
import type { Log } from '../http/log.ts'
import type { Availability } from './availability.ts'

/** A day on which something changed; `*` when any day may have. */
export type ChangedDay = Day | '*'

export type Changes = ReturnType<typeof createChanges>

type Listener = { onChange: (changed: ChangedDay) => void; onStop: () => void }

const channel = 'molar_days'

/**
 * Tells whoever listens which days have changed: patients' and staff's screens. On SQLite the one
 * process hears of its own changes by `tell`; on PostgreSQL the database tells every process at the
 * commit, by the triggers of migration 3, from the first listener on.
 */
export function createChanges(parts: { database: Database; availability: Availability; log: Log }) {
  const { database, availability, log } = parts
  const listeners = new Set<Listener>()
  const spread = (changed: ChangedDay) => {
    for (const { onChange } of listeners) onChange(changed)
  }
  const onHeardAnew = () => {
    log.warn('the database is listened to anew; anything may have changed meanwhile')
    spread('*')
  }
  let hearing: Promise<void> | undefined
  let isOver = false

  /** To be called after a change is committed and before it is answered. */
  function tell(...days: ChangedDay[]): void {
    for (const day of new Set(days)) {
      availability.forget(day)
      if (database.engine === 'sqlite') spread(day)
    }
  }

  /**
   * Calls `onChange` for every change from when this resolves, and `onStop` when the server stops; the
   * answer ends that.
   */
  async function listen(
    onChange: Listener['onChange'],
    onStop: Listener['onStop'] = () => {},
  ): Promise<() => void> {
    hearing ??= database.hear(channel, spread, onHeardAnew).catch((error: unknown) => {
      // The next one tries again.
      hearing = undefined
      throw error
    })
    await hearing
    const listener = { onChange, onStop }
    listeners.add(listener)
    if (isOver) onStop()
    return () => void listeners.delete(listener)
  }

  /** Closes all subscriptions on shutdown. */
  function stop(): void {
    isOver = true
    for (const { onStop } of listeners) onStop()
  }

  return { tell, listen, stop }
}

/** Milliseconds; shorter than the patience of the proxies in between. */
const heartbeatMs = 20_000
/** Open at once: more than the patients of any clinic, and still cheap to tell. */
const mostStreams = 5_000
/** A household, an office or a school behind one address. */
const mostPerAddress = 50
/** Seconds after which a refused reader may try again; meanwhile it asks now and then. */
const waitSeconds = 60

/**
 * Streams that tell patients when a day they look at changes. Thousands may be open: they share one
 * listener and one timer, and a change wakes those of its day alone.
 */
export function createWatchAvailable({
  changes,
  config,
}: {
  changes: Changes
  config: Pick<Config, 'rateLimit'>
}) {
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
    tell(changed: ChangedDay): void {
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

/** Counts the open streams of this process. `take` answers how to give the place back. */
function createStreamLimit({ rateLimit }: { rateLimit: boolean }) {
  const byNetwork = new Map<string, number>()
  let open = 0

  function take(address: string): (() => void) | Failure {
    if (open >= mostStreams) return fail('unavailable')
    const network = networkOf(address)
    const here = byNetwork.get(network) ?? 0
    if (rateLimit && here >= mostPerAddress) return failTooMany(waitSeconds)
    open += 1
    byNetwork.set(network, here + 1)
    return () => giveBack(network)
  }

  function giveBack(network: string): void {
    open -= 1
    const here = (byNetwork.get(network) ?? 1) - 1
    if (here > 0) byNetwork.set(network, here)
    else byNetwork.delete(network)
  }

  return { take }
}
