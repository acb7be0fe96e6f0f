import pg from 'pg'

/** A connection for one clinic; whoever has it gives it back, once. */
export type Loan = { client: pg.PoolClient; giveBack(isBroken: boolean): void }
export type Lender = ReturnType<typeof createLender>

/** Undefined for an installation of one clinic, whose connections begin with its tables. */
type Schema = string | undefined

/** One connection, which its pool opens when it is used and closes when it was not used for a while. */
type Place = {
  pool: pg.Pool
  /** Whose path the connection has, as far as is known. */
  schema: Schema
  /** Uses by one clinic after the other. */
  inRow: number
}
type Waiting = { schema: Schema; take: (place: Place) => void }

/** Of the connections, what one of many clinics may hold, so that others find one when its statements take long. */
const share = 0.8
/** Uses by one clinic, after which another that holds as few goes first, though the path has to change. */
const mostInRow = 8

/**
 * Lends `most` connections. A change of the path costs more than most statements, since PostgreSQL analyses each
 * prepared one again: so a clinic gets the connection that it had, else one that is not open, else the one that
 * was longest unused. Where all are lent, the clinic that holds fewest comes first.
 */
export function createLender(settings: pg.PoolConfig, most: number) {
  /** The one that was longest unused comes first. */
  const idle: Place[] = Array.from({ length: most }, () => ({
    ...{ pool: openPool({ ...settings, max: 1 }), schema: undefined, inRow: 0 },
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

  /** Who is next for a connection that was just given back. */
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
            client.release(isBroken)
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
  // A connection that the server ends must not end us, idle or at work: its statement fails, and the
  // next one opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
