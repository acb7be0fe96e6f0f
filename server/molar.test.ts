import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { thisMolar } from './db/migrate.ts'
import { makeFolder, makePlace } from './testing/database/database.ts'
import { callMolar, NODE_COMPILE_CACHE, spawnServer, untilReady } from './testing/process.ts'

const program = join(import.meta.dirname, '../scripts/molar/molar.ts')
const owner = 'owner@clinic.example'

async function openInstallation() {
  const { dataDir } = await makePlace()
  const settings = {
    ...{ DATA_DIR: dataDir, ADMIN_EMAIL: owner, ADMIN_PASSWORD: 'a secret of the owner' },
  }
  const start = async () => {
    const server = await spawnServer(settings)
    await untilReady(server)
    return server
  }
  const run = (env: Record<string, string>, command: string, words: string[]) =>
    new Promise<{ code: number; said: unknown }>((resolve) => {
      execFile(command, words, { env: { ...settings, ...env } }, (error, out, err) => {
        const code = error ? Number(error.code) : 0
        resolve({ code, said: JSON.parse((out || err).trimEnd().split('\n').at(-1) ?? '') })
      })
    })
  const molar = (...words: string[]) =>
    run({ NODE_COMPILE_CACHE }, process.execPath, [program, '--json', ...words])
  const call = (...words: string[]) => callMolar(settings, ['--json', ...words])
  /** As on a full disk: it can write files of 200 blocks, which are of 512 or 1024 bytes. */
  const molarOnFullDisk = (TMPDIR: string, ...words: string[]) => {
    const limited = ['-c', 'ulimit -f 200 && exec "$0" "$@"', process.execPath]
    return run({ NODE_COMPILE_CACHE, TMPDIR }, 'sh', [...limited, program, '--json', ...words])
  }
  return { start, molar, call, molarOnFullDisk, dataDir }
}

function signIn(origin: string, email: string, password: string) {
  return fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })
}

test('every command refuses the data of a newer Molar and names both versions', async () => {
  const { call, dataDir } = await openInstallation()
  const made = await call('backup')
  const { file } = z.object({ file: z.string() }).parse(made.said)
  const data = new DatabaseSync(join(dataDir, 'molar.db'))
  data.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
  data.close()
  const folder = join(dataDir, 'all')
  const commands = [
    ...[['verify'], ['backup'], ['restore', file], ['export', folder], ['admin', 'list']],
    ...[
      ['admin', 'add', 'a@clinic.example'],
      ['admin', 'reset-password', owner],
    ],
  ]
  const refused = {
    code: 1,
    said: {
      code: 'failed',
      message: expect.stringContaining(`newer Molar (it has 9999-later, ${thisMolar}); use that`),
    },
  }
  for (const words of commands) expect([words, await call(...words)]).toEqual([words, refused])
})

test('a backup or an export of a folder without data says so, and a backup makes nothing', async () => {
  const { call, dataDir } = await openInstallation()
  rmSync(join(dataDir, 'molar.db'))
  const before = readdirSync(dataDir)
  const message = expect.stringContaining(`there is no data in DATA_DIR ${dataDir}`)
  const refused = { code: 1, said: { code: 'failed', message } }
  expect(await call('backup')).toEqual(refused)
  expect(readdirSync(dataDir)).toEqual(before)
  expect(await call('export', join(dataDir, 'all'))).toEqual(refused)
})

test('a lock of backups that cannot be opened is named', async () => {
  const { call, dataDir } = await openInstallation()
  mkdirSync(join(dataDir, 'backup.lock'))
  const message = expect.stringContaining(`${join(dataDir, 'backup.lock')} cannot be opened`)
  expect(await call('backup')).toEqual({ code: 1, said: { code: 'failed', message } })
})

test.runIf(process.getuid?.() === 0)(
  'root does not write into the data of another user, nor into that of a clinic there',
  async () => {
    const { call, dataDir } = await openInstallation()
    const before = readdirSync(dataDir)
    chownSync(dataDir, 10001, 10001)
    const target = join(dataDir, 'moved')
    const commands = [
      ...[['backup'], ['restore', 'any.tar.gz'], ['move', '--to', target]],
      ...[
        ['clinic', 'add', 'south', '--host', 'south.example'],
        ['--clinic', 'south', 'restore', 'any.tar.gz'],
        ['--clinic', 'south', 'backup'],
      ],
    ]
    const message = expect.stringContaining('belongs to user 10001; run this as that user')
    const refused = { code: 1, said: { code: 'failed', message } }
    for (const words of commands) expect([words, await call(...words)]).toEqual([words, refused])
    expect(readdirSync(dataDir)).toEqual(before)
  },
)

test('each command that copies names the tables of the operator’s own and the symbolic links that it leaves out', async () => {
  const { molar, call, dataDir } = await openInstallation()
  const data = new DatabaseSync(join(dataDir, 'molar.db'))
  data.exec(
    `create table report_cache (id text primary key); insert into report_cache values ('a')`,
  )
  data.close()
  symlinkSync('nowhere', join(dataDir, 'scans'))
  const leftOut = ['report_cache']
  const links = [join(dataDir, 'scans')]
  const made = await call('backup')
  expect(made).toMatchObject({ code: 0, said: { leftOut, links } })
  const { file } = z.object({ file: z.string() }).parse(made.said)
  const sound = { isSound: true, findings: [], leftOut }
  expect(await call('verify', file)).toEqual({ code: 0, said: sound })
  const folder = join(makeFolder(), 'all')
  expect(await molar('export', folder)).toEqual({ code: 0, said: { folder, leftOut, links } })
  const empty = await openInstallation()
  // As where a script's variable for the name is not set: not the installation itself.
  const nameless = await empty.call('--clinic', '', 'restore', file)
  expect(nameless).toMatchObject({ code: 1, said: { code: 'needs_postgres' } })
  expect(await empty.molar('restore', file)).toMatchObject({ code: 0, said: { leftOut } })
  const moved = await call('move', '--to', makeFolder())
  expect(moved).toMatchObject({ code: 0, said: { leftOut, links } })
})

test('a command that finds a disk full names the folder to which it wrote', async () => {
  const { call, molarOnFullDisk, dataDir } = await openInstallation()
  writeFileSync(join(dataDir, 'picture'), randomBytes(1_000_000))
  const made = await call('backup')
  const { file } = z.object({ file: z.string() }).parse(made.said)
  const [to, folder, temporary] = [makeFolder(), join(makeFolder(), 'all'), makeFolder()]
  expect(await molarOnFullDisk(temporary, 'backup', '--to', to)).toEqual({
    code: 1,
    said: { code: 'full', message: `the disk is full (${to}).` },
  })
  expect(await molarOnFullDisk(temporary, 'export', folder)).toEqual({
    code: 1,
    said: { code: 'full', message: `the disk is full (${folder}).` },
  })
  const message = expect.stringMatching(`^the disk is full or broken \\(${temporary}/molar-verify-`)
  expect(await molarOnFullDisk(temporary, 'verify', file)).toEqual({
    code: 1,
    said: { code: 'disk', message },
  })
})

test('an operator verifies and backs up beside a running portal, and resets a password once it is stopped', async () => {
  const { start, molar, call } = await openInstallation()
  const first = await start()
  expect(await molar('verify')).toEqual({ code: 0, said: { isSound: true, findings: [] } })
  const made = await molar('backup')
  expect(made).toMatchObject({ code: 0, said: { bytes: expect.any(Number) } })
  const { file } = z.object({ file: z.string() }).parse(made.said)
  const sound = { isSound: true, findings: [], leftOut: [] }
  expect(await molar('verify', file)).toEqual({ code: 0, said: sound })
  expect(await call('backup', '--to', 'ftp://clinic')).toMatchObject({
    code: 1,
    said: { code: 'not_a_folder' },
  })
  expect(await call('backup', '--to', 's3://clinic')).toMatchObject({
    code: 1,
    said: { code: 'store' },
  })
  expect(await molar('admin', 'list')).toEqual({
    code: 0,
    said: { admins: [{ email: owner, name: 'Admin', secondStep: false }] },
  })
  expect(await call('admin', 'add', `owner@clinic.${'a'.repeat(21)}`)).toMatchObject({
    code: 1,
    said: { code: 'not_an_email' },
  })
  for (const name of ['Eve\nAdmin', 'Eve\u202eadmin']) {
    const added = await call('admin', 'add', 'eve@clinic.example', '--name', name)
    expect(added).toMatchObject({ code: 1, said: { code: 'not_a_name' } })
  }
  expect(await molar('admin', 'reset-password', owner)).toMatchObject({
    code: 1,
    said: { code: 'portal_running', message: expect.stringContaining('stop it') },
  })
  first.kill('SIGTERM')
  await first.ended
  const reset = await molar('admin', 'reset-password', 'Owner@clinic.example')
  const { password } = z.object({ password: z.string() }).parse(reset.said)
  const { origin } = await start()
  expect((await signIn(origin, owner, 'a secret of the owner')).status).toBe(401)
  expect((await signIn(origin, owner, password)).status).toBe(200)
})
