import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, startPostgres } from '../scripts/postgres.ts'
import { fillYears } from './fill-years.ts'

// node bench/copies.ts [appointments] [folder]
//
// Size, seconds and memory of `molar backup`, `molar restore` and `molar move` on both engines, each in a
// process of its own: a clinic with this many appointments, 500,000 audit entries and 150,000 mails. A given
// folder is filled once and not removed. TMPDIR sets the disk of everything else.

const appointments = Number(process.argv[2] ?? 1_000_000)
const home = mkdtempSync(join(tmpdir(), 'molar-copies-'))
const source = process.argv[3] ?? join(home, 'source')
const program = join(import.meta.dirname, '../scripts/molar/molar.ts')
const today = new Date().toISOString().slice(0, 10)

type Ran = { seconds: number; peakMb: number; said: string }

/** Runs `molar` and reads its peak from the kernel while it runs. */
async function molar(settings: Record<string, string>, ...words: string[]): Promise<Ran> {
  const started = performance.now()
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const child = spawn(process.execPath, [program, '--json', ...words], { env })
  let [peakMb, out, err] = [0, '', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, readPeakMb(child.pid))
  }, 100)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(look)
  if (code !== 0) throw new Error(`molar ${words[0]} ended with ${code}: ${err.slice(0, 500)}`)
  return { seconds: (performance.now() - started) / 1000, peakMb, said: out }
}

/** On Linux alone; 0 elsewhere. */
function readPeakMb(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024
}

function show(step: string, { seconds, peakMb }: Ran, note = ''): void {
  const load = loadavg()[0]?.toFixed(1)
  console.log(`| ${step} | ${seconds.toFixed(0)} | ${peakMb.toFixed(0)} | ${load} | ${note} |`)
}

const mb = (file: string) => `${(statSync(file).size / 2 ** 20).toFixed(0)} MB`

async function readSize(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select pg_database_size(current_database()) / 1048576 as mb')
  await client.end()
  return `${rows[0]?.mb} MB`
}

function onlyFile(folder: string): string {
  const [name] = readdirSync(folder)
  if (!name) throw new Error(`${folder} is empty`)
  return join(folder, name)
}

if (!existsSync(join(source, 'molar.db'))) {
  mkdirSync(source, { recursive: true })
  const patients = Math.max(5000, appointments / 20)
  await fillYears(source, { patients, appointments, ahead: Math.floor(appointments / 10) }, today)
}
const postgres = await startPostgres({
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
})
try {
  console.log('| step | seconds | peak MB | load | |')
  console.log('| --- | --- | --- | --- | --- |')
  const [first, second] = [join(home, 'first'), join(home, 'second')]
  const made = await molar({ DATA_DIR: source }, 'backup', '--to', first)
  const file = onlyFile(first)
  show('backup of SQLite', made, `${mb(file)}, of a molar.db of ${mb(join(source, 'molar.db'))}`)
  const folder = join(home, 'restored')
  show('restore to SQLite', await molar({ DATA_DIR: folder }, 'restore', file))
  const database = await createDatabase(postgres.url)
  const place = { DATA_DIR: join(home, 'beside'), DATABASE_URL: database.url }
  show('restore to PostgreSQL', await molar(place, 'restore', file))
  show('backup of PostgreSQL', await molar(place, 'backup', '--to', second), mb(onlyFile(second)))
  await database.drop()
  const target = await createDatabase(postgres.url)
  const there = { DATA_DIR: join(home, 'there'), DATABASE_URL: target.url }
  const words = ['move', '--to', target.url, '--files', there.DATA_DIR]
  const moved = await molar({ DATA_DIR: folder }, ...words)
  show('move to PostgreSQL', moved, `a database of ${await readSize(target.url)}`)
  const again = join(home, 'back')
  const back = await molar(there, 'move', '--to', again)
  show('move back to SQLite', back, `a molar.db of ${mb(join(again, 'molar.db'))}`)
  await target.drop()
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
