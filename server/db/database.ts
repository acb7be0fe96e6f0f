import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { type Compilable, type CompiledQuery, Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type AddressName, type AddressNames, atAddress, settingNames } from './address.ts'
import { createGroupCommit } from './group-commit.ts'
import { createListener } from './listen.ts'
import { openPools, openUnbounded, type PoolSizes, type Timeouts } from './postgres.ts'
import type { Tables } from './schema.ts'
import {
  bindable,
  openSqliteFile,
  prepareRows,
  refuseSelfWait,
  SqliteQueries,
  sqliteDialect,
  sqliteFile,
  tryDisk,
  watchName,
} from './sqlite.ts'
import { sqliteReaderDialect } from './sqlite-reader.ts'
import { DatabaseUnavailable, explainError } from './unavailable.ts'

export type Engine = 'sqlite' | 'postgres'
export type Queries = Kysely<Tables>

/** A parameter of a prepared statement, bound at each call: `param('day')`. */
export type Param<P> = <Name extends keyof P & string>(name: Name) => RawBuilder<P[Name]>
type Build<P, Row> = (query: Queries, param: Param<P>) => Compilable<Row>
export type Prepared<P, Row> = (values: P) => Promise<Row[]>

export type Database = {
  engine: Engine
  query: Queries
  /**
   * For long reads outside of a transaction: on SQLite they run in a thread, and only their caller waits. They
   * see everything committed before them.
   */
  reader: Queries
  /**
   * Compiles a query once, at its first call; each call binds values and runs it as a statement of its own,
   * committed when the promise resolves. For the few queries that every request runs.
   */
  prepare<P, Row>(build: Build<P, Row>): Prepared<P, Row>
  /** The same for a frequent write; on SQLite concurrent ones share a commit. */
  prepareWrite<P, Row>(build: Build<P, Row>): Prepared<P, Row>
  /**
   * For background work: resolves when no burst of writes is in progress, after half a second at the latest. On
   * PostgreSQL, where writers have connections of their own, it resolves at once.
   */
  untilCalm(): Promise<void>
  /**
   * Subscribes to a PostgreSQL channel about these tables, for messages from any process, until `close`. On
   * SQLite there is no other process.
   */
  listen(channel: string, onMessage: (word: string) => void, onGap: () => void): Promise<void>
  /** For migrations: runs as the role that owns the tables, without a statement timeout. */
  unbounded<T>(act: (query: Queries) => Promise<T>): Promise<T>
  /** Checks whether the database takes writes. Rejects with `DatabaseUnavailable` when it does not. */
  tryWrite(): Promise<void>
  close(): Promise<void>
}

const defaultTimeouts: Timeouts = { connectMs: 5000, statementMs: 15_000, lockMs: 5000 }

export async function openDatabase(place: {
  dataDir: string
  databaseUrl?: string | undefined
  /** For the role that owns the tables, where another one serves. */
  databaseOwnerUrl?: string | undefined
  /** Where the two addresses were given, if not by the settings. */
  addressNames?: AddressNames | undefined
  timeouts?: Timeouts | undefined
  databaseAskMs?: number | undefined
}): Promise<Database> {
  const { dataDir, databaseUrl, databaseOwnerUrl, timeouts = defaultTimeouts } = place
  const { databaseAskMs, addressNames } = place
  if (!databaseUrl) return openSqlite(dataDir, timeouts)
  const ownerUrl = databaseOwnerUrl ?? databaseUrl
  const addresses = { url: databaseUrl, ownerUrl, addressNames }
  const server = connectPostgres({ ...addresses, timeouts, databaseAskMs })
  const database = server.database()
  return {
    ...database,
    close: async () => {
      await database.query.destroy()
      await server.close()
    },
  }
}

function openSqlite(dataDir: string, { lockMs }: Timeouts): Database {
  const file = openSqliteFile(dataDir)
  const refuseLost = watchName(dataDir)
  const query = new SqliteQueries({ dialect: sqliteDialect(file, lockMs, refuseLost) })
  const reader = new Kysely<Tables>({ dialect: sqliteReaderDialect(sqliteFile(dataDir)) })
  const whenFree = (run: () => void) => query.connection().execute(async () => run())
  const { write, untilCalm } = createGroupCommit(file, whenFree, lockMs, refuseLost)
  return {
    engine: 'sqlite',
    query,
    reader,
    prepare: <P, Row>(build: Build<P, Row>): Prepared<P, Row> => {
      const ready = atFirstUse(() => prepareIn(file, compileOnce(query, build)))
      return async (values) => {
        const { built, statement } = ready()
        const parameters = fill(built.parameters, values)
        // An open transaction on this one connection must not include our statement: queue it.
        if (file.isTransaction)
          return (await query.executeQuery<Row>({ ...built, parameters })).rows
        try {
          return statement.all(...bindable(parameters)) as Row[]
        } catch (error) {
          throw explainError(error)
        }
      }
    },
    prepareWrite: <P, Row>(build: Build<P, Row>): Prepared<P, Row> => {
      const ready = atFirstUse(() => prepareIn(file, compileOnce(query, build)))
      return async (values) => {
        refuseSelfWait()
        const { built, statement } = ready()
        return (await write(statement, bindable(fill(built.parameters, values)))) as Row[]
      }
    },
    untilCalm,
    listen: async () => {},
    unbounded: (act) => act(query),
    tryWrite: async () => {
      // Takes the write lock and releases it.
      await query.transaction().execute(async () => {})
      await tryDisk(dataDir)
    },
    close: async () => {
      // Closed first, so that the writing connection is the last to close and removes the WAL.
      await reader.destroy()
      await query.destroy()
    },
  }
}

/** A PostgreSQL server, whose connections serve the tables of one schema or of many. */
export type PostgresServer = {
  /** The tables of a schema; without one, those of DATABASE_URL. */
  database(schema?: string): Database
  close(): Promise<void>
}

export function connectPostgres({
  url,
  ownerUrl,
  addressNames = settingNames,
  timeouts = defaultTimeouts,
  databaseAskMs,
  sizes,
}: {
  url: string
  ownerUrl: string
  addressNames?: AddressNames | undefined
  timeouts?: Timeouts | undefined
  databaseAskMs?: number | undefined
  sizes?: PoolSizes | undefined
}): PostgresServer {
  // Counts and better-auth's rate limits are bigint there; our values stay far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pools = openPools(url, timeouts, sizes)
  const listener = createListener(url, databaseAskMs)
  const owner = { url: ownerUrl, name: ownerUrl === url ? addressNames.url : addressNames.ownerUrl }
  let ended: Promise<unknown> | undefined
  /** Keyed by text, which is the same for every schema. */
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `molar_${names.size + 1}`
    names.set(text, name)
    return name
  }
  return {
    database: (schema) =>
      describePostgres({ ...pools.lendFor(schema), listener, nameOf, owner, schema }),
    async close() {
      ended ??= Promise.all([listener.stop(), pools.end()])
      // A server that has stopped never releases a connection.
      await Promise.race([ended, wait(timeouts.connectMs, undefined, { ref: false })])
    },
  }
}

function describePostgres({
  query,
  run,
  listener,
  nameOf,
  owner,
  schema,
}: ReturnType<ReturnType<typeof openPools>['lendFor']> & {
  listener: ReturnType<typeof createListener>
  nameOf: (text: string) => string
  owner: { url: string; name: AddressName }
  schema: string | undefined
}): Database {
  const listening: (() => Promise<void>)[] = []
  const prepare: Database['prepare'] = (build) => {
    const ready = atFirstUse(() => {
      const built = compileOnce(query, build)
      return { name: nameOf(built.sql), ...built }
    })
    return async (values) => {
      const { name, sql: text, parameters } = ready()
      return (await run({ name, text, values: fill(parameters, values) })).rows
    }
  }
  return {
    engine: 'postgres',
    query,
    reader: query,
    prepare,
    prepareWrite: prepare,
    untilCalm: async () => {},
    listen: async (channel, onMessage, onGap) => {
      const { rows } = await run({ text: `select current_schema() as "it"`, values: [] })
      listening.push(await listener.listen(`${channel}_${rows[0]?.it}`, { onMessage, onGap }))
    },
    unbounded: async (act) => {
      const own = openUnbounded(owner.url, schema)
      try {
        return await atAddress(owner.name, () => act(own))
      } finally {
        await own.destroy()
      }
    },
    tryWrite: async () => {
      const text = `select current_setting('transaction_read_only') as it`
      const { rows } = await run({ text, values: [] })
      if (rows[0]?.it !== 'on') return
      throw new DatabaseUnavailable('read-only', new Error('transaction_read_only is on'))
    },
    close: async () => {
      await Promise.all(listening.map((leave) => leave()))
      await query.destroy()
    },
  }
}

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function compileOnce<P, Row>(query: Queries, build: Build<P, Row>): CompiledQuery<Row> {
  return build(query, (name) => sql`${new Placeholder(name)}`).compile()
}

function prepareIn<Row>(file: DatabaseSync, built: CompiledQuery<Row>) {
  return { built, statement: prepareRows(file, built.sql) }
}

/** An app has dozens of statements, and compiling one with all its triggers takes milliseconds. */
function atFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function fill<P>(parameters: readonly unknown[], values: P): unknown[] {
  return parameters.map((value) =>
    value instanceof Placeholder ? values[value.name as keyof P] : value,
  )
}
