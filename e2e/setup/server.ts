import { fork } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataRoot } from '../../scripts/data-root.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { Answer, Asked } from './portal-host.ts'

const program = join(import.meta.dirname, 'portal-host.ts')
/** Node's compile cache, filled by the first start. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../dist/compile-cache')

/** The variable that names a migrated database, which portals start with a copy of. */
export const templateSetting = 'MOLAR_TEMPLATE'

/** The portal's environment variables. */
export type Settings = Record<string, string>

export type Portal = {
  /** The address for browsers. */
  origin: string
  dataDir: string
  /** Stops it as a signal does. Rejects if it fails to stop properly. */
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
 * Starts the real portal on a data folder of its own, with mails as files; resolves when it is ready. Settings
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
  host ??= startHost()
  const ask = host
  const id = await ask({
    start: {
      PORT: port,
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT: 'off',
      ...(typeof settings === 'function' ? await settings(origin) : settings),
    },
  })
  return {
    origin,
    dataDir,
    async stop() {
      await ask({ stop: id })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The process with all portals of this worker; a new one after one that ended. */
let host: Host | undefined

type Host = ReturnType<typeof startHost>

function startHost() {
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE }
  const child = fork(program, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  let asked = 0
  let ended: string | undefined
  const waiting = new Map<number, (answer: Answer) => void>()
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  child.once('close', (code, signal) => {
    host = undefined
    const failure = `The process of the portals ended with ${code ?? signal}`
    ended = failure
    for (const [id, answer] of waiting) answer({ id, failure })
  })
  // It ends with its worker, and does not keep it from ending.
  child.unref()
  child.channel?.unref()
  /** Rejects with what the portal said of its failure. */
  return async (message: { start: Settings } | { stop: number }): Promise<number> => {
    asked += 1
    const id = asked
    const { failure } = await new Promise<Answer>((resolve) => {
      if (ended !== undefined) return resolve({ id, failure: ended })
      waiting.set(id, resolve)
      // What cannot be sent to a process that is ending is answered when it has ended.
      child.send({ id, ...message } satisfies Asked, () => {})
    })
    if (failure !== undefined) throw new Error(`${failure}\n${output}`)
    return id
  }
}
