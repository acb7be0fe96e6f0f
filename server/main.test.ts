import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../scripts/free-port.ts'
import { readConfig } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { openDatabase } from './db/database.ts'
import { explainStart } from './start-error.ts'
import { openServed } from './start-portal.ts'
import { makeEmptyPlace, makePlace, type Place } from './testing/database/database.ts'
import { makeCertificate } from './testing/peers/certificate.ts'
import { type Running, spawnServer, untilReady } from './testing/process.ts'

const onSqlite = inject('engine') === 'sqlite'

function settingsOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** A start that must fail: its one line and its exit code. */
async function failedStart(settings: Record<string, string>) {
  const running = await spawnServer(settings)
  return { code: await running.ended, said: running.output() }
}

/** The files of a folder that others than their owner may use. */
function shared(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0)
}

/** A start at a port that another program uses. */
async function startAtUsedPort(settings: Record<string, string>) {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const busy = await failedStart({ ...settings, PORT: String(port) })
  expect(busy.code).toBe(1)
  expect(busy.said).toContain(`Port ${port} is in use; stop what uses it or set PORT to another.\n`)
}

test('the first start that succeeds prints the admin’s password, the second preserves all data and prints none, and data files are accessible only to their owner', async () => {
  // An empty PostgreSQL database has its test with two processes.
  const place = await (onSqlite ? makeEmptyPlace() : makePlace())
  const { dataDir } = place
  const settings = { ...settingsOf(place), ADMIN_EMAIL: 'owner@clinic.example', MAIL: 'eml' }
  // A folder that others may look into.
  chmodSync(dataDir, 0o755)
  if (onSqlite) await startAtUsedPort(settings)
  const first = await spawnServer(settings)
  await untilReady(first)
  await expect.poll(first.output).toMatch(/owner@clinic\.example\n.*Password +\S+/)
  const treatments = await (await fetch(`${first.origin}/service`)).json()
  const ofSqlite = ['molar.db', 'molar.db-shm', 'molar.db-wal', 'molar.lock']
  expect(readdirSync(dataDir)).toEqual(
    expect.arrayContaining(['auth-secret', ...(onSqlite ? ofSqlite : [])]),
  )
  expect(shared(dataDir)).toEqual([])
  first.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  for (const name of onSqlite ? ['molar.db'] : []) chmodSync(join(dataDir, name), 0o644)
  const second = await spawnServer(settings)
  await untilReady(second)
  expect(shared(dataDir)).toEqual([])
  expect(await (await fetch(`${second.origin}/service`)).json()).toEqual(treatments)
  expect(second.output()).not.toContain('Password')
  const metrics = await (await fetch(`${second.origin}/metrics`)).text()
  expect(metrics).toMatch(/nodejs_eventloop_lag_mean_seconds [\d.]+\n/)
  second.kill('SIGINT')
  expect(await second.ended).toBe(0)
})

if (onSqlite)
  test('the first admin can sign in with a configured password, which is not printed, and a second process on one SQLite folder is refused until the first is killed', async () => {
    const admin = { email: 'owner@clinic.example', password: 'a secret of the owner' }
    const settings = {
      ...settingsOf(await makePlace()),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    }
    const first = await spawnServer(settings)
    await untilReady(first)
    expect((await authenticate(first, 'sign-in', admin)).status).toBe(200)
    await expect.poll(first.output).toContain('Password  as set in ADMIN_PASSWORD')
    expect(first.output()).not.toContain(admin.password)

    expect(await failedStart(settings)).toEqual({
      code: 1,
      said: expect.stringMatching(/^Molar.*in use by another.*\n$/),
    })
    first.kill('SIGKILL')
    await first.ended
    const third = await spawnServer(settings)
    await untilReady(third)
    await expectLastAnswer(third)
  })

/** On SIGTERM, a request in progress completes and new ones are refused. */
async function expectLastAnswer(server: Running) {
  // scrypt takes long enough for the signal to arrive while it works.
  const account = { name: 'Jane', email: 'jane@patients.example', password: 'a fine secret' }
  const signUp = authenticate(server, 'sign-up', account)
  await fetch(`${server.origin}/healthz`)
  server.kill('SIGTERM')
  expect((await signUp).status).toBe(200)
  expect(await server.ended).toBe(0)
  await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
}

function authenticate({ origin }: Running, way: 'sign-up' | 'sign-in', account: object) {
  return fetch(`${origin}/api/auth/${way}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(account),
  })
}

/** What the program says of a start that fails at its settings, its folder or its database. */
async function whyNot(settings: Record<string, string>): Promise<string> {
  try {
    const config = readConfig(settings)
    openDataFolder(config.dataDir)
    const opened = await openServed(config)
    if ('database' in opened) await opened.database.close()
    return 'It starts.'
  } catch (error) {
    return explainStart(error)
  }
}

if (onSqlite)
  test('a wrong setting and an unwritable folder each fail the start with one line', async () => {
    const { dataDir } = await makePlace()
    expect(await whyNot({ DATA_DIR: dataDir, CLINIC_TIME_ZONE: 'Brooklyn' })).toBe(
      'Molar cannot start: CLINIC_TIME_ZONE must be a time zone such as America/New_York.',
    )
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    expect(await whyNot({ DATA_DIR: join(file, 'data') })).toMatch(/^Molar.*cannot be written.*$/)
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
  return whyNot(settingsOf(place))
}

test('a start on data of a newer version fails with one line', async () => {
  expect(await startNewer()).toMatch(/^Molar cannot start: .*made by a newer Molar.*9999-later.*$/)
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
    const said = await whyNot({ DATA_DIR: dataDir })
    expect(said.split('\n')).toEqual([expect.stringMatching(reason)])
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
    expect(await whyNot(settings)).toContain(
      'at DATABASE_OWNER_URL does not do, nothing answers there.',
    )
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
    const said = await whyNot({ DATA_DIR: dataDir, DATABASE_URL: await open() })
    expect(said.split('\n')).toEqual([expect.stringMatching(reason)])
  })
