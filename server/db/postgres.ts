import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './schema.ts'
import { explainError } from './unavailable.ts'

/** How long a database may take, in milliseconds. */
export type Timeouts = {
  /** For a connection: a new one, or a free one of the pool. */
  connectMs: number
  /** For one statement. */
  statementMs: number
  /** For the locks that a statement waits for. */
  lockMs: number
}

type Statement = { name?: string; text: string; values: readonly unknown[] }

/** What a server that has stopped altogether gets on top before its connection is dropped. */
const graceMs = 1000

/**
 * Connections that cannot hang: the server ends what takes too long, and where the server itself has
 * stopped, the connection is dropped. Errors are those of `unavailable.ts`.
 *
 * What touches appointments has pools of its own, so that a lock on that table does not keep everything
 * else from a connection. Of these, what is compiled once runs where it is planned once too: else each
 * connection decides at its sixth use, by what it estimates then, whether to plan every later use again,
 * which takes these statements as long as running them.
 */
export function openPools(url: string, { connectMs, statementMs, lockMs }: Timeouts) {
  const settings = {
    connectionString: url,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    // A process of ours that has stopped must not hold its locks for good.
    idle_in_transaction_session_timeout: 4 * statementMs,
    keepAlive: true,
  }
  const plannedOnce = { ...settings, options: '-c plan_cache_mode=force_generic_plan' }
  const prepared = openPool({ ...plannedOnce, max: 10 })
  const appointments = openPool({ ...settings, max: 10 })
  const others = openPool({ ...settings, max: 5 })
  const choose = ({ name, text }: Statement) => {
    if (!text.includes('"appointments"')) return others
    return name === undefined ? appointments : prepared
  }
  const lend = () => new Lent(choose, statementMs + graceMs)
  const end = async () => {
    await Promise.all([prepared, appointments, others].map((pool) => pool.end()))
  }
  return {
    query: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new LendingDriver(lend, end),
        createIntrospector: (query) => new PostgresIntrospector(query),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
    /** Runs one statement on a connection of its own. */
    async run(statement: Statement): Promise<pg.QueryResult> {
      const connection = lend()
      try {
        return await connection.run(statement)
      } finally {
        connection.release()
      }
    },
  }
}

/** One connection whose statements take as long as they need: for migrations. */
export function openUnbounded(url: string): Kysely<Tables> {
  const pool = openPool({ connectionString: url, max: 1 })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings)
  // A connection that the server ends must not end us, idle or at work: its statement fails, and the
  // next one opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * A connection that comes from its pool with the first statement, which says from which; of a
 * transaction that is the one after `begin`.
 */
class Lent implements DatabaseConnection {
  readonly #choose: (statement: Statement) => pg.Pool
  readonly #deadlineMs: number
  #client: pg.PoolClient | undefined
  #begins = false

  constructor(choose: (statement: Statement) => pg.Pool, deadlineMs: number) {
    this.#choose = choose
    this.#deadlineMs = deadlineMs
  }

  /** Makes the next statement the first of a transaction. */
  begin(): void {
    this.#begins = true
  }

  async run(statement: Statement): Promise<pg.QueryResult> {
    let deadline: NodeJS.Timeout | undefined
    try {
      this.#client ??= await this.#choose(statement).connect()
      const { connection } = this.#client
      deadline = setTimeout(() => connection.stream.destroy(), this.#deadlineMs)
      if (this.#begins) await this.#client.query('begin')
      this.#begins = false
      return await this.#client.query({ ...statement, values: [...statement.values] })
    } catch (error) {
      throw explainError(error)
    } finally {
      clearTimeout(deadline)
    }
  }

  /** Ends the transaction; answers what became of it. */
  async end(word: 'commit' | 'rollback'): Promise<string> {
    if (this.#begins) return word.toUpperCase()
    return (await this.run({ text: word, values: [] })).command
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.run({ text: sql, values: parameters })
    return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  streamQuery(): never {
    throw new Error('Long lists are read page by page')
  }

  /** A broken connection is closed instead of given back. */
  release(isBroken = false): void {
    this.#client?.release(isBroken)
    this.#client = undefined
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Kysely's driver over lent connections, which are all that it is ever handed. */
class LendingDriver implements Driver {
  readonly #lend: () => Lent
  readonly #end: () => Promise<void>

  constructor(lend: () => Lent, end: () => Promise<void>) {
    this.#lend = lend
    this.#end = end
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lent> {
    return this.#lend()
  }

  async beginTransaction(connection: Lent): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: Lent): Promise<void> {
    // PostgreSQL rolls back instead where a statement of the transaction had failed before.
    if ((await connection.end('commit')) !== 'COMMIT') throw new Error('Nothing was committed')
  }

  async rollbackTransaction(connection: Lent): Promise<void> {
    try {
      await connection.end('rollback')
    } catch {
      // The connection is lost, and the transaction with it: what ended it is the error to tell.
      connection.release(true)
    }
  }

  async releaseConnection(connection: Lent): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#end()
  }
}
