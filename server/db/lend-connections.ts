import pg from 'pg'

/** A connection lent to one clinic; the borrower returns it, once. */
export type Loan = { client: pg.PoolClient; giveBack(isBroken: boolean): void }
export type Lender = ReturnType<typeof createLender>

/** Undefined for an installation of one clinic, whose connections find its tables by default. */
type Schema = string | undefined

/** One slot for a connection, which its pool opens on use and closes after a while without use. */
type Place = {
  pool: pg.Pool
  /** The schema in the connection's path, as far as is known. */
  schema: Schema
  /** Consecutive uses by one clinic. */
  inRow: number
  /** How often the connection changed to another clinic. */
  changes: number
}
type Waiting = { schema: Schema; take: (place: Place) => void }

/**
 * The share of connections that one of many clinics may hold, so that others find one while its statements take
 * long.
 */
const share = 0.8
/** Consecutive uses after which another clinic that holds as few goes first, though the path must change. */
const mostInRow = 8
/** A server process caches what it has read of the tables of each clinic: a quarter of a megabyte or more. */
const mostChanges = 100

/**
 * Lends `most` connections. A change of the path costs more than most statements, since PostgreSQL analyses
 * each prepared statement again. A clinic therefore gets its former connection, else an unopened one, else the
 * longest unused one. When all are lent, the clinic that holds the fewest comes first.
 */
export function createLender(settings: pg.PoolConfig, most: number) {
  /** In order of last use, the oldest first. */
  const idle: Place[] = Array.from({ length: most }, () => ({
    ...{ pool: openPool({ ...settings, max: 1 }), schema: undefined, inRow: 0, changes: 0 },
  }))
  const pools = idle.map(({ pool }) => pool)
  const held = new Map<Schema, number>()
  const waiting: Waiting[] = []

  const heldBy = (schema: Schema) => held.get(schema) ?? 0
  const mayHoldMore = (schema: Schema) =>
    heldBy(schema) < (schema === undefined ? most : Math.ceil(most * share))

  function takeIdle(schema: Schema): Place | undefined {
    const isOpen = ({ pool }: Place) => pool.totalCount > 0
    let at = idle.findLastIndex((place) => isOpen(place) && place.schema === schema)
    if (at < 0) at = idle.findIndex((place) => !isOpen(place))
    const [place] = idle.splice(Math.max(at, 0), 1)
    if (!place) return
    if (!isOpen(place)) place.changes = 0
    else if (place.schema !== schema) place.changes += 1
    place.inRow = place.schema === schema ? place.inRow + 1 : 1
    place.schema = schema
    held.set(schema, heldBy(schema) + 1)
    return place
  }

  function waitForOne(schema: Schema): Promise<Place> {
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        schema,
        take: (place) => {
          clearTimeout(timer)
          resolve(place)
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(new Error('timeout exceeded when trying to connect'))
      }, settings.connectionTimeoutMillis)
      timer.unref()
      waiting.push(one)
    })
  }

  /** The request that gets a connection just returned. */
  function chooseNext({ schema, inRow }: Place): Waiting | undefined {
    let next: Waiting | undefined
    for (const one of waiting) {
      if (!mayHoldMore(one.schema)) continue
      const [ours, theirs] = [heldBy(one.schema), next ? heldBy(next.schema) : most]
      const staysHere = inRow < mostInRow && one.schema === schema && next?.schema !== schema
      if (!next || ours < theirs || (ours === theirs && staysHere)) next = one
    }
    return next
  }

  function giveBack(place: Place): void {
    const left = heldBy(place.schema) - 1
    if (left > 0) held.set(place.schema, left)
    else held.delete(place.schema)
    idle.push(place)
    const next = chooseNext(place)
    const its = next && takeIdle(next.schema)
    if (!its) return
    waiting.splice(waiting.indexOf(next), 1)
    next.take(its)
  }

  return {
    async lend(schema: Schema): Promise<Loan> {
      const place = (mayHoldMore(schema) && takeIdle(schema)) || (await waitForOne(schema))
      try {
        const client = await place.pool.connect()
        return {
          client,
          giveBack: (isBroken) => {
            client.release(isBroken || place.changes >= mostChanges)
            giveBack(place)
          },
        }
      } catch (error) {
        giveBack(place)
        throw error
      }
    },
    end: () => Promise.all(pools.map((pool) => pool.end())),
  }
}

export function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings)
  // If the server ends a connection, idle or in use, the process must survive: its statement fails, and the
  // next one opens another connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
