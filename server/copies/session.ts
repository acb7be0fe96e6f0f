import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type AddressName, type AddressNames, atAddress, settingNames } from '../db/address.ts'
import type { Engine } from '../db/database.ts'
import { findSqliteFile } from '../db/read-only.ts'
import { bindable, openSqliteFile } from '../db/sqlite.ts'

/** Where a database is: a file in `dataDir`, or a PostgreSQL. */
export type Place = {
  dataDir: string
  databaseUrl?: string | undefined
  databaseOwnerUrl?: string | undefined
  /** Where the two addresses were given, if not by the settings. */
  addressNames?: AddressNames | undefined
}
export type Values = Record<string, unknown>

/** A connection of its own with one transaction, for what reads or writes a whole database. */
export type Session = {
  engine: Engine
  run(text: string, values?: unknown[]): Promise<Values[]>
  /** The rows of a query, a few at a time: a table may be larger than the memory. */
  stream(text: string): AsyncIterable<Values[]>
  commit(): Promise<void>
  /** Without a commit before it, nothing was written. */
  close(): Promise<void>
}

const rowsAtOnce = 1000

/**
 * `read` sees the database as it is now however long it takes, while others write, from another process
 * too. `write` is the role that owns the tables, and nothing ends its statements.
 */
export async function openSession(place: Place, purpose: 'read' | 'write'): Promise<Session> {
  if (!place.databaseUrl) return openOnSqlite(place.dataDir, purpose)
  const { databaseUrl, databaseOwnerUrl, addressNames = settingNames } = place
  const owner = purpose === 'write' ? databaseOwnerUrl : undefined
  const name = owner === undefined ? addressNames.url : addressNames.ownerUrl
  return await atAddress(name, () => openOnPostgres(owner ?? databaseUrl, name, purpose))
}

function openOnSqlite(dataDir: string, purpose: 'read' | 'write'): Session {
  const file =
    purpose === 'read'
      ? new DatabaseSync(findSqliteFile(dataDir), { readOnly: true, timeout: 5000 })
      : openSqliteFile(dataDir)
  try {
    beginOnSqlite(file, purpose)
  } catch (error) {
    file.close()
    throw error
  }
  let last = { text: '', statement: file.prepare('select 1') }
  return {
    engine: 'sqlite',
    run: async (text, values = []) => {
      // Thousands of the same insert come one after the other.
      if (last.text !== text) last = { text, statement: file.prepare(text) }
      return last.statement.all(...bindable(values))
    },
    async *stream(text) {
      let rows: Values[] = []
      for (const row of file.prepare(text).iterate()) {
        rows.push(row)
        if (rows.length < rowsAtOnce) continue
        yield rows
        rows = []
      }
      if (rows.length > 0) yield rows
    },
    commit: async () => file.exec('commit'),
    close: async () => file.close(),
  }
}

function beginOnSqlite(file: DatabaseSync, purpose: 'read' | 'write'): void {
  // Milliseconds. A portal may be writing, and the command has nothing else to do.
  file.exec('pragma busy_timeout = 30000')
  // A load that writes all tables looks for references that lead nowhere once, when they are full.
  if (purpose === 'write') {
    file.exec('pragma foreign_keys = off; pragma cache_size = -65536; pragma temp_store = file')
  }
  // The snapshot is that of the first statement after `begin`.
  file.exec(purpose === 'read' ? 'begin; select count(*) from "sqlite_master"' : 'begin immediate')
}

async function openOnPostgres(
  url: string,
  name: AddressName,
  purpose: 'read' | 'write',
): Promise<Session> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // A connection that breaks fails the statement at hand.
  client.on('error', () => {})
  await client.connect()
  const begin = purpose === 'read' ? 'begin isolation level repeatable read read only' : 'begin'
  await client.query(begin).catch(async (error: unknown) => {
    await client.end()
    throw error
  })
  const run = (text: string, values: unknown[] = []) =>
    atAddress(name, async () => (await client.query<Values>(text, values)).rows)
  return {
    engine: 'postgres',
    run,
    async *stream(text) {
      await run(`declare "copied" no scroll cursor for ${text}`)
      for (;;) {
        const rows = await run(`fetch ${rowsAtOnce} from "copied"`)
        if (rows.length > 0) yield rows
        if (rows.length < rowsAtOnce) break
      }
      await run('close "copied"')
    },
    commit: async () => void (await run('commit')),
    close: () => client.end(),
  }
}
