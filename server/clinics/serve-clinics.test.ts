import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { claimBackup, noteBackup, readBackups } from '../backups/queries.ts'
import { hasNewestShape, newestMigration } from '../db/migrate.ts'
import { findViolations } from '../db/rules.ts'
import {
  askHost,
  followHost,
  hostOfClinic,
  type openInstallation,
  openThreeClinics,
  openTwoClinics,
} from '../testing/database/clinics.ts'
import { spawnServer, untilReady } from '../testing/process.ts'
import { jane } from '../testing/visitor.ts'
import { type Clinic, schemaOf } from './clinic.ts'
import { clinicFolder } from './clinic-config.ts'
import { changeClinic, markChanging } from './register.ts'

type Serving = Awaited<ReturnType<Awaited<ReturnType<typeof openInstallation>>['serve']>>

const [north, south] = [hostOfClinic('north'), hostOfClinic('south')]
const west = hostOfClinic('west')

const nameAt = async ({ ask }: Serving, host: string) => {
  const { status, text } = await ask(host, { path: '/openapi.json' })
  return status === 200 ? JSON.parse(text).info.title : JSON.parse(text).code
}

const signUp = ({ ask }: Serving, host: string) =>
  ask(host, { method: 'POST', path: '/api/auth/sign-up/email', body: jane })

const isDue = (clinic?: Clinic) => clinic && clinic.dueAt <= new Date().toISOString()
/** Later than the end of a lease: its due work has run, and there is no other. */
const isIdle = (clinic?: Clinic) =>
  clinic && clinic.dueAt > new Date(Date.now() + 6 * 60_000).toISOString()

async function untilIdle({ list }: Awaited<ReturnType<typeof openInstallation>>) {
  await expect.poll(async () => (await list()).every(isIdle)).toBe(true)
}

/** All mail sent from a folder, joined. */
function mailsOf(dataDir: string, id: string): string {
  const folder = join(clinicFolder(dataDir, id), 'outbox')
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}

test('a request is answered by the clinic of its host, and an unknown host has no clinic', async () => {
  const installation = await openTwoClinics()
  const serving = await installation.serve()
  expect(await nameAt(serving, north)).toContain('north')
  expect(await nameAt(serving, `${south.toUpperCase()}:443`)).toContain('south')
  for (const host of ['clinic.example', 'east.clinic.example', 'localhost', '[::1]']) {
    expect(await nameAt(serving, host)).toBe('no_such_clinic')
  }
  const health = await serving.ask('localhost', { path: '/readyz' })
  expect(health).toMatchObject({ status: 200, text: '{"status":"ready"}' })
  const metrics = await serving.ask('localhost', { path: '/metrics' })
  expect(metrics.text).toContain('molar_http_request_seconds')
})

test('a clinic is served as soon as it is added, and no longer once it is removed', async () => {
  const installation = await openTwoClinics()
  const serving = await installation.serve()
  expect(await nameAt(serving, west)).toBe('no_such_clinic')
  await installation.add('west')
  await expect.poll(() => nameAt(serving, west)).toContain('west')
  await installation.remove('west')
  await expect.poll(() => nameAt(serving, west)).toBe('no_such_clinic')
  expect(await nameAt(serving, south)).toContain('south')
})

test('above the limit, the least recently used clinic is closed, and opened again on its next request', async () => {
  const installation = await openThreeClinics()
  const serving = await installation.serve({ mostOpen: 1 })
  const hosts = ['north', 'south', 'west'].map(hostOfClinic)
  for (const host of [...hosts, ...hosts]) {
    expect(await nameAt(serving, host)).toContain(host.split('.')[0])
  }
  const crowd = Array.from({ length: 60 }, (_, at) => hosts[at % 3] ?? '')
  const names = await Promise.all(crowd.map((host) => nameAt(serving, host)))
  expect(names.map((name) => crowd.findIndex((host) => name.includes(host.split('.')[0])))).toEqual(
    crowd.map((_, at) => at % 3),
  )
  await expect.poll(serving.held.count).toBeLessThanOrEqual(1)
})

test('a clinic with an open stream stays open above the limit, and its client receives changes', async () => {
  const installation = await openThreeClinics()
  const { database, id } = installation.north
  const serving = await installation.serve({ mostOpen: 1 })
  await untilIdle(installation)
  const reader = followHost(serving.port, north, '/available/changes?date=2026-06-08')
  await expect.poll(reader.text).toContain(': listening')
  for (const host of [south, west, south]) await nameAt(serving, host)
  await sql`select pg_notify(${`molar_days_${schemaOf(id)}`}, '2026-06-08')`.execute(database.query)
  await expect.poll(reader.text).toContain('2026-06-08')
})

test('each clinic sends its own mail, in its own name, with links to its own address', async () => {
  const installation = await openTwoClinics()
  const { dataDir } = installation.config
  const { north: first, south: second } = installation
  const serving = await installation.serve()
  expect((await signUp(serving, north)).status).toBe(200)
  await expect.poll(() => mailsOf(dataDir, first.id)).toContain(`http://${north}/`)
  expect(mailsOf(dataDir, first.id)).toContain('From: north')
  expect(mailsOf(dataDir, second.id)).toBe('')
})

test('due work of a clinic without requests runs once, whichever process comes first', async () => {
  const installation = await openTwoClinics()
  const { dataDir } = installation.config
  const { id } = installation.north
  const { database, id: otherId } = installation.south
  const first = await installation.serve()
  expect((await signUp(first, north)).status).toBe(200)
  await expect.poll(() => mailsOf(dataDir, id)).toContain(jane.email)
  await first.stop()
  // No process has to wait until its lease ends: all is done, or due now.
  const [left] = await installation.list()
  expect(isDue(left) || isIdle(left)).toBe(true)
  // The state that a process leaves when it dies after a commit: the register holds the end of its lease.
  await database.query
    .insertInto('outbox')
    .values({
      ...{ id: 'm', kind: 'contact', recipient: 'desk@x.example', subject: 'Left over', text: 'x' },
      ...{ html: 'x', createdAt: '2026-01-01T00:00:00.000Z', dueAt: '2026-01-01T00:00:00.000Z' },
    })
    .execute()
  const dueAt = new Date().toISOString()
  await installation.register
    .updateTable('clinics')
    .set({ dueAt })
    .where('id', '=', otherId)
    .execute()
  await Promise.all([installation.serve(), installation.serve()])
  const sent = () => database.query.selectFrom('outbox').select('sentAt').executeTakeFirstOrThrow()
  await expect.poll(async () => (await sent()).sentAt).not.toBeNull()
  await untilIdle(installation)
})

test('a clinic whose due work has failed in part is looked after again within a minute', async () => {
  const installation = await openTwoClinics()
  const { north: clinic } = installation
  const serving = await installation.serve()
  await untilIdle(installation)
  const minutesToNext = async () => {
    const { open, release } = await serving.held.use(clinic)
    const { dueAt } = await open.look(new AbortController().signal).finally(release)
    return (Date.parse(dueAt) - Date.now()) / 60_000
  }
  expect(await minutesToNext()).toBeGreaterThan(5)
  await sql`alter table "users" rename to "away"`.execute(clinic.database.query)
  expect(await minutesToNext()).toBeLessThanOrEqual(1)
})

test('a clinic is due before a change to it is answered', async () => {
  const installation = await openTwoClinics()
  const serving = await installation.serve()
  const later = '2100-01-01T00:00:00.000Z'
  await installation.register.updateTable('clinics').set({ dueAt: later }).execute()
  const dueAt = async () => (await installation.list())[0]?.dueAt ?? ''
  await serving.ask(north, { path: '/calendar' })
  expect(await dueAt()).toBe(later)
  await signUp(serving, north)
  expect(await dueAt()).not.toBe(later)
})

test('metrics count the clinics without a recent good backup, and the list names them', async () => {
  const installation = await openTwoClinics()
  const { database, id } = installation.north
  const { register } = installation
  await register.updateTable('clinics').set({ madeAt: '2026-01-01T00:00:00.000Z' }).execute()
  const serving = await installation.serve()
  const count = async () => {
    const { text } = await serving.ask('localhost', { path: '/metrics' })
    return /^molar_clinics_backup_late (\d+)$/m.exec(text)?.[1]
  }
  expect(await count()).toBe('2')
  const now = new Date()
  await noteBackup(database.query, { file: 'a', bytes: 1 }, now, now)
  await markChanging(register, [id], { until: now.toISOString() })
  const dates = async () => (await installation.list()).map(({ backedUpAt }) => backedUpAt)
  await expect.poll(dates).toEqual([now.toISOString(), null])
  // Otherwise it is read within a minute.
  await changeClinic(register, id, { state: 'open' })
  await expect.poll(count).toBe('1')
})

test('a backup that an admin asked for is made after the next check, and stands in the register', async () => {
  const installation = await openTwoClinics()
  const { north: clinic } = installation
  const { query } = clinic.database
  const serving = await installation.serve()
  await untilIdle(installation)
  const id = await claimBackup(query, new Date())
  const { open, release } = await serving.held.use(clinic)
  open.deps.backups.make(id ?? '')
  await markChanging(installation.register, [clinic.id], { until: new Date().toISOString() })
  const date = async () => (await installation.list())[0]?.backedUpAt ?? null
  await expect.poll(date, { timeout: 60_000 }).not.toBeNull()
  release()
  const { lastGood } = await readBackups(query, new Date())
  expect(await date()).toBe(lastGood?.endedAt)
})

test('clinics of an older version are migrated, each with its rows, while others answer', async () => {
  const installation = await openThreeClinics()
  const clinics = [installation.north, installation.south, installation.west]
  for (const { database } of clinics.slice(0, 2)) {
    await sql`delete from kysely_migration where "name" = '0048-search-paths'`.execute(
      database.query,
    )
  }
  const older = { migration: '0047-definitions' }
  await installation.register.updateTable('clinics').set(older).execute()
  const serving = await installation.serve()
  const names = await Promise.all(
    ['north', 'south', 'west'].map(hostOfClinic).map((host) => nameAt(serving, host)),
  )
  expect(names.every((name) => name !== 'unavailable')).toBe(true)
  const versions = async () => (await installation.list()).map(({ migration }) => migration)
  await expect.poll(versions).toEqual(Array.from({ length: 3 }, () => newestMigration))
  for (const { database } of clinics) {
    expect(await hasNewestShape(database.query)).toBe(true)
    expect(await findViolations(database)).toEqual([])
  }
})

test('a clinic whose tables cannot be served answers 503, and the others answer as usual', async () => {
  const installation = await openTwoClinics()
  const { database } = installation.north
  await sql`insert into kysely_migration ("name", "timestamp") values ('9999-later', '')`.execute(
    database.query,
  )
  const serving = await installation.serve()
  expect(await nameAt(serving, north)).toBe('unavailable')
  expect(await nameAt(serving, south)).toContain('south')
  await sql`delete from kysely_migration where "name" = '9999-later'`.execute(database.query)
  expect(await nameAt(serving, north)).toContain('north')
})

test('the program serves each clinic’s pages, and exits cleanly on SIGTERM', async () => {
  const installation = await openTwoClinics()
  const { PORT: _, ...settings } = installation.environment
  const running = await spawnServer(settings)
  await untilReady(running)
  const port = Number(new URL(running.origin).port)
  for (const host of [north, south]) {
    const page = await askHost(port, host, { path: '/', headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.text).toContain(`rel="canonical" href="http://${host}/"`)
    expect(page.text).toContain(`· ${host.split('.')[0]}</title>`)
  }
  running.kill('SIGTERM')
  expect(await running.ended).toBe(0)
})
