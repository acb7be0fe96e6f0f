import { readdirSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { BackupState, StoredBackups } from '../../contract/backups/endpoints.ts'
import { openDatabase } from '../db/database.ts'
import { makeFolder, makePlace } from '../testing/database/database.ts'
import { openPortal, type Portal, refusal, request, signIn } from '../testing/portal.ts'
import { claimBackup, endBackup, noteBackup } from './queries.ts'
import { startBackups } from './run-backup.ts'

async function openWithAdmin(settings: Record<string, string> = {}) {
  const place = await makePlace()
  let worker: ReturnType<typeof startBackups> | undefined
  const portal = await openPortal({
    database: await openDatabase(place),
    settings: {
      ...{ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' },
      ...{ BACKUP_TO: makeFolder(), ...settings },
    },
    backups: { make: (id) => worker?.make(id) },
  })
  /** By who has just proved who they are. */
  const ask = async (method: string, path = '') => {
    const { token } = await signIn(portal, undefined, 'admin')
    return request(portal, method, `/staff/backups${path}`, { token })
  }
  const read = async () => BackupState.parse(await (await ask('GET')).json())
  /** As main.ts does. */
  const start = () => {
    const started = startBackups(portal.deps)
    worker = started
    onTestFinished(() => started.stop())
  }
  return { ...portal, place, ask, read, start }
}

const later = ({ time }: Pick<Portal, 'time'>, hours: number) =>
  new Date(time.now.getTime() + hours * 3_600_000)

test('an admin starts a backup, which is shown as running and then as complete', async () => {
  const to = makeFolder()
  const portal = await openWithAdmin({ BACKUP_TO: to })
  const before = await portal.read()
  expect(before).toMatchObject({ verdict: 'fine', lastGood: null, next: null, place: to })
  const begun = await portal.ask('POST')
  expect(begun.status).toBe(200)
  const runningSince = portal.time.now.toISOString()
  expect(BackupState.parse(await begun.json())).toMatchObject({ runningSince, lastGood: null })
  expect(await refusal(await portal.ask('POST'))).toEqual({ status: 409, code: 'backup_running' })
  portal.start()
  // The worker looks at once; what was claimed before it began is no longer known to it.
  portal.time.now = later(portal, 1)
  expect((await portal.ask('POST')).status).toBe(200)
  await expect.poll(async () => (await portal.read()).lastGood).not.toBeNull()
  const name = 'molar-20260605T141500Z-0001.tar.gz'
  const after = await portal.read()
  expect(after).toMatchObject({ runningSince: null, lastGood: { file: `${to}/${name}` } })
  expect(readdirSync(to)).toEqual([name])
  const listed = StoredBackups.parse(await (await portal.ask('GET', '/stored')).json())
  const madeAt = '2026-06-05T14:15:00.000Z'
  expect(listed).toEqual({ total: 1, newest: [{ name, madeAt, isEncrypted: false }] })
  const entries = await portal.database.query
    .selectFrom('auditEntries')
    .select('status')
    .where('action', '=', 'backup_begun')
    .orderBy('id')
    .execute()
  expect(entries.map(({ status }) => status)).toEqual([200, 409, 200])
})

test('the state names the tables of the operator’s own that no backup has', async () => {
  const portal = await openWithAdmin()
  expect((await portal.read()).leftOut).toEqual([])
  await sql`create table report_cache (id text primary key)`.execute(portal.database.query)
  expect((await portal.read()).leftOut).toEqual(['report_cache'])
})

test('the state reports a backup that is too old and the failures since', async () => {
  const portal = await openWithAdmin({ BACKUP_AT: '03:15', BACKUP_KEEP: '7' })
  const { query } = portal.database
  expect((await portal.read()).verdict).toBe('none')
  const begun = portal.time.now
  await noteBackup(query, { file: '/disk/one', bytes: 7 }, begun, begun)
  const next = '2026-06-06T07:15:00.000Z'
  expect(await portal.read()).toMatchObject({ verdict: 'fine', next, lastFailure: null })
  portal.time.now = later(portal, 37)
  for (const failure of ['ENOSPC', 'store']) {
    const id = await claimBackup(query, portal.time.now)
    await endBackup(query, id ?? '', { failure }, portal.time.now)
  }
  const state = await portal.read()
  expect(state).toMatchObject({
    ...{ verdict: 'old', keptDays: 7, isEncrypted: false, isBesideData: false },
    lastGood: { file: '/disk/one', bytes: 7, endedAt: begun.toISOString() },
    lastFailure: { at: portal.time.now.toISOString(), count: 2 },
    // Ten minutes after the second failure.
    next: new Date(portal.time.now.getTime() + 10 * 60_000).toISOString(),
  })
  expect(['full', 'store']).toContain(state.lastFailure?.why)
})

test('the state names the file of the data folder whose name no backup can hold', async () => {
  const portal = await openWithAdmin({ BACKUP_AT: '03:15' })
  const { dataDir } = portal.place
  writeFileSync(Buffer.concat([Buffer.from(`${dataDir}/a scan `), Buffer.from([0xe9])]), '')
  portal.start()
  const path = `${dataDir}/a scan \\xe9`
  const lastFailure = { why: 'file_name', path }
  await expect.poll(portal.read).toMatchObject({ lastFailure })
})

test('a backup whose process died is reported as interrupted, not as running', async () => {
  const portal = await openWithAdmin()
  await claimBackup(portal.database.query, portal.time.now)
  portal.time.now = later(portal, 0.5)
  expect(await portal.read()).toMatchObject({
    runningSince: null,
    lastFailure: { why: 'interrupted', at: '2026-06-05T13:20:00.000Z', count: 1, path: null },
  })
  expect((await portal.ask('POST')).status).toBe(200)
})

test('the state is available even when the backups cannot be read', async () => {
  const portal = await openWithAdmin({ BACKUP_TO: '/dev/null/backups' })
  const unreadable = { status: 409, code: 'backups_unreadable' }
  expect(await refusal(await portal.ask('GET', '/stored'))).toEqual(unreadable)
  expect((await portal.read()).place).toBe('/dev/null/backups')
})

test('the state shows only the bucket and prefix of a store, and no credentials', async () => {
  const portal = await openWithAdmin({
    ...{ BACKUP_TO: 's3://id:hidden@clinic/molar', BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' },
    ...{ BACKUP_S3_KEY_ID: 'hidden', BACKUP_S3_SECRET: 'hidden', BACKUP_KEY: 'hidden, but long' },
  })
  const answer = await (await portal.ask('GET')).text()
  expect(JSON.parse(answer)).toMatchObject({ place: 's3://clinic/molar', isEncrypted: true })
  expect(answer).not.toContain('hidden')
})
