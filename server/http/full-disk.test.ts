import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makePlace } from '../testing/database/database.ts'
import { type Running, spawnServer, untilReady } from '../testing/process.ts'

/** Limits the size of a process's files, in bytes; writes beyond it fail as on a full disk. */
function limitFiles({ pid }: Running, bytes: number | 'unlimited'): void {
  const { status } = spawnSync('prlimit', [`--fsize=${bytes}:`, `--pid=${pid}`])
  expect(status).toBe(0)
}

const write = ({ origin }: Running) =>
  fetch(`${origin}/contact-messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'jane@patients.example', subject: 'Hello', message: 'Hello' }),
  })

const isLinux = process.platform === 'linux'

test.skipIf(!isLinux)(
  'a full disk under log and data costs log lines and writes but does not stop the process',
  async () => {
    const { dataDir, databaseUrl = '' } = await makePlace()
    const log = join(dataDir, 'log')
    const stdout = openSync(log, 'a')
    onTestFinished(() => closeSync(stdout))
    const server = await spawnServer({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, { stdout })
    await untilReady(server)
    expect((await write(server)).status).toBe(200)
    const logged = () => readFileSync(log, 'utf8')
    await expect.poll(logged).toContain('Password')
    await expect.poll(logged).toContain('"request"')

    limitFiles(server, 0)
    const lines = Array.from({ length: 20 }, () => fetch(`${server.origin}/nowhere`))
    expect((await Promise.all(lines)).map(({ status }) => status)).toEqual(lines.map(() => 404))
    expect((await fetch(`${server.origin}/available?date=2099-01-05`)).status).toBe(200)
    if (inject('engine') === 'sqlite') {
      const refused = await write(server)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      const ready = await fetch(`${server.origin}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { status: 'not ready', reason: 'full' },
      ])
    }
    limitFiles(server, 'unlimited')
    await untilReady(server)
    expect((await write(server)).status).toBe(200)
    // Log lines are buffered briefly: not every round causes a write.
    const fillAgain = async () => {
      limitFiles(server, 0)
      await Promise.all(lines.map(() => fetch(`${server.origin}/nowhere`)))
      limitFiles(server, 'unlimited')
      await write(server)
      return logged()
    }
    await expect.poll(fillAgain).toContain('lines of the log were lost')
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(logged()).toContain('shutting down')
  },
  180_000,
)
