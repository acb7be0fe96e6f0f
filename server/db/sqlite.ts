import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type SqliteDatabase, SqliteDialect } from 'kysely'

/** How many prepared statements stay at hand; Kysely writes the same few hundred texts again. */
const keptStatements = 500

export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'molar.db')
}

/** Opens `molar.db` in `dataDir` as design.md section 5 asks: durable at every commit. */
export function openSqliteFile(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true })
  const file = new DatabaseSync(sqliteFile(dataDir))
  file.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma busy_timeout = 5000; pragma cache_size = -32000; pragma temp_store = memory`)
  return file
}

/** Kysely's SQLite dialect over Node's own driver. */
export function sqliteDialect(file: DatabaseSync): SqliteDialect {
  return new SqliteDialect({ database: asKyselyExpects(file) })
}

function asKyselyExpects(file: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= keptStatements) statements.clear()
    const statement = file.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    close: () => file.close(),
    prepare: (sql) => {
      const statement = prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...bindable(values)),
        run: (values) => statement.run(...bindable(values)),
        // Its own statement: a cached one could be started again while this one is read.
        iterate: (values) => file.prepare(sql).iterate(...bindable(values)),
      }
    },
  }
}

export function bindable(values: readonly unknown[]): SQLInputValue[] {
  return values.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value
    if (typeof value === 'bigint' || value instanceof Uint8Array) return value
    throw new TypeError(`SQLite cannot keep a ${typeof value}`)
  })
}
