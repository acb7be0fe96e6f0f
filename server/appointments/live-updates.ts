import type { Day } from '../../contract/date.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { networkOf } from '../http/client-address.ts'
import type { Limits } from '../http/count-limits.ts'
import { Failure, fail, failTooMany } from '../http/errors.ts'
import { atOnce } from '../http/limits.ts'
import { type LiveStream, openLiveStream } from '../http/live-stream.ts'
import type { Log } from '../http/log.ts'
import type { Holds } from '../http/repeat-answers.ts'
import type { Availability } from './availability.ts'

/** A day on which something changed; `*` when any day may have. */
type ChangedDay = Day | '*'

export type Changes = ReturnType<typeof createChanges>

type Listener = { onChange: (changed: ChangedDay) => void; onStop: () => void }

const channel = 'molar_days'

/**
 * Publishes which days have changed to its subscribers: patients' and staff's screens. On SQLite the one
 * process publishes its own changes by `publish`; on PostgreSQL the database notifies every process at
 * the commit, by the triggers of migration 3, from the first subscriber on.
 */
export function createChanges(parts: { database: Database; availability: Availability; log: Log }) {
  const { database, availability, log } = parts
  const listeners = new Set<Listener>()
  const notifyAll = (changed: ChangedDay) => {
    for (const { onChange } of listeners) onChange(changed)
  }
  const onReconnected = () => {
    log.warn('listening to the database again; changes may have been missed')
    notifyAll('*')
  }
  let subscribing: Promise<void> | undefined
  let isOver = false
  let ofAllDays = 0

  /** To be called after a change is committed and before it is answered. */
  function publish(...days: ChangedDay[]): void {
    for (const day of new Set(days)) {
      availability.forget(day)
      if (day === '*') ofAllDays += 1
      if (database.engine === 'sqlite') notifyAll(day)
    }
  }

  /**
   * Whether no change since then concerned all days: the clinic, its treatments or its doctors. Always false
   * on PostgreSQL, as other processes make changes too.
   */
  function watch(): Holds {
    const before = ofAllDays
    return () => database.engine === 'sqlite' && ofAllDays === before
  }

  /**
   * Calls `onChange` for every change from when this resolves, and `onStop` when the server stops; the
   * answer ends that.
   */
  async function subscribe(
    onChange: Listener['onChange'],
    onStop: Listener['onStop'] = () => {},
  ): Promise<() => void> {
    subscribing ??= database.listen(channel, notifyAll, onReconnected).catch((error: unknown) => {
      // The next one tries again.
      subscribing = undefined
      throw error
    })
    await subscribing
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

  return { publish, watch, subscribe, stop }
}

/** Milliseconds; shorter than the patience of the proxies in between. */
const heartbeatMs = 20_000
/** Seconds after which a refused client may try again; until then it polls. */
const waitSeconds = 60

/**
 * Streams that notify patients when a day they look at changes. Thousands may be open: they share one
 * subscription and one timer, and a change wakes those of its day alone.
 */
export function createWatchAvailable({
  changes,
  config,
  limits,
}: {
  changes: Changes
  config: Pick<Config, 'rateLimit'>
  limits: Pick<Limits, 'note'>
}) {
  const readers = createReaders()
  const limit = createStreamLimit({ rateLimit: config.rateLimit, note: limits.note })
  let subscription: Promise<unknown> | undefined
  let isOver = false

  const stop = () => {
    isOver = true
    for (const stream of readers.everybody()) stream.close()
  }

  return async (day: Day, address: string): Promise<Response | Failure> => {
    const giveBack = limit.take(address)
    if (giveBack instanceof Failure) return giveBack
    subscription ??= changes.subscribe(readers.send, stop)
    try {
      await subscription
    } catch (error) {
      subscription = undefined
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
    send(changed: ChangedDay): void {
      const readers = changed === '*' ? everybody() : (days.get(changed) ?? [])
      for (const stream of readers) stream.send(changed)
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
function createStreamLimit({ rateLimit, note }: { rateLimit: boolean } & Pick<Limits, 'note'>) {
  const byNetwork = new Map<string, number>()
  let open = 0

  function take(address: string): (() => void) | Failure {
    if (open >= atOnce.streams.most) {
      note('streams')
      return fail('unavailable')
    }
    const network = networkOf(address)
    const here = byNetwork.get(network) ?? 0
    if (rateLimit && here >= atOnce.streams_of_network.most) {
      note('streams_of_network')
      return failTooMany(waitSeconds)
    }
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
