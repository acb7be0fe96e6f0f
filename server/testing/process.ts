import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'

const main = join(import.meta.dirname, '../main.ts')
const molar = join(import.meta.dirname, '../../scripts/molar/molar.ts')
/** What Node compiles at the first start it finds here at the others: they take half the time. */
export const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../dist/compile-cache')

export type Running = {
  origin: string
  /** Everything it has said on both of its streams. */
  output(): string
  /** Resolves with the exit code; null when a signal ended it. */
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
  pid: number
}

/**
 * Starts a real server process with just these settings, on a port of its own unless one is given.
 * With a descriptor as `stdout` what it says there is not in its output.
 */
export async function spawnServer(
  settings: Record<string, string>,
  { stdout = 'pipe' }: { stdout?: number | 'pipe' } = {},
): Promise<Running> {
  const port = settings.PORT ?? String(await freePort())
  const all = { RATE_LIMIT: 'off', ...settings, PORT: port }
  return { origin: `http://127.0.0.1:${port}`, ...run([main], all, stdout) }
}

/** Runs a command of `molar` with just these settings. */
export function spawnMolar(
  settings: Record<string, string>,
  words: readonly string[],
): Omit<Running, 'origin'> {
  return run([molar, ...words], settings)
}

/** How often `callMolar` has run a command: each needs the table of commands anew. */
let calls = 0

const isProgress = (text: string) => /^[a-z ]+ \d+ %\n$/.test(text)

/**
 * Runs a command of `molar` with just these settings in the process of the test, for a fifth of the processor's time, one
 * after the other. Throws unless it writes one line of JSON, progress aside. Only `spawnMolar` shows that its process ends.
 */
export async function callMolar(
  settings: Record<string, string | undefined>,
  words: readonly string[],
): Promise<{ code: number; said: unknown }> {
  const { argv, exitCode } = process
  const environment = { ...process.env }
  const mask = process.umask()
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
  const listening = signals.map((signal) => process.listeners(signal))
  const lines: string[] = []
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0),
  )
  setEnvironment(settings)
  process.argv = [process.execPath, molar, ...words]
  process.exitCode = undefined
  try {
    calls += 1
    await import(`${molar}?${calls}`)
    const said = lines.filter((line) => !isProgress(line)).join('')
    return { code: Number(process.exitCode ?? 0), said: JSON.parse(said) }
  } finally {
    setEnvironment(environment)
    process.argv = argv
    process.exitCode = exitCode
    process.umask(mask)
    for (const stream of streams) stream.mockRestore()
    for (const [at, signal] of signals.entries()) {
      const added = process.listeners(signal).filter((one) => !listening[at]?.includes(one))
      for (const listener of added) process.off(signal, listener)
    }
  }
}

/** In place: what reads the environment holds the object. */
function setEnvironment(settings: Record<string, string | undefined>): void {
  for (const key of Object.keys(process.env)) delete process.env[key]
  for (const [key, value] of Object.entries(settings)) {
    if (value !== undefined) process.env[key] = value
  }
}

function run(
  words: readonly string[],
  settings: Record<string, string>,
  stdout: number | 'pipe' = 'pipe',
): Omit<Running, 'origin'> {
  const { PATH } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...settings }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', stdout, 'pipe'] })
  let output = ''
  const listen = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    output: () => output,
    ended,
    kill: (signal) => void child.kill(signal),
    pid: child.pid ?? 0,
  }
}

/** Waits until the process answers that it is ready; throws what it said when it ends instead. */
export async function untilReady(running: Running): Promise<void> {
  let over = false
  running.ended.then(() => {
    over = true
  })
  while (!over) {
    const ready = await fetch(`${running.origin}/readyz`).catch(() => null)
    if (ready?.ok) return
    // Asking without a pause takes the processor from the process that is about to start.
    await wait(20)
  }
  throw new Error(`The server ended instead of listening: ${running.output()}`)
}
