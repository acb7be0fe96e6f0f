import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { freePort } from '../free-port.ts'
import { createDatabase } from '../postgres.ts'

const main = join(import.meta.dirname, '../../server/main.ts')
export const owner = { email: 'owner@clinic.example', password: 'a secret of the owner' }

export type Engine = { name: string; postgresUrl?: string }
export type Portal = Awaited<ReturnType<typeof openPortal>>

/**
 * Starts the real program; resolves when it is ready, or with its exit code when it ends instead. `flags` are
 * for Node.
 */
export async function start(settings: Record<string, string>, flags: string[] = []) {
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [...flags, main], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', PORT: port, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  void ended.then(() => process.off('exit', end))
  const stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const ready = await fetch(`${origin}/readyz`).catch(() => null)
    if (ready?.ok) return { origin, output: () => output, code: null, stop }
    await wait(100)
  }
  if (child.exitCode === null) await stop()
  return { origin, output: () => output, code: child.exitCode, stop }
}

/** A portal with a demo clinic and a folder of its own, on the tested engine. */
export async function openPortal(
  engine: Engine,
  settings: Record<string, string> = {},
  { flags = [], folder = tmpdir() }: { flags?: string[]; folder?: string } = {},
) {
  const dataDir = join(mkdtempSync(join(folder, 'molar-holes-')), 'data')
  // With the mode that a package or a container's volume creates.
  mkdirSync(dataDir, { mode: 0o755 })
  const database = engine.postgresUrl ? await createDatabase(engine.postgresUrl) : undefined
  const own = {
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url }),
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    RATE_LIMIT: 'off',
  }
  const running = await start({ ...own, ...settings }, flags)
  if (running.code !== null) throw new Error(`The portal did not start: ${running.output()}`)
  return {
    ...running,
    engine: engine.name,
    dataDir,
    databaseUrl: database?.url,
    /** The mails that were sent, oldest first. */
    mails: async () => {
      const folder = join(dataDir, 'outbox')
      const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
      return Promise.all(
        names.sort().map(async (name) => {
          const mail = await PostalMime.parse(readFileSync(join(folder, name)))
          const to = mail.to?.map(({ address }) => address ?? '') ?? []
          const kind = /-([a-z_-]+)\.eml$/i.exec(name)?.[1]?.replace(/^.*-(?=[a-z_]+$)/, '') ?? name
          return { name, kind, to, text: mail.text ?? '', subject: mail.subject ?? '' }
        }),
      )
    },
    close: async () => {
      await running.stop()
      await database?.drop()
      rmSync(join(dataDir, '..'), { recursive: true, force: true })
    },
  }
}

type Answer = { status: number; code: string; body: unknown; text: string; headers: Headers }

/** A client that stores cookies and, once it has one, sends its bearer token. */
export function createCaller(portal: Pick<Portal, 'origin'>, forwardedFor?: string) {
  const cookies = new Map<string, string>()
  let token = ''

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = {
      origin: portal.origin,
      cookie: [...cookies].map((one) => one.join('=')).join('; '),
      ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const content = body === undefined ? null : JSON.stringify(body)
    const init = { method, headers, body: content, redirect: 'manual' as const }
    const response = await fetch(portal.origin + path, init)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    const parsed: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null
    return {
      status: response.status,
      code: String(read(parsed, 'code') ?? ''),
      body: parsed,
      text,
      headers: response.headers,
    }
  }

  return {
    call,
    cookies,
    /** Signs up, and gets the bearer token as our pages do. */
    async signUp(person: { email: string; name?: string; password?: string }) {
      const made = { name: 'Sam Stranger', password: 'a quiet evening at sea', ...person }
      const answer = await call('POST', '/api/auth/sign-up/email', made)
      if (answer.status === 200) await this.exchange(person.email)
      return answer
    },
    async signIn({ email, password }: { email: string; password: string }) {
      const answer = await call('POST', '/api/auth/sign-in/email', { email, password })
      if (answer.status === 200) await this.exchange(email)
      return answer
    },
    async exchange(email: string) {
      const { body } = await call('PUT', `/users/${encodeURIComponent(email)}`, { email })
      token = String(read(body, 'token') ?? '')
    },
  }
}
export type Caller = ReturnType<typeof createCaller>

/** A field of an answer with unknown shape. */
export function read(body: unknown, field: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined
  return Object.entries(body).find(([name]) => name === field)?.[1]
}

/** `409 email_unproved`, as the table shows an answer. */
export function show({ status, code }: { status: number; code: string }): string {
  return code ? `${status} ${code}` : String(status)
}
