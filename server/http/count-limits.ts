import type { Context, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Caller } from '../identity/caller.ts'
import {
  type Addressed,
  clientAddress,
  isFromLoopback,
  networkOf,
  rangeOf,
} from './client-address.ts'
import { type Failure, failTooMany, failureResponse } from './errors.ts'
import { type LimitName, limitsOf, type WindowName, windows } from './limits.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export type Limits = ReturnType<typeof createLimits>

type Parts = {
  config: Pick<Config, 'rateLimit' | 'trustProxy'> & Config
  database: Database
  clock: Clock
  log: Log
  metrics: Metrics
}

/** Counts calls by the table in `limits.ts`, and records which limits are reached. */
export function createLimits({ config, database, clock, log, metrics }: Parts) {
  const note = createNotes({ clock, log, metrics })
  const counts = new Map<WindowName, Map<string, Count>>()
  const isShared = database.engine === 'postgres'

  /** Counts one more for `key`; returns the seconds until it may pass, or 0. */
  function count(name: WindowName, key: string): number | Promise<number> {
    const { most, seconds, where } = windows[name]
    const window = { most: typeof most === 'number' ? most : most.of(config), seconds }
    const now = clock().getTime()
    if (where === 'database' || (where === 'shared' && isShared)) {
      return countInDatabase(database.query, { name, key, ...window }, now)
    }
    const known = counts.get(name) ?? new Map<string, Count>()
    counts.set(name, known)
    return countHere(known, key, window, now)
  }

  /**
   * The seconds to wait for the first of these limits that is reached, or 0; the limits before it have counted
   * the call.
   */
  async function wait(names: readonly WindowName[], keys: Keys): Promise<number> {
    if (!config.rateLimit) return 0
    for (const name of names) {
      const key = keys[windows[name].by]
      if (key === undefined) throw new Error(`${name} is counted by what is not known here`)
      const seconds = await count(name, key)
      if (seconds === 0) continue
      note(name)
      return seconds
    }
    return 0
  }

  /** The refusal of a call over its limit; `null` for one that may pass. */
  async function take(names: readonly WindowName[], keys: Keys): Promise<Failure | null> {
    const seconds = await wait(names, keys)
    return seconds > 0 ? failTooMany(seconds) : null
  }

  /**
   * Counts any call by its network, before the caller is identified. Calls from this machine are exempt: they
   * are the operator's, or come from a proxy that hides its callers, who would share one limit.
   */
  const admitCall = (http: Addressed) => admitAs('calls', http)

  function admitAs(name: 'calls' | 'files', http: Addressed): Failure | null {
    const seconds = countAs(name, http)
    if (seconds === 0) return null
    note(name)
    return failTooMany(seconds)
  }

  /** The seconds to wait, or 0. */
  function countAs(name: 'calls' | 'files', http: Addressed): number {
    if (!config.rateLimit) return 0
    const seconds = count(name, keysOf(http).network)
    return typeof seconds !== 'number' || seconds === 0 || isFromLoopback(http) ? 0 : seconds
  }

  /** Counts public responses that are not calls: pages, their assets, pictures. */
  const countFile: MiddlewareHandler = async (http, next) => {
    const crowded = admitAs('files', http)
    if (crowded) return failureResponse(crowded)
    await next()
    return undefined
  }

  /** The keys by which a call is counted. */
  function keysOf(http: Addressed, caller: Pick<Caller, 'userId'> | null = null) {
    const network = networkOf(clientAddress(http, config.trustProxy))
    return { network, range: rangeOf(network), account: caller?.userId, everybody: '' }
  }

  /** Counts a call of an endpoint, once its caller is identified and its input is valid. */
  function admit(endpoint: Endpoint): ((http: Context, caller: Caller | null) => Admission) | null {
    const names = limitsOf(endpoint)
    if (!config.rateLimit || names.length === 0) return null
    return (http, caller) => take(names, keysOf(http, caller))
  }

  return { wait, take, admitCall, countAs, countFile, admit, keysOf, note }
}

type Admission = Promise<Failure | null>
type Keys = { readonly [By in (typeof windows)[WindowName]['by']]?: string | undefined }
type Window = { most: number; seconds: number }

/** The number of calls in the window that ends at `endsAt`. */
type Count = { count: number; endsAt: number }

/** Keys per limit; beyond that the oldest are dropped. Some ten megabytes. */
const mostKeys = 100_000

function countHere(
  counts: Map<string, Count>,
  key: string,
  { most, seconds }: Window,
  now: number,
): number {
  const known = counts.get(key)
  const endsAt = now + seconds * 1000
  // After the clock was set back, a window that ends too late is not reused.
  if (known && known.endsAt > now && known.endsAt <= endsAt) {
    if (known.count >= most) return (known.endsAt - now) / 1000
    known.count += 1
    return 0
  }
  counts.delete(key)
  // In the order in which they end, since all windows of a limit have the same length.
  for (const [oldest, { endsAt: end }] of counts) {
    if (end > now && counts.size < mostKeys) break
    counts.delete(oldest)
  }
  counts.set(key, { count: 1, endsAt })
  return 0
}

/** One statement counts and decides, so the limit is exact over any number of processes. */
async function countInDatabase(
  query: Queries,
  { name, key, most, seconds }: Window & { name: string; key: string },
  time: number,
): Promise<number> {
  const now = new Date(time).toISOString()
  const endsAt = new Date(time + seconds * 1000).toISOString()
  const isOver = sql<boolean>`("limitCounts"."endsAt" <= ${now} or "limitCounts"."endsAt" > ${endsAt})`
  const counted = await query
    .insertInto('limitCounts')
    .values({ name, key, count: 1, endsAt })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'key'])
        .doUpdateSet({
          count: sql`case when ${isOver} then 1 else "limitCounts"."count" + 1 end`,
          endsAt: sql`case when ${isOver} then ${endsAt} else "limitCounts"."endsAt" end`,
        })
        .where((row) => row.or([isOver, row('limitCounts.count', '<', most)])),
    )
    .returning('name')
    .executeTakeFirst()
  if (counted) return 0
  const full = await query
    .selectFrom('limitCounts')
    .select('endsAt')
    .where('name', '=', name)
    .where('key', '=', key)
    .executeTakeFirst()
  return Math.max(1, (Date.parse(full?.endsAt ?? now) - time) / 1000)
}

/** Milliseconds in which one limit logs at most one line. */
const quietMs = 60_000

/** Counts how often each limit is reached, by its name only; logs it at most once a minute. */
function createNotes({ clock, log, metrics }: Pick<Parts, 'clock' | 'log' | 'metrics'>) {
  const noted = new Map<LimitName, { at: number; hits: number }>()
  return (limit: LimitName): void => {
    metrics.countLimit(limit)
    const now = clock().getTime()
    const { at, hits } = noted.get(limit) ?? { at: Number.NEGATIVE_INFINITY, hits: 0 }
    const isQuiet = now - at < quietMs && now >= at
    if (!isQuiet) log.warn({ limit, hits: hits + 1 }, 'limit reached')
    noted.set(limit, isQuiet ? { at, hits: hits + 1 } : { at: now, hits: 0 })
  }
}
