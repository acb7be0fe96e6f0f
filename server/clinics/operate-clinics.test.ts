import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createDatabase } from '../../scripts/postgres.ts'
import { readConfig } from '../config.ts'
import { makeCopy } from '../copies/make-copy.ts'
import { connectPostgres, openDatabase } from '../db/database.ts'
import { newestMigration } from '../db/migrate.ts'
import { findViolations } from '../db/rules.ts'
import { createPasswords } from '../identity/passwords/hash-passwords.ts'
import { hostOfClinic, openInstallation, openTwoClinics } from '../testing/database/clinics.ts'
import { makeFolder, makePlace } from '../testing/database/database.ts'
import { callMolar, spawnMolar } from '../testing/process.ts'
import { schemaOf } from './clinic.ts'
import { clinicEnvironment, readClinicConfig } from './clinic-config.ts'
import { bringUpToDate } from './open-clinic.ts'
import {
  addClinic,
  findEnvironment,
  listAll,
  removeClinic,
  withClinics,
} from './operate-clinics.ts'
import { changeClinic, listClinics } from './register.ts'
import { emptyClinic, restoreClinic } from './restore-clinic.ts'
import { openSettings, sealSettings } from './seal-settings.ts'

const authSecret = 'a secret of an installation with many clinics'
const passwords = createPasswords(async (password) => Buffer.from(password))

async function openTwo() {
  const { parts, config, set } = await openTwoClinics()
  const add = (name: string, settings: Record<string, string> = {}) =>
    addClinic(parts, { name, host: hostOfClinic(name), settings })
  const openClinic = async (name: string) => {
    const own = readConfig(await findEnvironment(parts, name))
    const database = await openDatabase(own)
    onTestFinished(() => database.close())
    return { database, config: own }
  }
  return { parts, config, add, set, openClinic }
}

test('a new clinic has all initial data, its own time zone, an admin, and tables separate from other clinics', async () => {
  const { config, add, openClinic } = await openTwo()
  const made = await add('west', { CLINIC_NAME: 'West', CLINIC_TIME_ZONE: 'Asia/Tokyo' })
  expect(made.admin).toMatchObject({ password: expect.any(String) })
  const clinics = await listAll(config)
  expect(clinics.map(({ name, host, state }) => [name, host, state])).toEqual([
    ['north', 'north.clinic.example', 'open'],
    ['south', 'south.clinic.example', 'open'],
    ['west', 'west.clinic.example', 'open'],
  ])
  for (const [name, zone] of [
    ['west', 'Asia/Tokyo'],
    ['south', 'America/New_York'],
  ] as const) {
    const { database, config } = await openClinic(name)
    const { query } = database
    const rows = await query.selectFrom('clinic').select('name').execute()
    expect(rows.map((row) => row.name.toLowerCase())).toEqual([name])
    expect(await query.selectFrom('treatments').select('id').execute()).toHaveLength(6)
    expect(config.clinicTimeZone).toBe(zone)
    expect(await findViolations(database)).toEqual([])
  }
})

test('a name and a host belong to one clinic, and an invalid name, host or setting creates nothing', async () => {
  const { parts, config } = await openTwo()
  const again = (name: string, host: string, settings = {}) =>
    addClinic(parts, { name, host, settings })
  await expect(again('north', 'other.clinic.example')).rejects.toMatchObject({ code: 'taken' })
  await expect(again('other', 'north.clinic.example')).rejects.toMatchObject({ code: 'taken' })
  for (const name of ['', 'North', '-a', 'a b', 'a'.repeat(41)]) {
    await expect(again(name, 'a.example')).rejects.toMatchObject({ code: 'not_a_name' })
  }
  for (const host of ['', 'localhost', '127.0.0.1', 'a.example:80', 'a..example', 'ä.example']) {
    await expect(again('a', host)).rejects.toMatchObject({ code: 'not_a_host' })
  }
  const settings = { CLINIC_TIME_ZONE: 'Brooklyn' }
  await expect(again('a', 'a.example', settings)).rejects.toThrow('CLINIC_TIME_ZONE must be')
  const ofPortal = { DATABASE_URL: 'postgres://elsewhere' }
  await expect(again('a', 'a.example', ofPortal)).rejects.toThrow('is a setting of the portal')
  expect(await listAll(config)).toHaveLength(2)
})

test('repeating an interrupted creation begins anew in the same clinic, and shows a password', async () => {
  const { parts, config, add, openClinic } = await openTwo()
  await withClinics(config, async ({ register }) => {
    await register.updateTable('clinics').set({ state: 'making' }).execute()
  })
  const [begun] = await listAll(config)
  const asked = { CLINIC_NAME: 'Old Town', ADMIN_EMAIL: 'second@x.example' }
  const { clinic, admin } = await add('north', asked)
  expect([clinic.id, clinic.state]).toEqual([begun?.id, 'open'])
  expect(admin).toMatchObject({ email: 'second@x.example', password: expect.any(String) })
  const { query } = (await openClinic('north')).database
  expect(await query.selectFrom('clinic').select('name').executeTakeFirst()).toEqual({
    name: 'Old Town',
  })
  await expect(
    addClinic(parts, { name: 'north', host: 'north.clinic.example', settings: {} }),
  ).rejects.toMatchObject({ code: 'taken' })
})

test('a clinic that is made again in an emptied one keeps its settings, except those that are given now', async () => {
  const { parts, config, add, set, openClinic } = await openTwo()
  await set('north', { CLINIC_TIME_ZONE: 'Asia/Tokyo', KEEP_MAILS_DAYS: '9' })
  await emptyClinic(config, 'north')
  const before = await listAll(config)
  await expect(add('north', { CLINIC_TIME_ZONE: 'Brooklyn' })).rejects.toThrow('must be')
  expect(await listAll(config)).toEqual(before)
  const again = { CLINIC_NAME: 'Old Town', ADMIN_EMAIL: 'second@x.example', CLINIC_TIME_ZONE: '' }
  const { clinic, admin } = await add('north', again)
  expect(admin).toMatchObject({ email: 'second@x.example' })
  const { database, config: own } = await openClinic('north')
  expect([own.clinicName, own.clinicTimeZone]).toEqual(['Old Town', 'America/New_York'])
  expect(own.keepDays.mails).toBe(9)
  expect(await database.query.selectFrom('clinic').select('name').execute()).toEqual([
    { name: 'Old Town' },
  ])
  await emptyClinic(config, 'north')
  const { name, host } = clinic
  const settings = { CLINIC_NAME: 'West' }
  expect(await addClinic(parts, { name, host, settings, isEmpty: true })).toMatchObject({
    ...{ clinic: { id: clinic.id, state: 'making' }, admin: null },
  })
  expect((await openClinic('north')).config.clinicName).toBe('West')
})

test('a removed clinic leaves no tables, and the other clinics remain unchanged', async () => {
  const { config, openClinic } = await openTwo()
  const [clinic] = await listAll(config)
  const folder = (await openClinic('north')).config.dataDir
  expect(existsSync(folder)).toBe(true)
  await removeClinic(config, 'north')
  await expect(removeClinic(config, 'north')).rejects.toMatchObject({ code: 'no_such_clinic' })
  expect((await listAll(config)).map(({ name }) => name)).toEqual(['south'])
  const schemas = await withClinics(config, async ({ whole }) => {
    const { rows } = await sql<{ it: string }>`
      select nspname as "it" from pg_namespace where nspname like 'clinic%'`.execute(whole.query)
    return rows.map(({ it }) => it)
  })
  expect(schemas).not.toContain(`clinic_${clinic?.id}`)
  expect(schemas).toHaveLength(1)
  expect(await findViolations((await openClinic('south')).database)).toEqual([])
})

test('a database that serves a single clinic is refused as a database of several clinics', async () => {
  const { url, drop } = await createDatabase(inject('postgresUrl'), {
    template: inject('template'),
  })
  onTestFinished(drop)
  const environment = { DATABASE_URL: url, DATA_DIR: makeFolder() }
  const parts = {
    ...{ config: { ...readConfig(environment), authSecret }, environment, passwords },
    clock: () => new Date(),
  }
  const asked = { name: 'north', host: 'north.clinic.example', settings: {} }
  await expect(addClinic(parts, asked)).rejects.toMatchObject({ code: 'serves_one' })
})

/** An installation whose tables belong to one role, and are served by another one. */
async function openWithTwoRoles() {
  const { parts, environment } = await openInstallation()
  const role = `serving_${randomBytes(6).toString('hex')}`
  const owner = connectPostgres({
    url: environment.DATABASE_URL,
    ownerUrl: environment.DATABASE_URL,
  })
  const asOwner = (text: string) => sql.raw(text).execute(owner.database().query)
  await asOwner(`create role ${role} login password 'of-the-tests'`)
  onTestFinished(async () => {
    await asOwner(`drop owned by ${role}`)
    await asOwner(`drop role ${role}`)
    await owner.close()
  })
  const served = Object.assign(new URL(environment.DATABASE_URL), { username: role })
  served.password = 'of-the-tests'
  const config = {
    ...parts.config,
    ...{ databaseUrl: served.href, databaseOwnerUrl: environment.DATABASE_URL },
  }
  const asked = { name: 'north', host: 'north.clinic.example', settings: {} }
  const { clinic } = await addClinic({ ...parts, config }, asked)
  return { parts: { ...parts, config }, config, clinic, asOwner, role }
}

test('with separate roles for owning and serving, the serving role reaches a clinic’s tables and owns none, after its migration was interrupted and after a restore too', async () => {
  const { parts, config, clinic, asOwner, role } = await openWithTwoRoles()
  await withClinics(config, async ({ server, register }) => {
    expect(await listClinics(register)).toHaveLength(1)
    await changeClinic(register, clinic.id, { state: 'open' })
    const { query } = server.database(schemaOf(clinic.id))
    expect(await query.selectFrom('treatments').select('id').execute()).toHaveLength(6)
    await query.updateTable('clinic').set({ name: 'North' }).execute()
    await expect(sql`drop table "clinic"`.execute(query)).rejects.toThrow('must be owner')
    await expect(query.deleteFrom('auditEntries').execute()).rejects.toThrow('permission denied')
    // As where a process was killed between the migration and the grants.
    await asOwner(`revoke all on ${schemaOf(clinic.id)}."deskPayments" from ${role}`)
    await changeClinic(register, clinic.id, { migration: '0050-refund-keys' })
    const [killed = clinic] = await listClinics(register)
    await bringUpToDate({ server, register }, killed)
    expect(await query.selectFrom('deskPayments').selectAll().execute()).toEqual([])
    expect(await listClinics(register)).toMatchObject([{ migration: newestMigration }])
  })
  const copy = makeCopy(await makePlace(), { clock: parts.clock, version: '0.1.0' })
  await emptyClinic(config, 'north')
  await restoreClinic(parts, 'north', copy)
  await withClinics(config, async ({ server }) => {
    const { query } = server.database(schemaOf(clinic.id))
    expect(await query.selectFrom('deskPayments').selectAll().execute()).toEqual([])
  })
  await removeClinic(config, 'north')
})

test('a clinic shares no payment keys, sign-in keys, sender address or secrets with the portal or another clinic', () => {
  const environment = {
    ...{ AUTH_SECRET: authSecret, DATABASE_URL: 'postgres://x@h/d', SMTP_URL: 'smtp://relay' },
    ...{
      STRIPE_SECRET_KEY: 'sk_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    },
    ...{ GOOGLE_CLIENT_ID: 'i', GOOGLE_CLIENT_SECRET: 's', MAIL_FROM: 'portal@x.example' },
    ...{ PUBLIC_URL: 'https://portal.example:8443', KEEP_MAILS_DAYS: '7' },
  }
  const config = { ...readConfig(environment), authSecret }
  const read = (id: string, settings: Record<string, string>) =>
    readClinicConfig(
      { id, host: `${id}.example`, settings: sealSettings(authSecret, id, settings) },
      { environment, config },
    )
  const [north, south] = [read('a1', { KEEP_MAILS_DAYS: '9' }), read('b2', {})]
  expect(north.payments.provider).toBe('sandbox')
  expect(north.google).toBeUndefined()
  expect(north.mailFrom).not.toContain('portal@x.example')
  expect([north.smtpUrl, north.keepDays.mails, south.keepDays.mails]).toEqual([
    'smtp://relay',
    9,
    7,
  ])
  expect([north.publicUrl, south.publicUrl]).toEqual([
    'https://a1.example:8443',
    'https://b2.example:8443',
  ])
  const secrets = new Set([authSecret, north.authSecret, south.authSecret])
  expect(secrets.size).toBe(3)
  const { DATABASE_URL = '' } = clinicEnvironment(
    { id: 'a1', host: 'a' },
    {},
    { environment, config },
  )
  expect(new URL(DATABASE_URL).searchParams.get('options')).toBe('-c search_path=clinic_a1')
})

test.each([
  ['postgres://molar:a+b@db.example/molar', 'options=-c%20search_path%3Dclinic_a1'],
  [
    'postgres://molar@/molar?host=%2Frun%2Fpostgresql',
    'host=%2Frun%2Fpostgresql&options=-c%20search_path%3Dclinic_a1',
  ],
  [
    'postgres:///molar?options=-c%20work_mem%3D8MB',
    'options=-c%20work_mem%3D8MB%20-c%20search_path%3Dclinic_a1',
  ],
])('a clinic’s database is at %s, with a path of its own', (databaseUrl, query) => {
  const config = { ...readConfig({ DATABASE_URL: databaseUrl }), authSecret }
  const parts = { environment: {}, config }
  const { DATABASE_URL } = clinicEnvironment({ id: 'a1', host: 'a' }, {}, parts)
  expect(DATABASE_URL).toBe(`${databaseUrl.split('?')[0]}?${query}`)
})

test('sealed settings open with the current or a former secret, only for their own clinic', () => {
  const settings = { STRIPE_SECRET_KEY: 'sk_live_1' }
  const sealed = sealSettings(authSecret, 'a1', settings)
  expect(sealed).not.toContain('sk_live_1')
  const secrets = (now: string, ...formerSecrets: string[]) => ({ authSecret: now, formerSecrets })
  expect(openSettings(secrets(authSecret), 'a1', sealed)).toEqual(settings)
  expect(openSettings(secrets('another', authSecret), 'a1', sealed)).toEqual(settings)
  expect(openSettings(secrets('another'), 'a1', sealed)).toBeNull()
  expect(openSettings(secrets(authSecret), 'b2', sealed)).toBeNull()
})

test('`molar clinic` adds, lists and removes clinics, and other commands require the clinic', async () => {
  const { config, environment } = await openInstallation()
  const molar = (...words: string[]) => callMolar(environment, ['--json', ...words])
  const runs = async (...words: string[]) => {
    const { ended, output } = spawnMolar(environment, ['--json', ...words])
    return { code: await ended, said: JSON.parse(output()) }
  }
  const words = ['--host', 'North.clinic.example', '--title', 'North', '--admin', 'a@x.example']
  const added = await runs('clinic', 'add', 'north', ...words)
  expect(added).toMatchObject({
    code: 0,
    said: { host: 'north.clinic.example', admin: 'a@x.example' },
  })
  const password = z.object({ password: z.string() })
  expect(password.parse(added.said).password).toMatch(/^\w{4}-/)
  expect(await molar('admin', 'list')).toMatchObject({ code: 1, said: { code: 'which_clinic' } })
  expect(await molar('--clinic', 'north', 'admin', 'list')).toMatchObject({
    said: { admins: [{ email: 'a@x.example' }] },
  })
  expect(await molar('--clinic', 'north', 'verify')).toMatchObject({ said: { isSound: true } })
  const moved = ['move', '--to', makeFolder()]
  expect(await molar('--clinic', 'north', ...moved)).toMatchObject({ said: { code: 'of_all' } })
  expect(await molar('--clinic', 'north', 'move', '--undo')).toMatchObject({
    said: { code: 'not_moved' },
  })
  const backup = await molar('--clinic', 'north', 'backup')
  expect(backup).toMatchObject({ code: 0, said: { isNoted: true } })
  const { file } = z.object({ file: z.string() }).parse(backup.said)
  expect(await runs('clinic', 'list')).toMatchObject({
    said: { clinics: [{ name: 'north', backedUpAt: null, isBackupLate: false }] },
  })
  const unasked = await runs('clinic', 'remove', 'north')
  expect(unasked).toMatchObject({ code: 1, said: { code: 'needs_yes' } })
  expect(await molar('clinic', 'remove', 'north', '--yes')).toMatchObject({ code: 0 })
  expect(existsSync(file)).toBe(true)
  expect(await listAll(config)).toEqual([])
})
