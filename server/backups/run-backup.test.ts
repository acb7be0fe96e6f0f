import { readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { join } from 'node:path'
import { generateIdentity } from 'age-encryption'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { makeFolder, makePlace } from '../testing/database/database.ts'
import { openPortal } from '../testing/portal.ts'
import { judgeBackups, nextBackup } from './backup.ts'
import { claimBackup, endBackup, noteBackup, readBackups } from './queries.ts'
import { runDue } from './run-backup.ts'

const none = { lastGood: null, failures: 0, failedAt: null }
const good = (at: string) => ({
  lastGood: { startedAt: at, endedAt: at, file: 'it', bytes: 1 },
  ...{ failures: 0, failedAt: null },
})

test.each([
  ['at once where there has been none', none, '2026-06-05T13:15:00Z', '2026-06-05T13:15:00Z'],
  [
    'tomorrow after one',
    good('2026-06-05T07:15:00Z'),
    '2026-06-05T13:15:00Z',
    '2026-06-06T07:15:00Z',
  ],
  ['today before it', good('2026-06-04T07:15:00Z'), '2026-06-05T07:14:00Z', '2026-06-05T07:15:00Z'],
  [
    'at once after it',
    good('2026-06-04T07:16:00Z'),
    '2026-06-05T07:16:00Z',
    '2026-06-05T07:16:00Z',
  ],
  [
    'at once after days off',
    good('2026-06-01T07:15:00Z'),
    '2026-06-05T02:00:00Z',
    '2026-06-05T02:00:00Z',
  ],
  // New York jumps from 2:00 to 3:00 there.
  ['on a short day', good('2026-03-07T08:15:00Z'), '2026-03-08T00:00:00Z', '2026-03-08T07:15:00Z'],
  [
    'later and later after failures',
    { lastGood: null, failures: 3, failedAt: '2026-06-05T08:00:00Z' },
    '2026-06-05T08:01:00Z',
    '2026-06-05T08:20:00Z',
  ],
])('the next backup is due %s', (_, state, now, due) => {
  const schedule = { minute: 195, timeZone: 'America/New_York', now: new Date(now) }
  expect(new Date(nextBackup(state, schedule)).toISOString()).toBe(new Date(due).toISOString())
})

test('a backup is too old after 36 hours, and a missing one is fine where none is needed', () => {
  const now = new Date('2026-06-05T07:15:00Z')
  const judge = (state: Parameters<typeof judgeBackups>[0], isNeeded = true) =>
    judgeBackups(state, { isNeeded, now })
  expect(judge(good('2026-06-03T19:15:00Z'))).toBe('fine')
  expect(judge(good('2026-06-03T19:14:59Z'))).toBe('old')
  expect(judge(none)).toBe('none')
  expect(judge(none, false)).toBe('fine')
})

/** Schedule, failures and folder are the same on both engines; the last test shows that the process reads PostgreSQL. */
const testOnSqlite = test.runIf(inject('engine') === 'sqlite')

async function openScheduled(settings: Record<string, string> = {}) {
  const place = await makePlace()
  const to = makeFolder()
  const { dataDir, databaseUrl = '' } = place
  const portal = await openPortal({
    database: await openDatabase(place),
    settings: {
      ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BACKUP_TO: to, BACKUP_AT: '03:15' },
      ...{ BACKUP_KEEP: '2', ...settings },
    },
  })
  const names = () => readdirSync(to).toSorted()
  return { ...portal, place, to, names }
}

testOnSqlite(
  'a backup is made where a sandbox refuses the lower priority, as deploy/molar.service does',
  async () => {
    const refusing = vi.spyOn(os, 'setPriority').mockImplementation(() => {
      throw new Error('A system error occurred: uv_os_setpriority returned EPERM')
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      refusing.mockRestore()
      syncBuiltinESMExports()
    })
    const { deps, names } = await openScheduled()
    expect(await runDue(deps)).toBe('fine')
    expect(names()).toHaveLength(1)
    expect(refusing).toHaveBeenCalled()
  },
)

testOnSqlite('a backup is made once a day, and the backups of the newest days remain', async () => {
  const { deps, time, names } = await openScheduled()
  const made = []
  for (const day of ['05', '06', '07']) {
    for (const hour of ['13', '15']) {
      time.now = new Date(`2026-06-${day}T${hour}:15:00Z`)
      expect(await runDue(deps)).toBe('fine')
    }
    made.push(names())
  }
  const [first, second, third] = [5, 6, 7].map(
    (day) => `molar-2026060${day}T131500Z-000${day - 4}.tar.gz`,
  )
  expect(made).toEqual([[first], [first, second], [second, third]])
  const text = await deps.metrics.text()
  expect(text).toMatch(/^molar_backup_age_seconds 7200$/m)
  expect(text).toMatch(/^molar_backup_bytes [1-9]\d+$/m)
  expect(text).toMatch(/^molar_backup_failures_total 0$/m)
})

testOnSqlite('a failed backup is counted and retried after a delay', async () => {
  const { deps, time } = await openScheduled({ BACKUP_TO: '/dev/null/backups' })
  expect(await runDue(deps)).toBe('none')
  time.now = new Date(time.now.getTime() + 60_000)
  await runDue(deps)
  expect(await deps.metrics.text()).toMatch(/^molar_backup_failures_total 1$/m)
  time.now = new Date(time.now.getTime() + 5 * 60_000)
  await runDue(deps)
  const text = await deps.metrics.text()
  expect(text).toMatch(/^molar_backup_failures_total 2$/m)
  expect(text).toMatch(/^molar_backup_age_seconds \+Inf$/m)
})

test('one of several processes claims a backup, and another can claim it later if the first was killed', async () => {
  const { place, database, time } = await openScheduled()
  const processes = [database]
  if (inject('engine') === 'postgres') {
    for (let other = 0; other < 3; other += 1) processes.push(await openDatabase(place))
    onTestFinished(async () => void (await Promise.all(processes.slice(1).map((it) => it.close()))))
  }
  const claim = (now: Date) =>
    Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        claimBackup((processes[at % processes.length] ?? database).query, now),
      ),
    )
  const ids = (await claim(time.now)).filter((id) => id !== null)
  expect(ids).toHaveLength(1)
  const later = new Date(time.now.getTime() + 6 * 60_000)
  const next = (await claim(later)).filter((id) => id !== null)
  expect(next).toHaveLength(1)
  expect(await readBackups(database.query, later)).toMatchObject({ lastGood: null, failures: 1 })
  await endBackup(database.query, next[0] ?? '', { file: 'it', bytes: 7 }, later)
  expect(await readBackups(database.query, later)).toMatchObject({
    lastGood: { file: 'it', bytes: 7 },
    failures: 0,
  })
})

test('a manual backup counts as the day’s backup, one with a date years ahead does not, and the next is encrypted with BACKUP_KEY', async () => {
  const { database, deps, time, to, names } = await openScheduled({
    BACKUP_KEY: await generateIdentity(),
  })
  await noteBackup(database.query, { file: 'hand', bytes: 1 }, time.now, time.now)
  const ahead = new Date('2036-01-01T00:00:00Z')
  await noteBackup(database.query, { file: 'ahead', bytes: 1 }, ahead, ahead)
  await runDue(deps)
  expect(names()).toEqual([])
  time.now = new Date('2026-06-06T13:15:00Z')
  expect(await runDue(deps)).toBe('fine')
  const made = names()
  expect(made).toEqual([expect.stringMatching(/\.tar\.gz\.age$/)])
  const text = readFileSync(join(to, made[0] ?? ''), 'latin1')
  expect(text).toMatch(/^age-encryption\.org\/v1\n/)
})
