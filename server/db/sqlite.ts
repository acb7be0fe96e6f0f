import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type TransactionBuilder,
  ValueNode,
} from 'kysely'
import type { Tables } from './schema.ts'
import { DatabaseUnavailable, explainError } from './unavailable.ts'

/** How many prepared statements are cached; Kysely writes the same few hundred texts again. */
const keptStatements = 500

/** Milliseconds that SQLite itself waits for another process, which blocks the event loop. */
const blockingMs = 20

/** Milliseconds between two tries to write while another process writes. */
export const restMs = 50

export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'molar.db')
}

/**
 * Pages in the log, 16 MB, before they are copied into the file. A page that many commits have changed is
 * copied once; with SQLite's own 1000 a third of a busy minute's commits waited for that.
 */
export const logPages = 4000

/** Opens `molar.db` in `dataDir` as design.md section 5 asks: durable at every commit. */
export function openSqliteFile(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true })
  const file = new DatabaseSync(sqliteFile(dataDir))
  file.exec(`pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full;
    pragma foreign_keys = on; pragma busy_timeout = ${blockingMs}; pragma cache_size = -8000;
    pragma temp_store = memory; pragma secure_delete = on; pragma wal_autocheckpoint = ${logPages}`)
  return file
}

/**
 * SQLite keeps using a file whose folder was removed or renamed, and acknowledges writes that no later start
 * finds. Returns a check that throws while the file at that path is not the open one.
 */
export function watchName(dataDir: string): () => void {
  const name = sqliteFile(dataDir)
  const readFile = () => statSync(name, { throwIfNoEntry: false })?.ino
  const opened = readFile()
  return () => {
    if (readFile() === opened) return
    throw new DatabaseUnavailable('away', new Error(`${name} is gone, or another file`))
  }
}

/** The transaction in which the current code runs. */
const transaction = new AsyncLocalStorage<{ isOver: boolean }>()

/** The queries of the one connection. Code of a transaction cannot use them; see `refuseSelfWait`. */
export class SqliteQueries extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (act) => {
      const state = { isOver: false }
      try {
        return await execute((query) => transaction.run(state, act, query))
      } finally {
        state.isOver = true
      }
    }
    return builder
  }
}

/**
 * Throws where a transaction's code uses the connection other than by its own `query`: the transaction has the
 * connection until it ends, so the code would wait for itself, and block all others. On PostgreSQL the same
 * call takes another connection of the pool, and does not see what the transaction wrote.
 */
export function refuseSelfWait(): void {
  if (transaction.getStore()?.isOver !== false) return
  throw new Error('A transaction asked for a second connection; use the `query` it was given')
}

/**
 * Kysely's SQLite dialect over Node's own driver. While another process writes, such as an operator's
 * `sqlite3`, our writes wait for up to `busyMs` without blocking reads or the event loop. A transaction takes
 * the write lock at its beginning, so nothing in it waits. `refuseLost` throws where a write would be lost.
 */
export function sqliteDialect(
  file: DatabaseSync,
  busyMs: number,
  refuseLost = () => {},
): SqliteDialect {
  const database = asKyselyExpects(file, refuseLost)
  class Dialect extends SqliteDialect {
    override createDriver = () => new PatientDriver(file, new SqliteDriver({ database }), busyMs)
    override createAdapter = () => new SharingAdapter()
    override createQueryCompiler = () => new LimitCompiler()
  }
  return new Dialect({ database })
}

/** Checks that a file of some size can be written beside the database. Rejects with `DatabaseUnavailable`. */
export async function tryDisk(dataDir: string): Promise<void> {
  const file = join(dataDir, 'molar.probe')
  try {
    await writeFile(file, Buffer.alloc(64 * 1024), { flush: true, mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isReadOnly = 'code' in error && ['EROFS', 'EACCES', 'EPERM'].includes(String(error.code))
    throw new DatabaseUnavailable(isReadOnly ? 'read-only' : 'full', error)
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.trouble === 'busy'
}

/**
 * Writes limits into the statement. SQLite plans by the number of a limit, so a statement with one as a
 * parameter is compiled again at each use, which takes several times as long as most statements themselves
 * (`sqlite3ExprIsInteger` in its `expr.c`).
 */
export class LimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    const most = ValueNode.is(limit) ? limit.value : undefined
    if (Number.isSafeInteger(most)) this.append(`limit ${most}`)
    else super.visitLimit(node)
  }
}

/** The driver queues by itself, since a write that waits for another process lets other work run. */
class SharingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }

  /** Schema changes are transactional like rows; Kysely runs all migrations in one transaction. */
  override get supportsTransactionalDdl() {
    return true
  }
}

/** One connection, used by one caller at a time. */
class PatientDriver implements Driver {
  readonly #file: DatabaseSync
  readonly #inner: SqliteDriver
  readonly #busyMs: number
  #last: Promise<void> = Promise.resolve()

  constructor(file: DatabaseSync, inner: SqliteDriver, busyMs: number) {
    this.#file = file
    this.#inner = inner
    this.#busyMs = busyMs
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseSelfWait()
    const connection = await this.#inner.acquireConnection()
    let end = await this.#turn()
    const execute = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const until = performance.now() + this.#busyMs
      for (;;) {
        try {
          return await connection.executeQuery<Row>(query)
        } catch (thrown) {
          const error = explainError(thrown)
          if (!isBusy(error) || this.#file.isTransaction || performance.now() > until) throw error
        }
        end()
        await wait(restMs)
        end = await this.#turn()
      }
    }
    return new Turn(execute, () => end())
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has rolled back by itself after errors such as a full disk.
    if (this.#file.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof Turn) connection.end()
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }

  /** Waits until all earlier turns have ended; returns a function that ends this one. */
  async #turn(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}

type Execute = DatabaseConnection['executeQuery']

/** The connection, held by one caller. */
class Turn implements DatabaseConnection {
  readonly executeQuery: Execute
  readonly end: () => void

  constructor(executeQuery: Execute, end: () => void) {
    this.executeQuery = executeQuery
    this.end = end
  }

  streamQuery(): never {
    throw new Error('Long lists are read page by page')
  }
}

function asKyselyExpects(file: DatabaseSync, refuseLost: () => void): SqliteDatabase {
  const statements = new Map<string, Prepared>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    // The columns of what is prepared already may change, too.
    if (statements.size >= keptStatements || changesTables.test(sql)) statements.clear()
    const prepared = prepareRows(file, sql)
    statements.set(sql, prepared)
    return prepared
  }
  return {
    close: () => file.close(),
    prepare: (sql) => {
      const { statement, reader, all } = prepare(sql)
      return {
        reader,
        all: (values) => all(...bindable(values)),
        run: (values) => {
          // The statement begins a transaction, or writes without one.
          if (!file.isTransaction) refuseLost()
          return statement.run(...bindable(values))
        },
        // A separate statement: a cached one could be started again while this one is read.
        iterate: (values) => file.prepare(sql).iterate(...bindable(values)),
      }
    },
  }
}

/** What migrations do. */
const changesTables = /^\s*(alter|create|drop)\b/i

/** Answers the rows of a statement. */
export type Rows = { all(...values: SQLInputValue[]): unknown[] }
type Prepared = Rows & { statement: StatementSync; reader: boolean }

/**
 * Prepares a statement whose rows are ordinary objects. Those of Node's driver are hash tables: their fields take several
 * times as long to read, and a copy of one takes longer than its query. The columns are asked for once, since describing
 * them takes longer than reading a row: a statement is not used beyond a change of its tables.
 */
export function prepareRows(file: DatabaseSync, sql: string): Prepared {
  const statement = file.prepare(sql)
  statement.setReturnArrays(true)
  const names = statement.columns().map(({ name }) => name)
  const blank = Object.fromEntries(names.map((name) => [name, null as unknown]))
  const rowOf = (values: ArrayLike<unknown>) => {
    // A copy has the fields of all rows; adding them one by one would end in a hash table.
    const row = { ...blank }
    for (const [at, name] of names.entries()) row[name] = values[at]
    return row
  }
  return {
    statement,
    reader: names.length > 0,
    all: (...values) => (statement.all(...values) as unknown as unknown[][]).map(rowOf),
  }
}

export function bindable(values: readonly unknown[]): SQLInputValue[] {
  return values.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value
    if (typeof value === 'bigint' || value instanceof Uint8Array) return value
    throw new TypeError(`SQLite cannot keep a ${typeof value}`)
  })
}
