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

/** Time limits for the database, in milliseconds. */
export type Timeouts = {
  /** For obtaining a connection: a new one, or a free one of the pool. */
  connectMs: number
  /** For one statement. */
  statementMs: number
  /** For the locks that a statement waits for. */
  lockMs: number
}

/** The most connections of each pool, and the milliseconds without use after which one is closed; 0 for never. */
export type PoolSizes = { prepared: number; appointments: number; others: number; idleMs: number }

const usualSizes: PoolSizes = { prepared: 10, appointments: 10, others: 5, idleMs: 30_000 }

type Statement = { name?: string; text: string; values: readonly unknown[] }

/** The extra time for a stopped server before its connection is dropped. */
const graceMs = 1000

/**
 * Connections that cannot hang: the server ends statements that take too long, and if the server itself has
 * stopped, the connection is dropped. Errors are those of `unavailable.ts`.
 *
 * Statements on appointments have pools of their own, so that a lock on that table does not use up all
 * connections. In these pools, prepared statements get a generic plan: otherwise each connection decides at its
 * sixth use, by its estimates at that moment, whether to plan every later use again, which takes these
 * statements as long as running them.
 */
export function openPools(
  url: string,
  { connectMs, statementMs, lockMs }: Timeouts,
  sizes: PoolSizes = usualSizes,
) {
  const settings = {
    connectionString: url,
    idleTimeoutMillis: sizes.idleMs,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    // A stopped process of ours must not hold its locks forever.
    idle_in_transaction_session_timeout: 4 * statementMs,
    keepAlive: true,
  }
  const plannedOnce = { ...settings, options: '-c plan_cache_mode=force_generic_plan' }
  const prepared = createLender(plannedOnce, sizes.prepared)
  const appointments = createLender(settings, sizes.appointments)
  const others = createLender(settings, sizes.others)
  const choose = ({ name, text }: Statement) => {
    if (!text.includes('"appointments"')) return others
    return name === undefined ? appointments : prepared
  }
  /** For the tables of a schema, or of the connections' default path. */
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

/** One connection without a statement timeout: for migrations. */
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
 * From here on, batches the schema changes of a transaction, and sends them before the next other statement: a
 * new clinic takes five hundred, and most of the time was round trips. A refused one fails that statement, and
 * so the transaction.
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
 * Sets the path to that schema only: a missing table is an error, and never a table of the same name elsewhere.
 * PostgreSQL's own functions and operators are found without it.
 */
function setPath(schema: string): string {
  return `set search_path to ${pg.escapeIdentifier(schema)}`
}

/**
 * Migrates schemas of one database in parallel: Kysely has one lock for all of them, and searches its tables in
 * every schema.
 */
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

  /**
   * Uses the index of the schema's dependencies: `pg_class` has no index by schema, and holds the tables of all
   * clinics.
   */
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

/** The schema in each connection's path; it stays set when the connection returns to its pool. */
const schemas = new WeakMap<pg.PoolClient, string>()

/**
 * A connection that is taken from a pool at its first statement, which decides the pool; in a transaction that
 * is the one after `begin`. Its path is set to its schema, if another schema had it before.
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

  /**
   * Runs a statement; one that is a transaction by itself runs again when PostgreSQL ended it to resolve a
   * deadlock.
   */
  async run(statement: Statement): Promise<pg.QueryResult> {
    if (this.#isInTransaction) return this.#send(statement)
    return retryDeadlock(() => this.#send(statement))
  }

  async #send(statement: Statement): Promise<pg.QueryResult> {
    let deadline: NodeJS.Timeout | undefined
    try {
      this.#loan ??= await this.#choose(statement).lend(this.#schema)
      const { client, nameOf } = this.#loan
      deadline = setTimeout(() => client.connection.stream.destroy(), this.#deadlineMs)
      await this.#enterSchema(client)
      if (this.#begins) await client.query('begin')
      this.#begins = false
      const { name, text, values } = statement
      // PostgreSQL analyses a statement again under another path, so each clinic has its own.
      const own = name === undefined ? {} : { name: nameOf(name) }
      return await client.query({ ...own, text, values: [...values] })
    } catch (error) {
      throw explainError(error)
    } finally {
      clearTimeout(deadline)
    }
  }

  async #enterSchema(client: pg.PoolClient): Promise<void> {
    if (this.#schema === undefined || schemas.get(client) === this.#schema) return
    // Until the path is known to be set, the connection has no schema.
    schemas.delete(client)
    await client.query(setPath(this.#schema))
    schemas.set(client, this.#schema)
  }

  /** Ends the transaction; returns the command that PostgreSQL executed. */
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

/** Kysely's driver over lent connections, the only kind it ever gets. */
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
    // PostgreSQL rolls back instead if a statement of the transaction failed before.
    if ((await connection.end('commit')) !== 'COMMIT') throw new Error('Nothing was committed')
  }

  async rollbackTransaction(connection: Lent): Promise<void> {
    try {
      await connection.end('rollback')
    } catch {
      // The connection is lost, and the transaction with it: the error that ended it is the one to report.
      connection.release(true)
    }
  }

  async releaseConnection(connection: Lent): Promise<void> {
    connection.release()
  }

  /** The pools are ended where they are opened. */
  async destroy(): Promise<void> {}
}
