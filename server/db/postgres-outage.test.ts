import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, startPostgres } from '../../scripts/postgres.ts'
import { makePlace } from '../testing/database/database.ts'
import { type Running, spawnServer, untilReady } from '../testing/process.ts'

/** A PostgreSQL server of this test alone. */
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

const takesConnections = (server: string) =>
  connect(server).then(
    () => true,
    () => false,
  )

/** The ids of the server's first process, and of those that serve our processes. */
async function readProcesses(client: pg.Client) {
  const { rows } = await client.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid
    union all select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}

/** Suspends the server and the processes that serve us, like a machine that hangs. */
async function stopAll(server: string) {
  const client = await connect(server)
  const pids = new Set<number>()
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, signal)
  }
  let isOver = false
  const end = () => {
    if (!isOver) signalAll('SIGCONT')
    isOver = true
  }
  onTestFinished(end)
  // The first process first: from then on it starts none. Then those that serve us, with what was just being started.
  const [first = 0] = await readProcesses(client)
  for (let found = [first]; found.length > 0; ) {
    for (const pid of found) pids.add(pid)
    signalAll('SIGSTOP')
    found = (await readProcesses(client)).filter((pid) => !pids.has(pid))
  }
  return { end }
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(address)).status
}

/** Reads repeatedly; returns a function that stops it and returns every status received: 0 for no answer. */
function readAllTheTime({ origin }: Running) {
  const statuses = new Set<number>()
  let isOver = false
  const read = async () => {
    while (!isOver) {
      statuses.add(await statusOf(`${origin}/available?date=2099-06-05`).catch(() => 0))
    }
  }
  const readers = Promise.all(Array.from({ length: 6 }, read))
  return async () => {
    isOver = true
    await readers
    return statuses
  }
}

test('when PostgreSQL crashes or hangs, requests fail but the process survives and still stops on SIGTERM', async () => {
  const { server, url } = await startOwn()
  const { dataDir } = await makePlace()
  const portal = await spawnServer({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    DATABASE_CONNECT_TIMEOUT: '1',
    DATABASE_STATEMENT_TIMEOUT: '1',
  })
  await untilReady(portal)

  // PostgreSQL ends every connection and recovers when one of its processes dies.
  const stop = readAllTheTime(portal)
  const client = await connect(server)
  const lost = new Promise((resolve) => client.once('end', resolve))
  const [, backend = 0] = await readProcesses(client)
  process.kill(backend, 'SIGKILL')
  await lost
  // One of the portal's connections may end a little later than ours, and would still report success.
  await expect.poll(() => takesConnections(server)).toBe(true)
  await untilReady(portal)
  expect([...(await stop())].filter((status) => status !== 200 && status !== 503)).toEqual([])

  const hold = await stopAll(server)
  expect(await statusOf(`${portal.origin}/service`)).toBe(503)
  const readyz = await fetch(`${portal.origin}/readyz`)
  expect(await readyz.json()).toEqual({ status: 'not ready', reason: 'away' })
  hold.end()
  await untilReady(portal)
  expect(await statusOf(`${portal.origin}/service`)).toBe(200)

  await stopAll(server)
  portal.kill('SIGTERM')
  // On its own: 1 where a worker was in the middle of work that it could not finish.
  expect(await portal.ended).toBeOneOf([0, 1])
}, 180_000)
