import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, startPostgres } from '../scripts/postgres.ts'
import { makePlace } from './testing/database.ts'
import { type Running, spawnServer, untilReady } from './testing/process.ts'

const AUTH_SECRET = 'one secret of two processes that tests start'

/** A PostgreSQL that nobody else uses. */
async function startOwn() {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  return { server: postgres.url, url: (await createDatabase(postgres.url)).url }
}

async function connect(server: string): Promise<pg.Client> {
  const client = new pg.Client(server)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The ids of the server's first process, and of those that serve our processes. */
async function readProcesses(client: pg.Client) {
  const { rows } = await client.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid
    union all select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}

async function statusOf(address: string) {
  const { status, headers } = await fetch(address)
  return { status, retryAfter: headers.get('retry-after') }
}

/** Reads over and over; answers how to stop, and every status that was answered. */
function readAllTheTime({ origin }: Running) {
  const statuses = new Set<number>()
  let isOver = false
  const read = async () => {
    while (!isOver) {
      const { status } = await fetch(`${origin}/available?date=Jun 5, 2099`)
      statuses.add(status)
    }
  }
  const readers = Promise.all(Array.from({ length: 6 }, read))
  return async () => {
    isOver = true
    await readers
    return statuses
  }
}

test('two processes live through a crash and a standstill of PostgreSQL, and end when asked meanwhile', async () => {
  const { server, url } = await startOwn()
  const { dataDir } = await makePlace()
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    AUTH_SECRET,
    LOG_LEVEL: 'silent',
    DATABASE_CONNECT_TIMEOUT: '1',
    DATABASE_STATEMENT_TIMEOUT: '1',
  }
  const [one, two] = await Promise.all([spawnServer(settings), spawnServer(settings)])
  await Promise.all([one, two].map(untilReady))

  // PostgreSQL ends every connection and recovers when one of its processes dies.
  const readers = [one, two].map(readAllTheTime)
  const client = await connect(server)
  const lost = new Promise((resolve) => client.once('end', resolve))
  const [, backend = 0] = await readProcesses(client)
  process.kill(backend, 'SIGKILL')
  await lost
  await Promise.all([one, two].map(untilReady))
  for (const stop of readers) {
    expect([...(await stop())].filter((status) => status !== 200 && status !== 503)).toEqual([])
  }

  const stopped = await readProcesses(await connect(server))
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  try {
    expect(await statusOf(`${one.origin}/service`)).toEqual({ status: 503, retryAfter: '5' })
    const readyz = await fetch(`${one.origin}/readyz`)
    expect(await readyz.json()).toEqual({ status: 'not ready', reason: 'away' })
    two.kill('SIGTERM')
    expect(await two.ended).toBe(0)
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
  }
  await untilReady(one)
  expect(await statusOf(`${one.origin}/service`)).toMatchObject({ status: 200 })
}, 120_000)
