import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { type Database, openDatabase } from '../../db/database.ts'
import { openPools, type Pools, type Timeouts } from '../../db/postgres.ts'

/** A database of PostgreSQL that one test after the other uses. */
export type SharedDatabase = {
  open(): Promise<Database>
  /**
   * Deletes every row of every table, past the triggers and foreign keys. False where that would leave
   * something behind, such as the space of a large table, its statistics, a connection at work; it can
   * not be used then.
   */
  empty(): Promise<boolean>
}

type Connections = ReturnType<typeof connect>

/**
 * The connections stay between the tests: what a new one has to read of some 80 tables and their
 * triggers, and to plan, takes longer than most tests do.
 */
export async function shareDatabase(url: string, timeouts: Timeouts): Promise<SharedDatabase> {
  const keeper = new pg.Client(url)
  keeper.on('error', () => {})
  await keeper.connect()
  let connections = connect(url, timeouts)
  let isClosed = true
  return {
    open: async () => {
      isClosed = false
      const pools = lend(connections.pools, () => {
        isClosed = true
      })
      return await openDatabase({ dataDir: '', databaseUrl: url, timeouts, pools })
    },
    empty: async () => {
      if (!isClosed) {
        // A test that left it open may use it still.
        void connections.pools.end()
        connections = connect(url, timeouts)
      }
      if (await emptyTables(keeper, connections)) return true
      await Promise.all([keeper.end(), connections.pools.end()])
      return false
    },
  }
}

function connect(url: string, timeouts: Timeouts) {
  const name = `shared ${randomUUID()}`
  const named = new URL(url)
  named.searchParams.set('application_name', name)
  const pools = openPools(named.href, timeouts)
  const clients = new Set<pg.PoolClient>()
  for (const pool of pools.all) {
    pool.on('connect', (client) => clients.add(client))
    pool.on('remove', (client) => clients.delete(client))
  }
  return { name, pools, clients }
}

/** Pools that end with one test, while their connections stay. */
function lend(pools: ReturnType<typeof openPools>, onEnd: () => void): Pools {
  let isOver = false
  return {
    choose: (statement) => {
      if (isOver) throw new Error('The database was closed before this statement')
      return pools.choose(statement)
    },
    end: async () => {
      isOver = true
      await Promise.all(pools.all.map(untilIdle))
      onEnd()
    },
  }
}

async function untilIdle(pool: pg.Pool): Promise<void> {
  while (pool.totalCount > pool.idleCount || pool.waitingCount > 0) {
    await Promise.race([once(pool, 'release'), once(pool, 'remove')])
  }
}

/** More than this many bytes in a table, and the tests that follow are better off with a new one. */
const mostBytes = 1024 * 1024

async function emptyTables(keeper: pg.Client, { name, clients }: Connections): Promise<boolean> {
  // What any connection still has at hand must not reach the next test.
  const ended = await keeper.query<{ isOurs: boolean }>({
    name: 'end',
    text: `select application_name = $1 as "isOurs", pg_terminate_backend(pid, 5000)
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and not (application_name = $1 and state = 'idle')`,
    values: [name],
  })
  if (ended.rows.some(({ isOurs }) => isOurs)) return false
  const resets = await Promise.allSettled([...clients].map((client) => client.query('reset all')))
  if (resets.some(({ status }) => status === 'rejected')) return false
  const { rows } = await keeper.query<{ table: string; bytes: number; analyzed: boolean }>({
    name: 'measure',
    text: `select quote_ident(relname) as "table", pg_relation_size(oid)::int as bytes,
        exists (select from pg_statistic where starelid = pg_class.oid) as analyzed
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like 'kysely%'`,
  })
  if (rows.some(({ bytes, analyzed }) => bytes > mostBytes || analyzed)) return false
  const deletes = rows.filter(({ bytes }) => bytes > 0).map(({ table }) => `delete from ${table}`)
  await keeper.query(['set session_replication_role = replica', ...deletes].join(';'))
  return true
}
