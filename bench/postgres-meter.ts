import { readFileSync } from 'node:fs'
import pg from 'pg'

/** What a portal's connections cost the PostgreSQL beside us, on Linux. */
export async function openMeter(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  const read = async (text: string): Promise<number> =>
    Number((await client.query(text)).rows[0].it)
  const own = await read('select pg_backend_pid() as it')
  const postmaster = Number(/^PPid:\s+(\d+)/m.exec(statusOf(own))?.[1])
  const children = () => {
    const listed = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    return listed.trim().split(' ').map(Number)
  }
  /** 0 for a process that has ended since it was listed. */
  const orZero = (look: () => number) => {
    try {
      return look()
    } catch {
      return 0
    }
  }
  let ended = 0
  const spent = new Map<number, number>()
  return {
    databaseMb: () => read('select pg_database_size(current_database()) / 1048576 as it'),
    transactions: () =>
      read(
        'select xact_commit + xact_rollback as it from pg_stat_database where datname = current_database()',
      ),
    /** Clinics that are due, or claimed by a process that looks after them (a claim lasts five minutes). */
    dueClinics: () =>
      read(
        `select count(*) as it from molar.clinics where state = 'open' and "dueAt"::timestamptz < now() + interval '6 minutes'`,
      ),
    /** Megabytes that only these processes have, without the shared buffers. */
    backends() {
      const sizes = children()
        .filter((pid) => pid !== own && orZero(() => Number(isBackend(pid))) === 1)
        .map((pid) => orZero(() => privateMb(pid)))
      const totalMb = sizes.reduce((sum, mb) => sum + mb, 0)
      return { count: sizes.length, totalMb, mostMb: Math.max(0, ...sizes) }
    },
    /** Milliseconds of processor of all its processes, as far as those that ended were seen before. */
    cpuMs(): number {
      const now = new Map(children().map((pid) => [pid, orZero(() => cpuMs(pid))]))
      for (const [pid, ms] of spent) if (!now.has(pid)) ended += ms
      spent.clear()
      for (const [pid, ms] of now) spent.set(pid, ms)
      return ended + [...now.values()].reduce((sum, ms) => sum + ms, 0)
    },
    close: () => client.end(),
  }
}

const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8')

/** Its title is `postgres: USER DATABASE ADDRESS(PORT) STATE`; those of its own workers have no address. */
const isBackend = (pid: number) => /\(\d+\)/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))

function privateMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kilobytes = [...text.matchAll(/^Private_\w+:\s+(\d+)/gm)].map(([, kb]) => Number(kb))
  return kilobytes.reduce((sum, kb) => sum + kb, 0) / 1024
}

function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(words[11]) + Number(words[12])) * 10
}
