import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { dataRoot } from '../../scripts/data-root.ts'
import { freePort } from '../../scripts/free-port.ts'

const main = join(import.meta.dirname, '../../server/main.ts')
/** Node's compile cache, filled by the first start. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../dist/compile-cache')

/** The variable that names a migrated database, which portals start with a copy of. */
export const templateSetting = 'MOLAR_TEMPLATE'

/** The server's environment variables. */
export type Settings = Record<string, string>

export type Portal = {
  /** The address for browsers. */
  origin: string
  dataDir: string
  /** The server's whole output. */
  output(): string
  /** Stops it as an operator does. Rejects if it fails to stop properly. */
  stop(): Promise<void>
}

/**
 * A portal whose name, policy, treatments and days may change, and that sends text messages: its tests must
 * tolerate changes by others.
 */
export const changing: Settings = {
  CLINIC_NAME: 'Changing Dental',
  MAIL_FROM: 'Changing Dental <desk@clinic.example>',
  SMS_ACCOUNT: `AC${'1'.repeat(32)}`,
  SMS_TOKEN: 'a token',
  SMS_FROM: '+17185550199',
  // No server listens there: no test waits for a text.
  SMS_API_BASE: 'http://127.0.0.1:9',
}

export const admin = { email: 'owner@clinic.example', password: 'a secret of the owner' }

/**
 * Runs the real server on a data folder of its own, with mails as files; resolves when it is ready. Settings
 * that depend on its address come from a function.
 */
export async function startServer(
  settings: Settings | ((origin: string) => Promise<Settings>),
): Promise<Portal> {
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(dataRoot, 'molar-browser-'))
  const template = process.env[templateSetting]
  if (template) await copyFile(template, join(dataDir, 'molar.db'))
  const child = run({
    PORT: port,
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...(typeof settings === 'function' ? await settings(origin) : settings),
  })
  await untilReady(`http://127.0.0.1:${port}`, child)
  return {
    origin,
    dataDir,
    output: child.output,
    async stop() {
      const code = await child.end()
      await rm(dataDir, { recursive: true, force: true })
      if (code !== 0) throw new Error(`The server ended with ${code}: ${child.output()}`)
    },
  }
}

function run(settings: Settings) {
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE, ...settings }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  // A worker that ends early takes its server with it.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const end = async () => {
    child.kill('SIGTERM')
    const code = await ended(child)
    process.off('exit', kill)
    return code
  }
  return { output: () => output, hasEnded: () => child.exitCode !== null, end }
}

async function ended(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once('close', resolve))
  }
  return child.exitCode ?? child.signalCode
}

async function untilReady(url: string, child: ReturnType<typeof run>): Promise<void> {
  const isReady = async () => {
    if (child.hasEnded()) throw new Error(`The server ended at its start: ${child.output()}`)
    return (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false
  }
  const options = { timeout: 150_000, intervals: [50], message: 'the server is ready' }
  await expect.poll(isReady, options).toBe(true)
}
