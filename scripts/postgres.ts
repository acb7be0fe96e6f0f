import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { owner, postgresBinaries } from './postgres-binaries.ts'

/**
 * A server; `url` names its database `postgres`, from which others are created. `socketUrl` is the same by its
 * socket, over which a statement takes some 8 % less of the processor than over loopback.
 */
export type Postgres = { url: string; socketUrl: string; stop(): Promise<void> }

/**
 * Starts a separate PostgreSQL in new folders on a free loopback port, and changes nothing else on the
 * machine. For tests and measurements: it does not wait for the disk. TEST_DATABASE_URL names a running server
 * instead. `settings` are added to those for speed; the data lies below `root`.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  root = tmpdir(),
): Promise<Postgres> {
  const running = process.env.TEST_DATABASE_URL
  if (running) {
    const url = databaseAt(running, 'postgres')
    return { url, socketUrl: url, stop: async () => {} }
  }
  // Programs may not run everywhere where data may lie.
  const [folder, data] = [makeFolder(tmpdir()), makeFolder(root)]
  try {
    const native = await postgresBinaries(folder)
    initialise(native, data)
    const port = await freePort()
    const server = spawnGuarded([folder, data], join(native, 'bin/postgres'), [
      ...['-D', data, '-p', String(port)],
      ...flagsOf({ ...atOnce, ...settings }),
    ])
    const url = `postgres://molar@127.0.0.1:${port}/postgres`
    await untilReady(url, server)
    const socketUrl = `${url}?host=${encodeURIComponent(data)}`
    return { url, socketUrl, stop: () => stopped(server) }
  } catch (error) {
    for (const one of [folder, data]) rmSync(one, { recursive: true, force: true })
    throw error
  }
}

/** One that belongs to the server's user. */
function makeFolder(root: string): string {
  const folder = mkdtempSync(join(root, 'molar-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  return folder
}

/** The same server, another database. */
export function databaseAt(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** A new database on a server, empty or a copy of `template`. */
export async function createDatabase(
  url: string,
  { template = 'template1', prefix = 'molar_' }: { template?: string; prefix?: string } = {},
) {
  const name = `${prefix}${randomBytes(8).toString('hex')}`
  // Copies files instead of writing every page to the log: a third of the time for a migrated database.
  await onServer(url, `create database ${name} template ${template} strategy file_copy`)
  const drop = async () => {
    await onServer(url, `drop database if exists ${name} with (force)`)
  }
  return { name, url: databaseAt(url, name), drop }
}

/** Drops the databases whose names begin with `prefix`. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const found = await onServer(url, 'select datname as name from pg_database')
  for (const { name } of found.filter(({ name }) => name.startsWith(prefix))) {
    await onServer(url, `drop database if exists ${name} with (force)`)
  }
}

/** By the server's address. A new connection costs PostgreSQL as much as dropping a database. */
const pools = new Map<string, pg.Pool>()

/** Runs a statement over a connection that is kept; it does not keep the process alive. */
async function onServer(url: string, statement: string): Promise<{ name: string }[]> {
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, allowExitOnIdle: true })
  if (!pools.has(url)) pool.on('error', () => {})
  pools.set(url, pool)
  return (await pool.query<{ name: string }>(statement)).rows
}

function initialise(native: string, data: string): void {
  const options = ['-D', data, '-U', 'molar', '--auth=trust', '--encoding=UTF8', '--no-sync']
  const done = spawnSync(join(native, 'bin/initdb'), [...options, '--locale=C'], {
    ...owner,
    cwd: dirname(data),
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`initdb failed: ${done.stderr || done.error?.message}`)
}

/** Nothing here needs to wait for the disk. */
const atOnce = {
  listen_addresses: '127.0.0.1',
  // In the folder of its data.
  unix_socket_directories: '.',
  max_connections: '300',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

function flagsOf(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Runs the server under a shell that reads from our process. Its input ends when we stop, even when we are
 * killed; then the shell ends the server (SIGINT: it cuts open connections instead of waiting for them) and
 * removes the folders. Ctrl-C in a terminal does not reach that shell.
 */
const guard = `exec 3<&0
"$@" </dev/null 3<&- & server=$!
{ cat <&3 >/dev/null; kill -INT $server; } 2>/dev/null & watch=$!
wait $server; status=$?
kill $watch 2>/dev/null
rm -rf "$FOLDER" "$DATA"
exit $status`

function spawnGuarded(
  [folder, data]: readonly [string, string],
  program: string,
  options: string[],
): ChildProcess {
  return spawn('/bin/sh', ['-c', guard, 'sh', program, ...options], {
    ...owner,
    cwd: '/',
    env: { ...process.env, FOLDER: folder, DATA: data },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  let said = ''
  server.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-4000)
  })
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at its start: ${said}`)
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await wait(50)
    }
  }
  await stopped(server)
  throw new Error(`PostgreSQL did not get ready: ${said}`)
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  await new Promise<void>((resolve) => {
    server.once('exit', () => resolve())
    server.stdin?.end()
  })
}
