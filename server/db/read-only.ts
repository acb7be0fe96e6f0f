import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'
import type { Engine, Queries } from './database.ts'
import { openUnbounded } from './postgres.ts'
import { SqliteQueries, sqliteDialect, sqliteFile } from './sqlite.ts'

const busyMs = 5000

/**
 * Reads a database as it was at one instant, while a portal serves it, without being able to change it. Throws
 * `StartError` where there is none.
 */
export async function readOnly<T>(
  place: { dataDir: string; databaseUrl?: string | undefined },
  act: (database: { engine: Engine; query: Queries }) => Promise<T>,
): Promise<T> {
  if (place.databaseUrl) return readPostgres(place.databaseUrl, act)
  const file = new DatabaseSync(findSqliteFile(place.dataDir), { readOnly: true })
  try {
    // All statements of a transaction see the same instant; ours ends with the connection.
    file.exec(`pragma busy_timeout = ${busyMs}; begin`)
    const query = new SqliteQueries({ dialect: sqliteDialect(file, busyMs) })
    return await act({ engine: 'sqlite', query })
  } finally {
    file.close()
  }
}

/** Throws `StartError` where there is none. */
export function findSqliteFile(dataDir: string): string {
  const path = sqliteFile(dataDir)
  if (!existsSync(path)) throw new StartError(`there is no data in DATA_DIR ${dataDir}`)
  return path
}

async function readPostgres<T>(
  url: string,
  act: (database: { engine: Engine; query: Queries }) => Promise<T>,
): Promise<T> {
  const own = openUnbounded(url)
  try {
    return await own
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((query) => act({ engine: 'postgres', query }))
  } finally {
    await own.destroy()
  }
}
