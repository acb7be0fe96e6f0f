import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../scripts/free-port.ts'
import { openDatabase } from './db/database.ts'
import { makeEmptyPlace, makePlace, type Place } from './testing/database/database.ts'
import { makeCertificate } from './testing/peers/certificate.ts'
import { spawnServer, untilReady } from './testing/process.ts'

const onSqlite = inject('engine') === 'sqlite'

function settingsOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** A start that must fail: its one line and its exit code. */
async function failedStart(settings: Record<string, string>) {
  const running = await spawnServer(settings)
  return { code: await running.ended, said: running.output() }
}

test('the first start prints the admin’s password, and the second preserves all data and prints none', async () => {
  const settings = { ...settingsOf(await makePlace()), ADMIN_EMAIL: 'owner@clinic.example' }
  const first = await spawnServer(settings)
  await untilReady(first)
  await expect.poll(first.output).toMatch(/owner@clinic\.example\n.*Password +\S+/)
  const treatments = await (await fetch(`${first.origin}/service`)).json()
  first.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  const second = await spawnServer(settings)
  await untilReady(second)
  expect(await (await fetch(`${second.origin}/service`)).json()).toEqual(treatments)
  expect(second.output()).not.toContain('Password')
  const metrics = await (await fetch(`${second.origin}/metrics`)).text()
  expect(metrics).toMatch(/nodejs_eventloop_lag_mean_seconds [\d.]+\n/)
  second.kill('SIGINT')
  expect(await second.ended).toBe(0)
})

if (onSqlite)
  test('the first admin can sign in once the portal is ready, and a configured password is not printed', async () => {
    const admin = { email: 'owner@clinic.example', password: 'a secret of the owner' }
    const server = await spawnServer({
      ...settingsOf(await makePlace()),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    })
    await untilReady(server)
    const signIn = await fetch(`${server.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin },
      body: JSON.stringify(admin),
    })
    expect(signIn.status).toBe(200)
    await expect.poll(server.output).toContain('Password  as set in ADMIN_PASSWORD')
    expect(server.output()).not.toContain(admin.password)
  })

if (onSqlite)
  test('a wrong setting, a port in use and an unwritable folder each fail the start with one line', async () => {
    const place = await makePlace()
    const wrong = await failedStart({ ...settingsOf(place), CLINIC_TIME_ZONE: 'Brooklyn' })
    expect(wrong).toEqual({
      code: 1,
      said: 'Molar cannot start: CLINIC_TIME_ZONE must be a time zone such as America/New_York.\n',
    })

    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    const busy = await failedStart({ ...settingsOf(place), PORT: String(port) })
    expect(busy.code).toBe(1)
    expect(busy.said).toContain(
      `Port ${port} is in use; stop what uses it or set PORT to another.\n`,
    )

    // The password of the first admin is shown once; a start that failed must not have used that up.
    const first = await spawnServer(settingsOf(place))
    await untilReady(first)
    await expect.poll(first.output).toMatch(/Password +\S+/)

    const file = join(place.dataDir, 'file')
    writeFileSync(file, '')
    const closed = await failedStart({ ...settingsOf(place), DATA_DIR: join(file, 'data') })
    expect(closed).toEqual({
      code: 1,
      said: expect.stringMatching(/^Molar.*cannot be written.*\n$/),
    })
  })

if (onSqlite)
  test('a second process on one SQLite folder is refused', async () => {
    const settings = settingsOf(await makePlace())
    const first = await spawnServer(settings)
    await untilReady(first)
    const second = await failedStart(settings)
    expect(second).toEqual({
      code: 1,
      said: expect.stringMatching(/^Molar.*in use by another.*\n$/),
    })
    first.kill('SIGKILL')
    await first.ended
    const third = await spawnServer(settings)
    await untilReady(third)
  })

if (onSqlite)
  test('data files are accessible only to their owner, even in a shared folder or with wider permissions before', async () => {
    const { dataDir } = await makeEmptyPlace()
    chmodSync(dataDir, 0o755)
    const first = await spawnServer({ DATA_DIR: dataDir, MAIL: 'eml' })
    await untilReady(first)
    const modes = () =>
      readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o077])
    const names = ['auth-secret', 'molar.db', 'molar.db-shm', 'molar.db-wal', 'molar.lock']
    expect(modes()).toEqual(expect.arrayContaining(names.map((name) => [name, 0])))
    expect(modes().filter(([, mode]) => mode !== 0)).toEqual([])
    first.kill('SIGTERM')
    await first.ended

    chmodSync(join(dataDir, 'molar.db'), 0o644)
    const second = await spawnServer({ DATA_DIR: dataDir })
    await untilReady(second)
    expect(modes().filter(([, mode]) => mode !== 0)).toEqual([])
  })

/** A start with data of a newer program, which knows a migration more. */
async function startNewer() {
  const place = await makePlace()
  const database = await openDatabase(place)
  const timestamp = new Date().toISOString()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', ${timestamp})`.execute(
    database.query,
  )
  await database.close()
  return failedStart(settingsOf(place))
}

test('a start on data of a newer version fails with one line', async () => {
  expect(await startNewer()).toEqual({
    code: 1,
    said: expect.stringMatching(/^Molar cannot start: .*made by a newer Molar.*9999-later.*\n$/),
  })
})

if (onSqlite)
  test.each([
    ['a damaged file', (file: Buffer) => file.fill('x', 0, 4096), /damaged/],
    // A version of the file format that SQLite may read and not write.
    ['a read-only file', (file: Buffer) => file.fill(3, 18, 19), /cannot be written to/],
  ])('a start with %s fails with one line', async (_, spoil, reason) => {
    const { dataDir } = await makePlace()
    const file = join(dataDir, 'molar.db')
    writeFileSync(file, spoil(readFileSync(file)))
    const { code, said } = await failedStart({ DATA_DIR: dataDir })
    expect({ code, lines: said.trim().split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringMatching(reason)],
    })
  })

if (onSqlite)
  test.skipIf(process.platform !== 'linux')(
    'a start on a full disk fails with one line',
    async () => {
      const { dataDir } = await makeEmptyPlace()
      const main = join(import.meta.dirname, 'main.ts')
      const started = spawnSync('prlimit', ['--fsize=0', process.execPath, main], {
        env: { DATA_DIR: dataDir },
        encoding: 'utf8',
      })
      expect({ code: started.status, said: started.stderr }).toEqual({
        code: 1,
        said: 'Molar cannot start: the disk under DATA_DIR is full or broken.\n',
      })
    },
  )

if (!onSqlite)
  test('a start without a reachable database fails with one line', async () => {
    const { dataDir } = await makePlace()
    const databaseUrl = `postgres://molar@127.0.0.1:${await freePort()}/none`
    const { code, said } = await failedStart({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/^Molar.*nothing answers/),
    })
  })

if (!onSqlite)
  test('a start whose owner of the tables cannot connect names DATABASE_OWNER_URL', async () => {
    const nowhere = `postgres://molar@127.0.0.1:${await freePort()}/molar`
    const settings = { ...settingsOf(await makeEmptyPlace()), DATABASE_OWNER_URL: nowhere }
    const { code, said } = await failedStart(settings)
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('at DATABASE_OWNER_URL does not do, nothing answers there.'),
    })
  })

/** The address of a server that does this with each connection once something arrives. */
async function listenTo(act: (socket: Socket) => void): Promise<string> {
  const server = createNetServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => act(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgres://molar@127.0.0.1:${(server.address() as AddressInfo).port}/molar`
}

const selfSigned = makeCertificate('localhost', {
  from: new Date('2026-01-01'),
  until: new Date('2046-01-01'),
})

if (!onSqlite)
  test.each([
    [
      'without TLS',
      async () => `${inject('postgresUrl')}?sslmode=verify-full`,
      /DATABASE_URL does not do, The server does not support SSL connections\.$/,
    ],
    [
      'whose certificate is self-signed',
      async () => {
        const url = await listenTo((socket) => {
          // How PostgreSQL agrees to TLS.
          socket.write('S')
          new TLSSocket(socket, { isServer: true, ...selfSigned }).on('error', () => {})
        })
        return `${url}?sslmode=verify-full`
      },
      /DATABASE_URL does not do, self-signed certificate/,
    ],
    [
      'whose authority’s file is missing',
      async () => 'postgres://molar@127.0.0.1/molar?sslrootcert=/nonexistent.pem',
      /DATABASE_URL does not do, ENOENT: .*'\/nonexistent\.pem'\.$/,
    ],
    [
      'that is another program',
      () => listenTo((socket) => socket.end()),
      /DATABASE_URL does not do, Connection terminated unexpectedly\.$/,
    ],
  ])('a start with a database %s fails with one line', async (_, open, reason) => {
    const { dataDir } = await makePlace()
    const { code, said } = await failedStart({ DATA_DIR: dataDir, DATABASE_URL: await open() })
    expect({ code, lines: said.trim().split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringMatching(reason)],
    })
  })

if (onSqlite)
  test('on SIGTERM, a request in progress completes and new ones are refused', async () => {
    const server = await spawnServer(settingsOf(await makePlace()))
    await untilReady(server)
    // scrypt takes long enough for the signal to arrive while it works.
    const signUp = fetch(`${server.origin}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin },
      body: JSON.stringify({
        name: 'Jane',
        email: 'jane@patients.example',
        password: 'a fine secret',
      }),
    })
    await fetch(`${server.origin}/healthz`)
    server.kill('SIGTERM')
    expect((await signUp).status).toBe(200)
    expect(await server.ended).toBe(0)
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
  })
