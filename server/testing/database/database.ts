import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { createDatabase, databaseAt } from '../../../scripts/postgres.ts'
import { type Database, type Engine, openDatabase } from '../../db/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine
    /** The PostgreSQL of the test run; '' where only SQLite is tested. */
    postgresUrl: string
    /** What each test copies: a migrated database's name on PostgreSQL, its file on SQLite. */
    template: string
    /** How many times as many lives the long property tests live: TIMES, 1 without it. */
    times: number
  }
}

export type Place = { dataDir: string; databaseUrl?: string }

/** A place of its own for a database of the engine under test, gone when the test is over. */
export async function makePlace(): Promise<Place> {
  return await makePlaceFrom(inject('template'))
}

/** The same before any migration. */
export async function makeEmptyPlace(): Promise<Place> {
  return await makePlaceFrom(null)
}

async function makePlaceFrom(template: string | null): Promise<Place> {
  const dataDir = makeFolder()
  if (inject('engine') === 'sqlite') {
    if (template !== null) copyFileSync(template, join(dataDir, 'molar.db'))
    return { dataDir }
  }
  const { url, drop } = await createDatabase(inject('postgresUrl'), {
    ...(template !== null && { template }),
  })
  onTestFinished(drop)
  return { dataDir, databaseUrl: url }
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'molar-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** In milliseconds, longer than any test: a busy machine must not look like a database that is away. */
const timeouts = { connectMs: 600_000, statementMs: 600_000, lockMs: 600_000 }

/**
 * An empty, migrated database, or the one at `place`; the test closes it. On SQLite it does not wait
 * for the disk; on PostgreSQL one test after the other gets the same one, emptied.
 */
export async function openTestDatabase(place?: Place): Promise<Database> {
  if (inject('engine') === 'postgres') {
    return openDatabase({ ...(place ?? (await takeShared())), timeouts })
  }
  const database = await openDatabase({ ...(place ?? (await makePlace())), timeouts })
  await sql`pragma synchronous = off`.execute(database.query)
  return database
}

/** Databases of this worker that earlier tests have finished with. Creating one takes 200 ms. */
const idle: string[] = []

async function takeShared(): Promise<Place> {
  const server = inject('postgresUrl')
  const template = inject('template')
  const used = idle.pop()
  const isEmptied = used !== undefined && (await empty(used))
  // Named after the template, so that the end of the run finds and drops it.
  const prefix = `${template}_`
  const name = isEmptied ? used : (await createDatabase(server, { template, prefix })).name
  onTestFinished(() => void idle.push(name))
  return { dataDir: '', databaseUrl: databaseAt(server, name) }
}

/** More than this many bytes in a table, and the tests that follow are better off with a new one. */
const mostBytes = 1024 * 1024

/**
 * Deletes every row of every table, past the triggers and foreign keys. False where that would leave
 * something behind: the space of a large table, its statistics.
 */
async function empty(name: string): Promise<boolean> {
  const client = await connectTo(name)
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const { rows } = await client.query<{ name: string; bytes: number; analyzed: boolean }>(
    `select quote_ident(relname) as name, pg_relation_size(oid)::int as bytes,
      exists (select from pg_statistic where starelid = pg_class.oid) as analyzed
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%'`,
  )
  if (rows.some(({ bytes, analyzed }) => bytes > mostBytes || analyzed)) return false
  const deletes = rows.filter(({ bytes }) => bytes > 0).map(({ name }) => `delete from ${name}`)
  await client.query(['set session_replication_role = replica', ...deletes].join(';'))
  return true
}

/**
 * Connections that empty databases of this worker, the latest last. A new one costs the server more than
 * the emptying: it has to read what tables and indexes there are. A few, since tests need some themselves.
 */
const connected = new Map<string, pg.Client>()
const mostConnected = 3

async function connectTo(name: string): Promise<pg.Client> {
  const known = connected.get(name)
  connected.delete(name)
  const client = known ?? new pg.Client(databaseAt(inject('postgresUrl'), name))
  if (!known) {
    // The end of the run drops the database.
    client.on('error', () => connected.delete(name))
    await client.connect()
  }
  connected.set(name, client)
  const [oldest] = connected.keys()
  if (oldest !== undefined && connected.size > mostConnected) {
    const left = connected.get(oldest)
    connected.delete(oldest)
    await left?.end()
  }
  return client
}

/** Does something as soon as the next transaction is committed, before its caller learns of it. */
export function afterNextCommit({ query }: Database, act: () => Promise<void>): void {
  const begin = query.transaction.bind(query)
  query.transaction = () => {
    query.transaction = begin
    const begun = begin()
    const execute = begun.execute.bind(begun)
    begun.execute = async (work) => {
      const done = await execute(work)
      await act()
      return done
    }
    return begun
  }
}

/** Waits until an act is over or waits for a lock of PostgreSQL's. */
export async function untilBlocked({ query }: Database, act: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  act.then(over, over)
  const waits = sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const isBlocked = async () => Number((await waits.execute(query)).rows[0]?.n) > 0
  await expect.poll(async () => isOver || (await isBlocked())).toBe(true)
}
