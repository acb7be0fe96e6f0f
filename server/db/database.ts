import {
  type Compilable,
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import { createGroupCommit } from './group-commit.ts'
import { hearPostgres } from './hear.ts'
import type { Tables } from './schema.ts'
import { bindable, openSqliteFile, sqliteDialect, sqliteFile } from './sqlite.ts'
import { sqliteReaderDialect } from './sqlite-reader.ts'

export type Engine = 'sqlite' | 'postgres'
export type Queries = Kysely<Tables>

/** A place in a prepared statement that each call fills: `param('day')`. */
type ParamOf<P> = <Name extends keyof P & string>(name: Name) => RawBuilder<P[Name]>
type Build<P, Row> = (query: Queries, param: ParamOf<P>) => Compilable<Row>
export type Prepared<P, Row> = (values: P) => Promise<Row[]>

export type Database = {
  engine: Engine
  query: Queries
  /**
   * For reads outside of a transaction that may take long: on SQLite a thread runs them, and nobody
   * waits for them but who asked. They see everything committed before them.
   */
  reader: Queries
  /**
   * Compiles a query once; each call binds values and runs it as a statement of its own, committed
   * when the promise resolves. For the few queries that every request runs.
   */
  prepare<P, Row>(build: Build<P, Row>): Prepared<P, Row>
  /** The same for a write that comes often; on SQLite those that come together share a commit. */
  prepareWrite<P, Row>(build: Build<P, Row>): Prepared<P, Row>
  /**
   * Hears what any process says on a channel of PostgreSQL, until `close`. On SQLite nobody else is
   * there to say anything.
   */
  hear(channel: string, onWord: (word: string) => void, onGap: () => void): Promise<void>
  /** Whether the database answers. Rejects when it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}

export async function openDatabase(place: {
  dataDir: string
  databaseUrl?: string | undefined
}): Promise<Database> {
  return place.databaseUrl ? openPostgres(place.databaseUrl) : openSqlite(place.dataDir)
}

function openSqlite(dataDir: string): Database {
  const file = openSqliteFile(dataDir)
  const query = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  const reader = new Kysely<Tables>({ dialect: sqliteReaderDialect(sqliteFile(dataDir)) })
  const write = createGroupCommit(file, (run) => query.connection().execute(async () => run()))
  return {
    engine: 'sqlite',
    query,
    reader,
    prepare: <P, Row>(build: Build<P, Row>): Prepared<P, Row> => {
      const built = compileOnce(query, build)
      const statement = file.prepare(built.sql)
      return async (values) => {
        const parameters = fill(built.parameters, values)
        // A transaction in hand on this one connection must not swallow our statement: wait in line.
        if (file.isTransaction)
          return (await query.executeQuery<Row>({ ...built, parameters })).rows
        return statement.all(...bindable(parameters)) as Row[]
      }
    },
    prepareWrite: <P, Row>(build: Build<P, Row>): Prepared<P, Row> => {
      const built = compileOnce(query, build)
      const statement = file.prepare(built.sql)
      return async (values) =>
        (await write(statement, bindable(fill(built.parameters, values)))) as Row[]
    },
    hear: async () => {},
    ping: async () => void (await sql`select 1`.execute(query)),
    close: async () => {
      // First, so that the one that writes is the last to close and takes the WAL with it.
      await reader.destroy()
      await query.destroy()
    },
  }
}

function openPostgres(url: string): Database {
  // Counts and better-auth's rate limits are bigint there; ours stay far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: url, max: 10, idleTimeoutMillis: 30_000 })
  // An idle connection that the server ends must not end us; the next query opens another.
  pool.on('error', () => {})
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const ears: ReturnType<typeof hearPostgres>[] = []
  let names = 0
  const prepare: Database['prepare'] = (build) => {
    const { sql: text, parameters } = compileOnce(query, build)
    names += 1
    const name = `molar_${names}`
    return async (values) =>
      (await pool.query({ name, text, values: fill(parameters, values) })).rows
  }
  return {
    engine: 'postgres',
    query,
    reader: query,
    prepare,
    prepareWrite: prepare,
    hear: (channel, onWord, onGap) => {
      const ear = hearPostgres(url, channel, { onWord, onGap })
      ears.push(ear)
      return ear.started
    },
    ping: async () => void (await pool.query('select 1')),
    close: async () => {
      await Promise.all(ears.map((ear) => ear.stop()))
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

function fill<P>(parameters: readonly unknown[], values: P): unknown[] {
  return parameters.map((value) =>
    value instanceof Placeholder ? values[value.name as keyof P] : value,
  )
}
