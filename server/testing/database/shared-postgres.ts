import { EventEmitter, once } from 'node:events'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createDatabase } from '../../../scripts/postgres.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { openPools, type Pools } from '../../db/postgres.ts'

/** In milliseconds, longer than any test: a busy machine must not look like a database that is away. */
export const timeouts = { connectMs: 600_000, statementMs: 600_000, lockMs: 600_000 }

/** A database that one test after the other gets, and its connections. */
type Shared = { url: string; pools: Record<keyof Pools, pg.Pool> }

/**
 * Those of this worker that earlier tests have finished with. Creating one takes 200 ms, and what a
 * new connection reads of the catalog more than most tests.
 */
const idle: Shared[] = []

/** A migrated and empty database. */
export async function openShared(): Promise<Database> {
  const used = idle.pop()
  const shared = used && (await empty(used)) ? used : await createShared()
  onTestFinished(() => void idle.push(shared))
  const { appointments, others } = shared.pools
  const pools = { appointments: lend(appointments), others: lend(others) }
  return await openDatabase({ dataDir: '', databaseUrl: shared.url, timeouts, pools })
}

/** How the connections of the pools are called, among those that a test opens besides. */
const poolName = 'shared'

async function createShared(): Promise<Shared> {
  const template = inject('template')
  // Named after the template, so that the end of the run finds and drops it.
  const prefix = `${template}_`
  const { url } = await createDatabase(inject('postgresUrl'), { template, prefix })
  const pools = openPools(`${url}?application_name=${poolName}`, timeouts)
  // The worker ends beside open connections.
  for (const pool of Object.values(pools)) pool.options.allowExitOnIdle = true
  return { url, pools }
}

/** The connections of a pool until `end`, which waits for those in use and leaves all of them open. */
function lend(pool: pg.Pool): Pools['others'] {
  const returned = new EventEmitter()
  let inUse = 0
  let isOver = false
  const giveBack = () => {
    inUse -= 1
    returned.emit('one')
  }
  return {
    async connect() {
      if (isOver) throw new Error('The database was closed')
      inUse += 1
      try {
        const client = await pool.connect()
        const release = client.release
        client.release = (error) => {
          release(error)
          giveBack()
        }
        return client
      } catch (error) {
        giveBack()
        throw error
      }
    },
    async end() {
      isOver = true
      while (inUse > 0) await once(returned, 'one')
    },
  }
}

/** More than this many bytes in a table, and the tests that follow are better off with a new one. */
const mostBytes = 1024 * 1024

/**
 * Deletes every row of every table, past the triggers and foreign keys. False where that would leave
 * something behind: the space of a large table, its statistics.
 */
async function empty({ pools }: Shared): Promise<boolean> {
  const client = await pools.others.connect()
  try {
    // What the test before has left at work.
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (application_name <> '${poolName}' or state <> 'idle')`,
    )
    const { rows } = await client.query<{ name: string; bytes: number; analyzed: boolean }>(
      `select quote_ident(relname) as name, pg_relation_size(oid)::int as bytes,
        exists (select from pg_statistic where starelid = pg_class.oid) as analyzed
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like 'kysely%'`,
    )
    if (rows.some(({ bytes, analyzed }) => bytes > mostBytes || analyzed)) {
      client.release()
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
      return false
    }
    const deletes = rows.filter(({ bytes }) => bytes > 0).map(({ name }) => `delete from ${name}`)
    await client.query(
      ['begin', 'set local session_replication_role = replica', ...deletes, 'commit'].join(';'),
    )
    client.release()
    return true
  } catch (error) {
    client.release(true)
    throw error
  }
}
