import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { owner } from '../holes/portal.ts'
import { program } from './bundle.ts'

/** Node's compile cache, which a process that ends normally leaves for the next start. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../dist/compile-cache')

export type Server = {
  origin: string
  pid: number
  /** Whether it listens and has logged that it is ready. */
  isReady(): boolean
  /** Kills it as a power failure would, and waits until it is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
  output(): string
}

const running = new Set<number>()
// Child processes end with this one, however it ends.
process.once('exit', () => {
  for (const pid of running) process.kill(pid, 'SIGKILL')
})

/** Starts the real, bundled program without waiting for it. `flags` are for Node. */
export async function startServer(
  settings: Record<string, string>,
  flags: string[] = [],
): Promise<Server> {
  const port = String(await freePort())
  const env = {
    ...{ PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE, LOG_LEVEL: 'error', PORT: port },
    ...{ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, RATE_LIMIT: 'off' },
    ...settings,
  }
  const child = spawn(process.execPath, [...flags, program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid = 0 } = child
  running.add(pid)
  let output = ''
  let isReady = false
  const listen = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000)
    if (/ is open at | clinics at /.test(output)) isReady = true
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(pid)
      isReady = false
      resolve()
    })
  })
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal)
    await ended
  }
  return {
    origin: `http://localhost:${port}`,
    pid,
    isReady: () => isReady,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
    output: () => output,
  }
}

/** Waits until it is ready; if it ends instead, throws its output. */
export async function untilReady(server: Server, patienceMs = 120_000): Promise<void> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    if (!running.has(server.pid)) throw new Error(`The portal ended: ${server.output()}`)
    const ready = await fetch(`${server.origin}/readyz`).catch(() => null)
    if (server.isReady() && ready?.ok) return
    await wait(50)
  }
  throw new Error(`The portal was not ready in time: ${server.output()}`)
}
