import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { owner, postgresBinaries } from '../postgres-binaries.ts'

/** One PostgreSQL server on a folder of its own. */
type Node = { folder: string; port: number; child: ChildProcess }

/**
 * A PostgreSQL behind one address, as behind a proxy or a floating address: its server can be killed,
 * restarted, replaced by a standby that has all acknowledged writes, and restored to an instant. `environment`
 * and `extra` are the servers' settings; `configure` returns lines of postgresql.conf that archive into a
 * folder.
 */
export async function openCluster(
  environment: Record<string, string> = {},
  extra: string[] = ['fsync=off'],
  configure: (archive: string) => string = () => '',
) {
  const home = mkdtempSync('/dev/shm/molar-cluster-')
  if (owner.uid !== undefined) chownSync(home, owner.uid, owner.gid)
  const native = await postgresBinaries(home)
  const nodes = new Set<Node>()
  const killAll = () => {
    for (const { child } of nodes) child.kill('SIGQUIT')
  }
  process.once('exit', killAll)
  const door = await openDoor()
  let names = 0

  async function startNode(folder: string, options: string[] = []): Promise<Node> {
    const node = await spawnNode(native, folder, { environment, settings: [...extra, ...options] })
    nodes.add(node)
    node.child.once('exit', () => nodes.delete(node))
    await until(async () => (await ask(node.port, 'select 1')).length === 1)
    return node
  }

  function nameFolder(): string {
    names += 1
    return join(home, `server-${names}`)
  }

  const archive = join(home, 'archive')
  mkdirSync(archive)
  const first = nameFolder()
  initialise(native, first)
  appendFileSync(join(first, 'postgresql.conf'), configure(archive))
  giveAway(home)
  let primary = await startNode(first)
  door.lead(primary.port)
  await ask(primary.port, 'create database molar')

  return {
    url: `postgres://molar@127.0.0.1:${door.port}/molar`,
    /** Kills the server with all its work in progress, for some time. */
    async interrupt(signal: 'SIGQUIT' | 'SIGKILL' | 'SIGINT', awayMs: number): Promise<void> {
      await end(primary, signal)
      await wait(awayMs)
      primary = await startNode(primary.folder)
      door.lead(primary.port)
    },
    /** A standby that writes what the primary acknowledges before the primary does. */
    async addStandby(): Promise<Node> {
      const folder = nameFolder()
      await copyServer(primary, folder)
      writeFileSync(join(folder, 'standby.signal'), '')
      giveAway(folder)
      const source = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=molar application_name=standby`
      const standby = await startNode(folder, [source])
      await ask(primary.port, `alter system set synchronous_standby_names = 'standby'`)
      await ask(primary.port, 'select pg_reload_conf()')
      await until(async () => {
        const rows = await ask(primary.port, 'select sync_state as it from pg_stat_replication')
        return rows[0]?.it === 'sync'
      })
      return standby
    },
    /** Kills the primary and promotes the standby. */
    async failOver(standby: Node): Promise<void> {
      const gone = primary
      await end(gone, 'SIGKILL')
      await ask(standby.port, 'select pg_promote(true, 60)')
      primary = standby
      door.lead(standby.port)
      rmSync(gone.folder, { recursive: true, force: true })
    },
    /** A base backup: with the archive, every later instant can be restored from it. */
    async copy(): Promise<string> {
      const folder = nameFolder()
      await copyServer(primary, folder)
      return folder
    },
    /** Restores the server from a base backup, up to the instant in lines of postgresql.conf. */
    async recover(base: string, configure: (archive: string) => string): Promise<void> {
      await ask(primary.port, 'select pg_switch_wal()')
      await end(primary, 'SIGINT')
      layBack(base, primary.folder, configure(archive))
      primary = await startNode(primary.folder)
      await until(async () => (await ask(primary.port, isOpen))[0]?.it === true)
      door.lead(primary.port)
    },
    async close(): Promise<void> {
      process.off('exit', killAll)
      door.close()
      await Promise.all([...nodes].map((node) => end(node, 'SIGQUIT')))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Replaces the contents of the folder. */
function layBack(base: string, folder: string, lines: string): void {
  rmSync(folder, { recursive: true })
  cpSync(base, folder, { recursive: true })
  chmodSync(folder, 0o700)
  appendFileSync(join(folder, 'postgresql.conf'), lines)
  writeFileSync(join(folder, 'recovery.signal'), '')
  giveAway(folder)
}

async function spawnNode(
  native: string,
  folder: string,
  { environment, settings }: { environment: Record<string, string>; settings: string[] },
): Promise<Node> {
  const port = await freePort()
  const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100']
  flags.push('wal_keep_size=512MB', ...settings)
  const options = ['-D', folder, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])]
  const child = spawn(join(native, 'bin/postgres'), options, {
    ...{ ...owner, cwd: '/', env: { ...process.env, ...environment } },
    stdio: 'ignore',
  })
  return { folder, port, child }
}

function initialise(native: string, folder: string): void {
  const options = ['-D', folder, '-U', 'molar', '--auth=trust', '--encoding=UTF8', '--locale=C']
  const done = spawnSync(join(native, 'bin/initdb'), [...options, '--no-sync'], {
    ...{ ...owner, cwd: dirname(folder), encoding: 'utf8' },
  })
  if (done.status !== 0) throw new Error(`initdb failed: ${done.stderr}`)
}

/**
 * When a server's first process is killed, it cannot notify the others; each notices by itself, and the folder
 * is free once the last has ended.
 */
async function end({ child }: Node, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const { stdout } = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
  for (const pid of stdout.split('\n').filter(Boolean)) await until(async () => isGone(Number(pid)))
}

function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

/** What pg_basebackup does, by PostgreSQL's functions: npm's PostgreSQL does not include it. */
async function copyServer(from: Node, folder: string): Promise<void> {
  const client = new pg.Client(addressOf(from.port))
  await client.connect()
  try {
    await client.query(`select pg_backup_start('copy', true)`)
    const isLeftOut =
      /\/(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|postgresql\.auto\.conf)$/
    cpSync(from.folder, folder, { recursive: true, filter: (path) => !isLeftOut.test(path) })
    const { rows } = await client.query<{ labelfile: string }>('select * from pg_backup_stop()')
    writeFileSync(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  for (const name of ['pg_wal/archive_status', 'pg_replslot']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  writeFileSync(join(folder, 'postgresql.auto.conf'), '')
}

/** Gives a folder to the user that the servers run as. */
function giveAway(folder: string): void {
  if (owner.uid === undefined) return
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(folder, name), owner.uid, owner.gid)
  }
}

const isOpen = 'select not pg_is_in_recovery() as it'

const addressOf = (port: number) => `postgres://molar@127.0.0.1:${port}/postgres`

async function ask(port: number, statement: string): Promise<{ it?: unknown }[]> {
  const client = new pg.Client(addressOf(port))
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<{ it?: unknown }>(statement)).rows
  } finally {
    await client.end()
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (await isTrue().catch(() => false)) return
    await wait(100)
  }
  throw new Error('PostgreSQL did not get ready')
}

/** A port that forwards to one server or the other; switching cuts its connections. */
async function openDoor() {
  let target = 0
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    const inside = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [caller, inside],
      [inside, caller],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const one of open) one.destroy()
  }
  return {
    port,
    lead(to: number): void {
      target = to
      cut()
    },
    close(): void {
      cut()
      server.close()
    },
  }
}
