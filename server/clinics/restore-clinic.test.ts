import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CopyEntries, CopyEntry } from '../copies/entries.ts'
import { makeCopy } from '../copies/make-copy.ts'
import type { Place } from '../copies/session.ts'
import { findViolations } from '../db/rules.ts'
import { hostOfClinic, openInstallation, openTwoClinics } from '../testing/database/clinics.ts'
import { makeFolder, makePlace } from '../testing/database/database.ts'
import { filledAt, fillPlace, openPlace, showRows } from '../testing/database/filled-place.ts'
import { NODE_COMPILE_CACHE } from '../testing/process.ts'
import { jane } from '../testing/visitor.ts'
import type { Clinic } from './clinic.ts'
import { readClinicConfig } from './clinic-config.ts'
import { listAll, withClinics } from './operate-clinics.ts'
import { changeClinic } from './register.ts'

const program = join(import.meta.dirname, '../../scripts/molar/molar.ts')
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

test('a single-clinic installation on either engine is restored with all rows, files and its link secret', async () => {
  const installation = await openInstallation()
  for (const [name, from] of [
    ['sqlite', { dataDir: makeFolder() }],
    ['postgres', await makePlace()],
  ] as const) {
    const before = await showRows(await fillPlace(from))
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

test('a restore into a served clinic is refused, and a damaged copy leaves the clinic closed and empty', async () => {
  const installation = await openInstallation()
  const from = await makePlace()
  await fillPlace(from)
  const copy = await collect(from)
  const { database } = await installation.add('north')
  const before = await showRows(database)
  await expect(installation.restore('north', listed(copy))).rejects.toMatchObject({
    code: 'not_empty',
  })
  expect(await showRows(database)).toEqual(before)
  const clinic = await installation.addEmpty('south')
  await expect(installation.restore('south', listed(copy.slice(0, -1)))).rejects.toMatchObject({
    code: 'cut',
  })
  const stateOf = async () => (await listAll(installation.config)).map(({ state }) => state)
  expect(await stateOf()).toEqual(['open', 'making'])
  await installation.restore('south', listed(copy))
  expect(await showRows(installation.databaseOf(clinic))).toEqual(
    await showRows(await openPlace(from)),
  )
  await expect(installation.restore('west', listed(copy))).rejects.toMatchObject({
    code: 'no_such_clinic',
  })
})

test('a restore killed before it opened the clinic can be repeated, and one of two concurrent restores is refused', async () => {
  const installation = await openInstallation()
  const from = await makePlace()
  await fillPlace(from)
  const copy = await collect(from)
  const meant = await showRows(await openPlace(from))
  const clinic = await installation.addEmpty('north')
  const { config } = installation
  await installation.restore('north', listed(copy))
  // All rows are there, and the clinic is not open.
  const killed = { state: 'making', migration: '' } as const
  await withClinics(config, ({ register }) => changeClinic(register, clinic.id, killed))
  const both = [1, 2].map(() => installation.restore('north', listed(copy)))
  const outcomes = await Promise.allSettled(both)
  const [first, second] = outcomes.toSorted((one, other) => (one.status < other.status ? -1 : 1))
  expect(first).toMatchObject({ status: 'fulfilled' })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'not_empty' } })
  expect(await showRows(installation.databaseOf(clinic))).toEqual(meant)
  expect(await listAll(config)).toMatchObject([{ state: 'open' }])
})

test('a backup of a clinic served here is restored into another clinic only with an explicit option', async () => {
  const installation = await openInstallation()
  const sister = await installation.add('north')
  const copy = await collect(await configOf(installation, sister))
  const clinic = await installation.addEmpty('south')
  const refused = installation.restore('south', listed(copy))
  await expect(refused).rejects.toMatchObject({ code: 'of_another' })
  await installation.restore('south', listed(copy), true)
  const meant = await showRows(sister.database)
  expect(await showRows(installation.databaseOf(clinic))).toEqual(meant)
  // Its own backup is accepted, and that of a removed clinic.
  await installation.empty('north')
  await installation.restore('north', listed(copy))
  await installation.empty('south')
  await installation.remove('north')
  await installation.restore('south', listed(copy))
  expect(await showRows(installation.databaseOf(clinic))).toEqual(meant)
})

test('`molar --clinic NAME restore` and `import` fill an empty clinic', async () => {
  const { environment } = await openInstallation()
  const from = await makePlace()
  await fillPlace(from)
  const molar = (settings: Record<string, string>, ...words: string[]) =>
    new Promise<unknown>((resolve) => {
      const env = { NODE_COMPILE_CACHE, ...settings }
      execFile(process.execPath, [program, '--json', ...words], { env }, (_, out, err) => {
        resolve(JSON.parse(out || err))
      })
    })
  const one = { DATA_DIR: from.dataDir, DATABASE_URL: from.databaseUrl ?? '' }
  const made = z.object({ file: z.string() }).parse(await molar(one, 'backup'))
  const of = (...words: string[]) => molar(environment, ...words)
  await of('clinic', 'add', 'north', '--host', north, '--empty')
  const restored = await of('--clinic', 'north', 'restore', made.file)
  expect(restored).toMatchObject({ rows: expect.any(Number), files: 2 })
  expect(await of('--clinic', 'north', 'admin', 'list')).toEqual({ admins: [] })
  expect(await of('--clinic', 'north', 'restore', made.file)).toMatchObject({ code: 'not_empty' })
  const folder = join(makeFolder(), 'all')
  await of('--clinic', 'north', 'export', folder)
  expect(await of('clinic', 'empty', 'north')).toMatchObject({ code: 'needs_yes' })
  await of('clinic', 'empty', 'north', '--yes')
  expect(await of('--clinic', 'north', 'import', folder)).toEqual({
    ...z.looseObject({}).parse(restored),
    madeAt: expect.any(String),
  })
  expect(await of('clinic', 'list')).toMatchObject({ clinics: [{ name: 'north', state: 'open' }] })
})
