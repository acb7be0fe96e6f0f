import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'

const root = join(import.meta.dirname, '..')

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type Child = {
  origin: string
  stop(): Promise<void>
  residentMb(): number
  cpuMs(): number
}

/** Starts Node with these words on a free loopback port and waits until it is ready. */
export async function startChild(
  options: string[],
  settings: Record<string, string> = {},
  cwd = root,
): Promise<Child> {
  const port = await freePort()
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'warn', RATE_LIMIT: 'off', ...settings }
  const child = spawn(process.execPath, [...options], {
    cwd,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const origin = `http://127.0.0.1:${port}`
  await untilAnswers(origin, child)
  return {
    origin,
    stop: () => stop(child),
    residentMb: () => residentMb(child),
    cpuMs: () => cpuMs(child),
  }
}

/** The portal of a checkout over a data folder as `npm start` runs it, without rate limits. */
export function startPortal(
  dataDir: string,
  settings: Record<string, string> = {},
  checkout = root,
): Promise<Child> {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  const [before = '', options = ''] = String(scripts.start).split('exec node ', 2)
  const variables = before.split(' ').flatMap((word) => (word ? [word.split('=', 2)] : []))
  const own = {
    ...Object.fromEntries(variables),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'only-measured',
  }
  return startChild(options.split(' '), { ...own, ...settings }, checkout)
}

async function untilAnswers(origin: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 6000; tries += 1) {
    if (child.exitCode !== null) throw new Error('A measured process ended at its start')
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(`${origin} did not answer within five minutes`)
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await ended
}

/** Megabytes resident, as Linux counts them. */
function residentMb(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Milliseconds of a processor's time so far, as Linux counts them: in hundredths of a second. */
function cpuMs(child: ChildProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  // The name in brackets may hold anything; the two counts are the 12th and 13th word behind it.
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(words[11]) + Number(words[12])) * 10
}
