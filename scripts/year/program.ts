import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

const scripts = join(import.meta.dirname, '..')
const molarProgram = join(scripts, 'molar/molar.ts')
const demoProgram = join(scripts, 'demo-clinic/run.ts')

export type Settings = Record<string, string>
type Ended = { code: number | null; wasKilled: boolean; said: string; ms: number }

const running = new Set<ChildProcess>()
// Child processes end with this one, however it ends.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

function start(settings: Settings, program: string, words: string[]) {
  const env = { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...settings }
  const started = performance.now()
  const child = spawn(process.execPath, [program, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const heard = { said: '' }
  const listen = (chunk: Buffer) => {
    heard.said = (heard.said + chunk).slice(-20_000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child)
      const ms = performance.now() - started
      resolve({ code, wasKilled: signal === 'SIGKILL', said: heard.said, ms })
    })
  })
  return { child, heard, ended }
}

/** Runs `molar` to its end; `killAfterMs` kills it as a power failure would. */
export async function tryMolar(
  settings: Settings,
  words: string[],
  killAfterMs?: number,
): Promise<Ended> {
  const { child, ended } = start(settings, molarProgram, ['--json', ...words])
  const timer =
    killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const how = await ended
  clearTimeout(timer)
  return how
}

/** The same where it must succeed; returns the milliseconds it took. */
export async function molar(settings: Settings, ...words: string[]): Promise<number> {
  const { code, said, ms } = await tryMolar(settings, words)
  if (code !== 0) throw new Error(`molar ${words.join(' ')} ended with ${code}: ${said}`)
  return ms
}

export type Portal = {
  origin: string
  ms: number
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** `molar start`, or the demo clinic, until it is ready; `undefined` if it was killed before that. */
export async function openPortal(
  settings: Settings,
  { isDemo = false, killAfterMs = Number.POSITIVE_INFINITY } = {},
): Promise<Portal | undefined> {
  const started = performance.now()
  const port = String(await freePort())
  const { child, heard, ended } = start(
    { ...settings, PORT: port },
    isDemo ? demoProgram : molarProgram,
    isDemo ? [] : ['start'],
  )
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await ended
  }
  while (!heard.said.includes(' is open at ')) {
    if (!running.has(child)) throw new Error(`The portal ended: ${heard.said}`)
    const ms = performance.now() - started
    if (ms > 600_000) throw new Error(`The portal did not open: ${heard.said}`)
    if (ms > killAfterMs) {
      await end('SIGKILL')
      return undefined
    }
    await wait(10)
  }
  return { origin: `http://127.0.0.1:${port}`, ms: performance.now() - started, end }
}
