import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hostOfClinic, openTwoClinics } from '../testing/database/clinics.ts'
import { makeFolder } from '../testing/database/database.ts'
import { callMolar, spawnMolar } from '../testing/process.ts'
import { readClinicConfig } from './clinic-config.ts'
import { listAll, showClinic } from './operate-clinics.ts'
import { openSettings } from './seal-settings.ts'
import { setClinic } from './set-clinic.ts'

const [north, south] = [hostOfClinic('north'), hostOfClinic('south')]
const message = { email: 'a@x.example', subject: 'A question', message: 'When are you open?' }

async function openTwo() {
  const installation = await openTwoClinics()
  const { config, environment, parts, set } = installation
  const clinics = [installation.north, installation.south] as const
  return { installation, config, environment, parts, clinics, set }
}

test('a new host and settings apply to a running portal, without affecting requests in progress or other clinics', async () => {
  const { installation, clinics, set } = await openTwo()
  const { ask } = await installation.serve()
  const nameAt = async (host: string) => {
    const { status, text } = await ask(host, { path: '/openapi.json' })
    return status === 200 ? JSON.parse(text).info.title : JSON.parse(text).code
  }
  expect(await nameAt(north)).toContain('north')
  const [{ database }, other] = clinics
  const sent = await database.query.transaction().execute(async (lock) => {
    await sql`lock table "contactMessages"`.execute(lock)
    const call = ask(north, { method: 'POST', path: '/contact-messages', body: message })
    const waits = sql<{ count: number }>`select count(*)::int as "count" from pg_stat_activity
      where wait_event_type = 'Lock' and query like 'insert into "contactMessages"%'`
    const waiting = async () => (await waits.execute(other.database.query)).rows[0]?.count
    await expect.poll(waiting).toBe(1)
    const changed = await set('north', { host: 'old-town.example', CLINIC_NAME: 'Old Town' })
    expect(changed.changed).toEqual(['host', 'CLINIC_NAME'])
    await expect.poll(() => nameAt('old-town.example')).toContain('Old Town')
    expect(await nameAt(north)).toBe('no_such_clinic')
    expect(await nameAt(south)).toContain('south')
    return { call }
  })
  expect(await sent.call).toMatchObject({ status: 200 })
  const rows = database.query.selectFrom('contactMessages').select('message')
  expect(await rows.execute()).toEqual([{ message: message.message }])
})

test('mail that is queued while settings change does not open the clinic with its former ones', async () => {
  const { installation, clinics, set } = await openTwo()
  const serving = await installation.serve()
  const [{ id }] = clinics
  const former = serving.clinics.ofId(id)
  if (!former) throw new Error('no clinic')
  // A request in progress while mail is being sent.
  const { open, release } = await serving.held.use(former)
  const [begun, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  open.sendMail = async () => {
    begun.resolve()
    await sent.promise
    return true
  }
  open.deps.outbox.wake()
  await begun.promise
  await set('north', { CLINIC_NAME: 'Old Town' })
  await expect.poll(() => serving.clinics.ofId(id)?.settings).not.toBe(former.settings)
  open.deps.outbox.wake()
  release()
  sent.resolve()
  expect(await serving.ask(north, { path: '/openapi.json' })).toMatchObject({ status: 200 })
  // What has answered.
  const answering = await serving.held.use(serving.clinics.ofId(id) ?? former)
  answering.release()
  expect(answering.open.deps.config.clinicName).toBe('Old Town')
})

test('a taken or invalid host, or a setting that is wrong, unknown or the portal’s, changes nothing', async () => {
  const { config, set } = await openTwo()
  const before = await listAll(config)
  await expect(set('north', { host: south })).rejects.toMatchObject({ code: 'taken' })
  await expect(set('north', { host: 'localhost' })).rejects.toMatchObject({ code: 'not_a_host' })
  await expect(set('west', {})).rejects.toMatchObject({ code: 'no_such_clinic' })
  const wrong = { CLINIC_TIME_ZONE: 'Brooklyn', host: 'west.example' }
  await expect(set('north', wrong)).rejects.toThrow('CLINIC_TIME_ZONE must be')
  await expect(set('north', { STRIPE_SECRET_KEY: 'sk_1' })).rejects.toThrow('is missing')
  await expect(set('north', { SMTP_URI: 'smtp://x' })).rejects.toThrow('is not a setting')
  await expect(set('north', { PORT: '1' })).rejects.toThrow('is a setting of the portal')
  expect(await listAll(config)).toEqual(before)
})

test('unnamed settings are retained, an empty one is removed, and concurrent changes are all stored', async () => {
  const { config, environment, set } = await openTwo()
  const read = async () => {
    const [clinic] = await listAll(config)
    if (!clinic) throw new Error('no clinic')
    return readClinicConfig(clinic, { environment, config })
  }
  await set('north', { KEEP_MAILS_DAYS: '9', CLINIC_TIME_ZONE: 'Asia/Tokyo' })
  await Promise.all([
    set('north', { KEEP_MESSAGES_DAYS: '8' }),
    set('north', { MAILS_PER_HOUR: '7' }),
    set('north', { CLINIC_TIME_ZONE: '' }),
  ])
  const { keepDays, mailsPerHour, clinicTimeZone, clinicName } = await read()
  expect([keepDays.mails, keepDays.messages, mailsPerHour]).toEqual([9, 8, 7])
  expect([clinicTimeZone, clinicName]).toEqual(['America/New_York', 'north'])
})

test('staff see in their audit which settings an operator changed, never their values', async () => {
  const { clinics, set } = await openTwo()
  await set('north', {
    host: 'west.example',
    IMAGE_HOST_KEY: 'hidden',
    IMAGE_HOST_URL: 'https://i.example',
  })
  await set('north', { IMAGE_HOST_KEY: 'hidden' })
  const entries = ({ database }: (typeof clinics)[number]) =>
    database.query
      .selectFrom('auditEntries')
      .selectAll()
      .where('action', '=', 'settings_changed')
      .execute()
  const [entry, ...more] = await entries(clinics[0])
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    actor: 'operator',
    subject: 'host, IMAGE_HOST_KEY, IMAGE_HOST_URL',
  })
  expect(JSON.stringify(entry)).not.toContain('hidden')
  expect(await entries(clinics[1])).toEqual([])
})

test('after a change of AUTH_SECRET, the next change seals the settings with the new secret alone', async () => {
  const { parts, config } = await openTwo()
  const authSecret = 'the secret that came after the first one'
  const now = { ...config, authSecret, formerSecrets: [config.authSecret] }
  await setClinic({ ...parts, config: now }, 'north', { settings: {} })
  const [clinic] = await listAll(config)
  const { id = '', settings = '' } = clinic ?? {}
  expect(openSettings({ authSecret, formerSecrets: [] }, id, settings)).toEqual({
    CLINIC_NAME: 'north',
  })
  expect((await showClinic(now, 'north')).settings).toEqual(['CLINIC_NAME'])
})

test('`molar clinic set` changes settings from options and a file, and `show` prints only their names', async () => {
  const { environment } = await openTwo()
  const molar = (...words: string[]) => callMolar(environment, ['--json', ...words])
  const file = join(makeFolder(), 'north.env')
  writeFileSync(file, 'IMAGE_HOST_KEY=hidden\nIMAGE_HOST_URL=https://i.example\nCLINIC_NAME=\n')
  const words = ['--host', 'West.example', '--settings', file, '--time-zone', 'Asia/Tokyo']
  const changing = spawnMolar(environment, ['--json', 'clinic', 'set', 'north', ...words])
  expect(await changing.ended).toBe(0)
  expect(JSON.parse(changing.output())).toMatchObject({
    host: 'west.example',
    changed: ['host', 'CLINIC_NAME', 'CLINIC_TIME_ZONE', 'IMAGE_HOST_KEY', 'IMAGE_HOST_URL'],
  })
  const { said: shown } = await molar('clinic', 'show', 'north')
  expect(shown).toMatchObject({
    host: 'west.example',
    settings: ['CLINIC_TIME_ZONE', 'IMAGE_HOST_KEY', 'IMAGE_HOST_URL'],
  })
  expect(JSON.stringify(shown)).not.toContain('hidden')
  expect(await molar('clinic', 'set', 'north', '--host', south)).toMatchObject({
    said: { code: 'taken' },
  })
})

test('a file of settings that cannot be read is named in one line', async () => {
  const { environment, config } = await openTwo()
  const before = await listAll(config)
  const folder = makeFolder()
  const file = join(folder, 'none.env')
  const words = [
    ['add', 'west', '--host', 'west.example', '--settings', file],
    ['set', 'north', '--settings', file],
    ['set', 'north', '--settings', folder],
  ]
  const answers: unknown[] = []
  for (const all of words) {
    answers.push((await callMolar(environment, ['--json', 'clinic', ...all])).said)
  }
  const about = (place: string, reason: string) => ({
    code: 'file',
    message: expect.stringMatching(`^The settings in ${place} cannot be read: ${reason}.*\\.$`),
  })
  expect(answers).toEqual([about(file, 'ENOENT'), about(file, 'ENOENT'), about(folder, 'EISDIR')])
  expect(await listAll(config)).toEqual(before)
})
