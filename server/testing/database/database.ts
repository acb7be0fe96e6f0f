import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { dataRoot } from '../../../scripts/data-root.ts'
import { createDatabase, databaseAt } from '../../../scripts/postgres.ts'
import {
  connectPostgres,
  type Database,
  type Engine,
  openDatabase,
  type PostgresServer,
} from '../../db/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine
    /** The PostgreSQL of the test run; '' where only SQLite is tested. */
    postgresUrl: string
    /** The same by its socket. */
    postgresSocketUrl: string
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

/** The same as a copy of a template; empty without one. */
export async function makePlaceFrom(template: string | null): Promise<Place> {
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
  const folder = mkdtempSync(join(dataRoot, 'molar-test-'))
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
    return place ? openDatabase({ ...place, timeouts }) : await openShared()
  }
  const database = await openDatabase({ ...(place ?? (await makePlace())), timeouts })
  await sql`pragma synchronous = off`.execute(database.query)
  return database
}

/**
 * A migrated database that no test has used, which a test of plans needs: PostgreSQL plans by the pages of a table,
 * and a database that was emptied keeps some.
 */
export async function openUnusedDatabase(): Promise<Database> {
  return await openTestDatabase(await makePlace())
}

/**
 * A database of this worker, and the connections to it that tests open: a new one costs PostgreSQL more than most
 * tests do, since it reads what tables there are, and parses and plans each statement again.
 */
type Shared = {
  server: PostgresServer
  /** Empties it between tests. */
  emptying: pg.Client
}

/** Enough for transactions to meet each other, and kept between tests that use fewer. */
const sizes = { prepared: 4, appointments: 4, others: 3, idleMs: 0 }

/** Those that earlier tests have finished with, the latest last. Few tests need two; each may have 13 connections. */
const idle: Shared[] = []
const mostIdle = 2

/** The application name that distinguishes the connections of tests from others to their database. */
export const keptName = 'molar-test'

async function openShared(): Promise<Database> {
  const used = idle.pop()
  const isEmptied = used !== undefined && (await empty(used))
  if (!isEmptied) await closeShared(used)
  const shared = used && isEmptied ? used : await createShared()
  const database = untilClosed(shared.server.database(), async () => {
    idle.push(shared)
    if (idle.length > mostIdle) await closeShared(idle.shift())
  })
  onTestFinished(() => database.close())
  return database
}

async function closeShared(shared: Shared | undefined): Promise<void> {
  await Promise.all([shared?.server.close(), shared?.emptying.end()])
}

async function createShared(): Promise<Shared> {
  const template = inject('template')
  // Named after the template, so that the end of the run finds and drops it.
  const prefix = `${template}_`
  const { name } = await createDatabase(inject('postgresUrl'), { template, prefix })
  const url = databaseAt(inject('postgresSocketUrl'), name)
  const kept = new URL(url)
  kept.searchParams.set('application_name', keptName)
  const emptying = new pg.Client(url)
  // The end of the run drops the database.
  emptying.on('error', () => {})
  await emptying.connect()
  return { server: connectPostgres({ url: kept.href, ownerUrl: url, timeouts, sizes }), emptying }
}

/** Refuses what comes after it was closed, since the next test then has its connections. */
function untilClosed(database: Database, free: () => Promise<void>): Database {
  let isClosed = false
  const prepare: Database['prepare'] = (build) => {
    const run = database.prepare(build)
    return async (values) => {
      if (isClosed) throw new Error('The database of this test is closed')
      return await run(values)
    }
  }
  return {
    ...database,
    prepare,
    prepareWrite: prepare,
    close: async () => {
      if (isClosed) return
      isClosed = true
      await database.close()
      await free()
    },
  }
}

/** More than this many bytes in a table, and the tests that follow are better off with a new one. */
const mostBytes = 1024 * 1024

/**
 * Ends what a test has left behind, and deletes every row of every table, past the triggers and foreign keys.
 * False where that would leave something: the space of a large table, its statistics.
 */
async function empty({ emptying }: Shared): Promise<boolean> {
  await emptying.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (application_name <> '${keptName}' or state <> 'idle')`,
  )
  const { rows } = await emptying.query<{ name: string; bytes: number; analyzed: boolean }>(
    `select quote_ident(relname) as name, pg_relation_size(oid)::int as bytes,
      exists (select from pg_statistic where starelid = pg_class.oid) as analyzed
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%'`,
  )
  if (rows.some(({ bytes, analyzed }) => bytes > mostBytes || analyzed)) return false
  const deletes = rows.filter(({ bytes }) => bytes > 0).map(({ name }) => `delete from ${name}`)
  await emptying.query(['set session_replication_role = replica', ...deletes].join(';'))
  return true
}

/** Does something as soon as the next transaction is committed, before its caller learns of it. */
export function afterNextCommit(database: Database, act: () => Promise<void>): void {
  changeNext(database, (execute) => async (work) => {
    const done = await execute(work)
    await act()
    return done
  })
}

/**
 * Begins an act when the next transaction has done everything, and commits that transaction when the act waits for a
 * lock or is over. On PostgreSQL, since on SQLite a transaction holds the one connection.
 */
export function beginBeforeNextCommit<T>(
  database: Database,
  act: () => T | Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  changeNext(
    database,
    (execute) => (work) =>
      execute(async (transaction) => {
        const done = await work(transaction)
        const acting = Promise.resolve(act())
        acting.then(resolve, reject)
        await untilBlocked(database, acting)
        return done
      }),
  )
  return promise
}

type Execute = ReturnType<Database['query']['transaction']>['execute']

function changeNext({ query }: Database, change: (execute: Execute) => Execute): void {
  const begin = query.transaction.bind(query)
  query.transaction = () => {
    query.transaction = begin
    const begun = begin()
    begun.execute = change(begun.execute.bind(begun))
    return begun
  }
}

/** Waits until an act is over or waits for a lock of PostgreSQL's, with as many others as do so already. */
export async function untilBlocked(
  { query }: Database,
  act: Promise<unknown>,
  others = 0,
): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  act.then(over, over)
  const waits = sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const isBlocked = async () => Number((await waits.execute(query)).rows[0]?.n) > others
  await expect.poll(async () => isOver || (await isBlocked())).toBe(true)
}
