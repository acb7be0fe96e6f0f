import {
  type ColumnMetadata,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TableMetadata,
} from 'kysely'
import pg from 'pg'
import { createLender, type Lender, type Loan, openPool } from './lend-connections.ts'
import { RetryingQueries, retryDeadlock } from './retry-deadlock.ts'
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
  const prepared = createLender(plannedOnce, 10)
  const appointments = createLender(settings, 10)
  const others = createLender(settings, 5)
  const choose = ({ name, text }: Statement) => {
    if (!text.includes('"appointments"')) return others
    return name === undefined ? appointments : prepared
  }
  /** For the tables of a schema, or of those that the connections themselves begin with. */
  const lendFor = (schema: string | undefined) => {
    const lend = () => new Lent(choose, { schema, deadlineMs: statementMs + graceMs })
    return {
      query: new RetryingQueries({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new LendingDriver(lend),
          createIntrospector: (query) => new OwnSchemaIntrospector(query),
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
  const end = async () => {
    await Promise.all([prepared, appointments, others].map((pool) => pool.end()))
  }
  return { lendFor, end }
}

/** One connection whose statements take as long as they need: for migrations. */
export function openUnbounded(url: string, schema?: string): Kysely<Tables> {
  const pool = openPool({ connectionString: url, max: 1 })
  const dialect = new OwnSchemaDialect({
    pool,
    onCreateConnection: async (connection) => {
      if (schema !== undefined) await connection.executeQuery(CompiledQuery.raw(setPath(schema)))
      gatherDefinitions(connection)
    },
  })
  return new Kysely<Tables>({ dialect })
}

/**
 * From here on sends the definitions of a transaction together, before the next statement that is none: a new clinic
 * takes five hundred, and most of the time was their way to the server and back. One that is refused fails that
 * statement, and so the transaction.
 */
function gatherDefinitions(connection: DatabaseConnection): void {
  const send = connection.executeQuery.bind(connection)
  let waiting: string[] = []
  let isOpen = false
  const gathered: DatabaseConnection['executeQuery'] = async (query, options) => {
    const { sql: text, parameters } = query
    if (isOpen && parameters.length === 0 && definition.test(text)) {
      waiting.push(text)
      return { rows: [] }
    }
    const before = rollback.test(text) ? [] : waiting
    waiting = []
    if (before.length > 0) await send(CompiledQuery.raw(before.join('\n;\n')), options)
    if (begin.test(text)) isOpen = true
    if (end.test(text)) isOpen = false
    return send(query, options)
  }
  connection.executeQuery = gathered
}

const definition = /^\s*(create|alter|drop|grant|revoke)\b/i
const begin = /^(begin|start transaction)\b/
const end = /^(commit|rollback)$/
const rollback = /^rollback\b/

/**
 * That schema alone: what is missing there is an error, and never a table of the same name elsewhere. PostgreSQL's
 * own functions and operators are found without it.
 */
function setPath(schema: string): string {
  return `set search_path to ${pg.escapeIdentifier(schema)}`
}

/** Migrates schemas of one database side by side: Kysely has one lock for all, and looks for its tables in any. */
class OwnSchemaDialect extends PostgresDialect {
  override createAdapter() {
    return new OwnSchemaAdapter()
  }

  override createIntrospector(query: Kysely<unknown>) {
    return new OwnSchemaIntrospector(query)
  }
}

const migrationLock = sql`hashtextextended('molar migrations ' || current_schema(), 0)`

class OwnSchemaAdapter extends PostgresAdapter {
  override async acquireMigrationLock(query: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(query)
  }

  override async releaseMigrationLock(query: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_unlock(${migrationLock})`.execute(query)
  }
}

class OwnSchemaIntrospector extends PostgresIntrospector {
  readonly #query: Kysely<unknown>

  constructor(query: Kysely<unknown>) {
    super(query)
    this.#query = query
  }

  /** By the index of what depends on the schema: one of `pg_class` by schema there is not, and it has all clinics' tables. */
  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<TableMetadata & { columns: ColumnMetadata[] }>`
      select c.relname as "name", current_schema() as "schema", c.relkind = 'v' as "isView",
        c.relkind = 'f' as "isForeign", jsonb_agg(jsonb_build_object('name', a.attname,
          'dataType', t.typname, 'isNullable', not a.attnotnull, 'hasDefaultValue', a.atthasdef,
          'isAutoIncrementing', a.attidentity <> '') order by a.attnum) as "columns"
      from pg_depend as d join pg_class as c on c.oid = d.objid
      join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type as t on t.oid = a.atttypid
      where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_namespace'::regclass
        and d.refobjid = current_schema()::regnamespace and c.relkind in ('r', 'v', 'p', 'f')
      group by c.oid, c.relname, c.relkind order by c.relname`.execute(this.#query)
    return rows
  }
}

/** Whose tables a connection finds; it stays so when it goes back to its pool. */
const schemas = new WeakMap<pg.PoolClient, string>()

/**
 * A connection that comes from its pool with the first statement, which says from which; of a
 * transaction that is the one after `begin`. It finds the tables of its schema, whose it was before.
 */
class Lent implements DatabaseConnection {
  readonly #choose: (statement: Statement) => Lender
  readonly #schema: string | undefined
  readonly #deadlineMs: number
  #loan: Loan | undefined
  #begins = false
  #isInTransaction = false

  constructor(
    choose: (statement: Statement) => Lender,
    { schema, deadlineMs }: { schema: string | undefined; deadlineMs: number },
  ) {
    this.#choose = choose
    this.#schema = schema
    this.#deadlineMs = deadlineMs
  }

  /** Makes the next statement the first of a transaction. */
  begin(): void {
    this.#begins = true
    this.#isInTransaction = true
  }

  /** A statement that is a transaction by itself runs again when PostgreSQL ended it for another's sake. */
  async run(statement: Statement): Promise<pg.QueryResult> {
    if (this.#isInTransaction) return this.#send(statement)
    return retryDeadlock(() => this.#send(statement))
  }

  async #send(statement: Statement): Promise<pg.QueryResult> {
    let deadline: NodeJS.Timeout | undefined
    try {
      this.#loan ??= await this.#choose(statement).lend(this.#schema)
      const { client } = this.#loan
      deadline = setTimeout(() => client.connection.stream.destroy(), this.#deadlineMs)
      await this.#enterSchema(client)
      if (this.#begins) await client.query('begin')
      this.#begins = false
      return await client.query({ ...statement, values: [...statement.values] })
    } catch (error) {
      throw explainError(error)
    } finally {
      clearTimeout(deadline)
    }
  }

  async #enterSchema(client: pg.PoolClient): Promise<void> {
    if (this.#schema === undefined || schemas.get(client) === this.#schema) return
    // Until it is known to have been set, the connection is nobody's.
    schemas.delete(client)
    await client.query(setPath(this.#schema))
    schemas.set(client, this.#schema)
  }

  /** Ends the transaction; answers what became of it. */
  async end(word: 'commit' | 'rollback'): Promise<string> {
    if (this.#begins) return word.toUpperCase()
    return (await this.#send({ text: word, values: [] })).command
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
    this.#loan?.giveBack(isBroken)
    this.#loan = undefined
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Kysely's driver over lent connections, which are all that it is ever handed. */
class LendingDriver implements Driver {
  readonly #lend: () => Lent

  constructor(lend: () => Lent) {
    this.#lend = lend
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

  /** The pools are ended by those who opened them. */
  async destroy(): Promise<void> {}
}
