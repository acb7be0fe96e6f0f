import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { backUp } from '../copies/back-up.ts'
import type { CopyEntries, CopyEntry } from '../copies/entries.ts'
import { makeCopy } from '../copies/make-copy.ts'
import type { Place } from '../copies/session.ts'
import type { Database } from '../db/database.ts'
import { findViolations } from '../db/rules.ts'
import { hostOfClinic, openInstallation, openTwoClinics } from '../testing/database/clinics.ts'
import { makeFolder } from '../testing/database/database.ts'
import {
  filledAt,
  fillPlace,
  makeFilledPlace,
  openPlace,
  showRows,
} from '../testing/database/filled-place.ts'
import { callMolar, spawnMolar } from '../testing/process.ts'
import { jane } from '../testing/visitor.ts'
import type { Clinic } from './clinic.ts'
import { clinicFolder, readClinicConfig } from './clinic-config.ts'
import { listAll, withClinics } from './operate-clinics.ts'
import { changeClinic } from './register.ts'

const [north, south] = [hostOfClinic('north'), hostOfClinic('south')]
const options = { clock: () => new Date(filledAt), version: '0.1.0' }

type Installation = Awaited<ReturnType<typeof openInstallation>>

async function configOf({ config, environment }: Installation, { id }: Pick<Clinic, 'id'>) {
  const clinic = (await listAll(config)).find((one) => one.id === id)
  if (!clinic) throw new Error('no such clinic')
  return readClinicConfig(clinic, { environment, config })
}

async function collect(place: Place): Promise<CopyEntry[]> {
  const collected: CopyEntry[] = []
  for await (const entry of makeCopy(place, options)) collected.push(entry)
  return collected
}

async function* listed(entries: CopyEntry[], halfway = async () => {}): CopyEntries {
  for (const [at, entry] of entries.entries()) {
    if (at === Math.floor(entries.length / 2)) await halfway()
    yield entry
  }
}

test('a clinic is restored with the sessions of its backup, while another clinic continues to answer', async () => {
  const installation = await openTwoClinics()
  const clinic = installation.north
  const { ask } = await installation.serve()
  const statusOf = async (host: string, path: string, headers = {}) =>
    (await ask(host, { path, headers })).status
  const { cookies } = await ask(north, {
    ...{ method: 'POST', path: '/api/auth/sign-up/email', body: jane },
  })
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
  expect(await statusOf(north, '/account', { cookie })).toBe(200)
  const copy = await collect(await configOf(installation, clinic))
  await clinic.database.query.deleteFrom('sessions').execute()
  expect(await statusOf(north, '/account', { cookie })).toBe(401)

  await installation.empty('north')
  await expect.poll(() => statusOf(north, '/service')).toBe(404)
  let asked = 0
  const { rows } = await installation.restore(
    'north',
    listed(copy, async () => {
      const message = { email: 'a@x.example', subject: 'Hours', message: 'When are you open?' }
      const call = { method: 'POST', path: '/contact-messages', body: message }
      expect((await ask(south, call)).status).toBe(200)
      expect(await statusOf(south, '/available?date=2026-06-08')).toBe(200)
      expect(await statusOf(north, '/service')).toBe(404)
      asked += 1
    }),
  )
  expect([asked, rows > 100]).toEqual([1, true])
  await expect.poll(() => statusOf(north, '/service')).toBe(200)
  expect(await statusOf(north, '/account', { cookie })).toBe(200)
  expect(await statusOf(south, '/account', { cookie })).toBe(401)
  expect(await findViolations(clinic.database)).toEqual([])
})

async function fillOnSqlite(): Promise<Place> {
  const place = { dataDir: makeFolder() }
  await fillPlace(place)
  return place
}

test('a single-clinic installation on either engine is restored with all rows, files and its link secret', async () => {
  const installation = await openInstallation()
  for (const [name, from] of [
    ['sqlite', await fillOnSqlite()],
    ['postgres', await makeFilledPlace()],
  ] as const) {
    const before = await showRows(await openPlace(from))
    const secret = randomBytes(32).toString('base64url')
    writeFileSync(join(from.dataDir, 'auth-secret'), secret)
    const clinic = await installation.addEmpty(name)
    await installation.restore(name, makeCopy(from, options))
    expect(await showRows(installation.databaseOf(clinic))).toEqual(before)
    const { dataDir, authSecret, formerSecrets } = await configOf(installation, clinic)
    expect(readFileSync(join(dataDir, 'outbox/1.eml'))).toEqual(
      readFileSync(join(from.dataDir, 'outbox/1.eml')),
    )
    expect(formerSecrets).toEqual([secret])
    expect(authSecret).not.toBe(secret)
    expect(existsSync(join(dataDir, 'auth-secret'))).toBe(false)
  }
  const states = (await listAll(installation.config)).map(({ state }) => state)
  expect(states).toEqual(['open', 'open'])
})

/** As a restore leaves it that is killed before it has opened the clinic: all rows and files are there. */
async function leaveKilled({ config }: Installation, clinic: Clinic & { database: Database }) {
  writeFileSync(join(clinicFolder(config.dataDir, clinic.id), 'auth-secret'), 'of the killed one')
  expect((await showRows(clinic.database)).treatments).toHaveLength(6)
  const killed = { state: 'making', migration: '' } as const
  await withClinics(config, ({ register }) => changeClinic(register, clinic.id, killed))
}

test('a restore into a served clinic is refused, one that was killed or read a damaged copy can be repeated, and one of two concurrent ones is refused', async () => {
  const installation = await openTwoClinics()
  const { config, north: clinic } = installation
  const from = await makeFilledPlace()
  const meant = await showRows(await openPlace(from))
  const copy = await collect(from)
  const before = await showRows(clinic.database)
  const restore = (entries = copy) => installation.restore('north', listed(entries))
  await expect(restore()).rejects.toMatchObject({ code: 'not_empty' })
  expect(await showRows(clinic.database)).toEqual(before)
  await leaveKilled(installation, clinic)
  const stateOf = async () => (await listAll(config))[0]?.state
  // It begins with an empty clinic, and leaves one, which stays closed.
  await expect(restore(copy.slice(0, -1))).rejects.toMatchObject({ code: 'cut' })
  expect(await stateOf()).toBe('making')
  const outcomes = await Promise.allSettled([restore(), restore()])
  const [first, second] = outcomes.toSorted((one, other) => (one.status < other.status ? -1 : 1))
  expect(first).toMatchObject({ status: 'fulfilled' })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'not_empty' } })
  expect(await showRows(clinic.database)).toEqual(meant)
  expect(await stateOf()).toBe('open')
  await expect(installation.restore('west', listed(copy))).rejects.toMatchObject({
    code: 'no_such_clinic',
  })
})

test('a backup of a clinic served here is restored into another clinic only with an explicit option', async () => {
  const installation = await openTwoClinics()
  const { north: sister } = installation
  const copy = await collect(await configOf(installation, sister))
  const clinic = await installation.addEmpty('west')
  const refused = installation.restore('west', listed(copy))
  await expect(refused).rejects.toMatchObject({ code: 'of_another' })
  await installation.restore('west', listed(copy), true)
  const meant = await showRows(sister.database)
  expect(await showRows(installation.databaseOf(clinic))).toEqual(meant)
  // Its own backup is accepted, as the first test shows, and that of a removed clinic.
  await installation.empty('west')
  await installation.remove('north')
  await installation.restore('west', listed(copy))
  expect(await showRows(installation.databaseOf(clinic))).toEqual(meant)
})

test('`molar --clinic NAME restore` and `import` fill an empty clinic', async () => {
  const { config, environment } = await openInstallation()
  const from = await makeFilledPlace()
  const made = await backUp(from, { ...options, to: makeFolder(), key: undefined })
  const call = async (...words: string[]) =>
    (await callMolar(environment, ['--json', ...words])).said
  const run = async (...words: string[]) => {
    const { ended, output } = spawnMolar(environment, ['--json', ...words])
    await ended
    return JSON.parse(output())
  }
  await call('clinic', 'add', 'north', '--host', north, '--empty')
  const restored = await run('--clinic', 'north', 'restore', made.file)
  expect(restored).toMatchObject({ rows: expect.any(Number), files: 2 })
  expect(await call('--clinic', 'north', 'restore', made.file)).toMatchObject({ code: 'not_empty' })
  const folder = join(makeFolder(), 'all')
  await call('--clinic', 'north', 'export', folder)
  expect(await run('clinic', 'empty', 'north')).toMatchObject({ code: 'needs_yes' })
  await call('clinic', 'empty', 'north', '--yes')
  expect(await run('--clinic', 'north', 'import', folder)).toEqual({
    ...z.looseObject({}).parse(restored),
    madeAt: expect.any(String),
  })
  expect(await listAll(config)).toMatchObject([{ name: 'north', state: 'open' }])
})
