import pg from 'pg'

/** A connection lent to one clinic; the borrower returns it, once. */
export type Loan = {
  client: pg.PoolClient
  /** What a prepared statement of that name is called for this clinic on this connection. */
  nameOf(statement: string): string
  giveBack(isBroken: boolean): void
}
export type Lender = ReturnType<typeof createLender>

/** Undefined for an installation of one clinic, whose connections find its tables by default. */
type Schema = string | undefined

/** One slot for a connection, which its pool opens on use and closes after a while without use. */
type Place = {
  pool: pg.Pool
  /** The schema in the connection's path, as far as is known. */
  schema: Schema
  /** The schemas that the connection has served, each with its number. */
  known: Map<Schema, number>
  /** How often in a row a request went first that was not the next in turn. */
  overtaken: number
}
type Waiting = { schema: Schema; take: (place: Place) => void }

/**
 * The share of connections that one of many clinics may hold, so that others find one while its statements take
 * long.
 */
const share = 0.8
/** How often in a row a connection may go to a clinic that it knows before one that has waited longer. */
const mostOvertaken = 7
/** A server process keeps what it has read of the tables of each clinic: a quarter of a megabyte or more. */
const mostKnown = 100

/**
 * Lends `most` connections. On a connection that has not served a clinic before, PostgreSQL reads the
 * descriptions of its tables, compiles its triggers and plans its statements: many times the work of most
 * statements. A clinic therefore gets the connection that it had last, else one that has served it, else an
 * unopened one, else the longest unused one. When all are lent, the clinic that holds the fewest comes first.
 */
export function createLender(settings: pg.PoolConfig, most: number) {
  /** In order of last use, the oldest first. */
  const idle: Place[] = Array.from({ length: most }, () => {
    const pool = openPool({ ...settings, max: 1 })
    return { pool, schema: undefined, known: new Map(), overtaken: 0 }
  })
  const pools = idle.map(({ pool }) => pool)
  const held = new Map<Schema, number>()
  const waiting: Waiting[] = []

  const heldBy = (schema: Schema) => held.get(schema) ?? 0
  const mayHoldMore = (schema: Schema) =>
    heldBy(schema) < (schema === undefined ? most : Math.ceil(most * share))

  function takeIdle(schema: Schema): Place | undefined {
    const isOpen = ({ pool }: Place) => pool.totalCount > 0
    let at = idle.findLastIndex((place) => isOpen(place) && place.schema === schema)
    if (at < 0) at = idle.findLastIndex((place) => isOpen(place) && place.known.has(schema))
    if (at < 0) at = idle.findIndex((place) => !isOpen(place))
    const [place] = idle.splice(Math.max(at, 0), 1)
    if (!place) return
    if (!isOpen(place)) place.known.clear()
    if (!place.known.has(schema)) place.known.set(schema, place.known.size)
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
  function chooseNext(place: Place): Waiting | undefined {
    const allowed = waiting.filter(({ schema }) => mayHoldMore(schema))
    const fewest = Math.min(...allowed.map(({ schema }) => heldBy(schema)))
    const equal = allowed.filter(({ schema }) => heldBy(schema) === fewest)
    const inTurn = equal[0]
    const known =
      equal.find(({ schema }) => schema === place.schema) ??
      equal.find(({ schema }) => place.known.has(schema))
    const next = place.overtaken < mostOvertaken ? (known ?? inTurn) : inTurn
    place.overtaken = next === inTurn ? 0 : place.overtaken + 1
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
          nameOf: (statement) => `${statement}_${place.known.get(schema)}`,
          giveBack: (isBroken) => {
            client.release(isBroken || place.known.size > mostKnown)
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
