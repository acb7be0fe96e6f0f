import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type RequestListener, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { freeze } from '../../../server/copies/freeze.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { outdated } from '../../../server/notifications/notification.ts'
import { makeFolder } from '../../../server/testing/database/database.ts'
import { makeCertificate } from '../../../server/testing/peers/certificate.ts'
import { startS3Peer } from '../../../server/testing/peers/s3-peer.ts'
import { startSmtpPeer } from '../../../server/testing/peers/smtp-peer.ts'
import { freePort } from '../../free-port.ts'
import { compareClocks } from './data.ts'
import { examine } from './doctor.ts'
import { checkNode } from './machine.ts'

const now = new Date('2026-06-05T13:15:00Z')

/** What it reports about one subject, as `state: words`. */
async function saysAbout(
  about: string,
  settings: Record<string, string>,
  mailTo?: string,
): Promise<string[]> {
  // No program answers there unless a test starts one.
  const nobody = `http://127.0.0.1:${await freePort()}`
  const all = { DATA_DIR: makeFolder(), PUBLIC_URL: nobody, ...settings }
  const findings = await examine({ now, mailTo }, all)
  expect(findings.filter(({ state, mend }) => state !== 'ok' && !mend)).toEqual([])
  return findings
    .filter((finding) => finding.about === about)
    .map(({ state, says }) => `${state}: ${says}`)
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function serve(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createHttp(answer))}`
}

const has = (text: string) => [expect.stringContaining(text)]

test('a wrong setting is reported, and no other check runs', async () => {
  expect(await saysAbout('settings', { PORT: 'five' })).toEqual(
    has('wrong: PORT must be a port number'),
  )
  expect(await saysAbout('disk', { PORT: 'five' })).toEqual([])
})

test('each allowed but unwise production setting causes a warning', async () => {
  const settings = {
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://127.0.0.1:1', PAYMENTS: 'sandbox' },
    ...{ MAIL: 'eml', STAFF_SECOND_FACTOR: 'off' },
  }
  const said = (await saysAbout('settings', settings)).join('\n')
  for (const name of ['TRUST_PROXY', 'PAYMENTS', 'outbox', 'password alone', 'report a hole'])
    expect(said).toContain(name)
})

test('a portal in production whose mails are from nobody is an error', async () => {
  const peer = await startSmtpPeer()
  onTestFinished(peer.stop)
  const says = async (more: Record<string, string>) => {
    const settings = { NODE_ENV: 'production', PLAIN_HTTP: 'on', PAYMENTS: 'off', ...more }
    return (await saysAbout('settings', settings)).filter((line) => line.includes('MAIL_FROM'))
  }
  const SMTP_URL = peer.url
  expect(await says({ SMTP_URL })).toEqual(has('wrong: MAIL_FROM is no address of the clinic'))
  expect(await says({ SMTP_URL, MAIL_FROM: 'desk@clinic.example' })).toEqual([])
  expect(await says({ MAIL: 'eml' })).toEqual([])
})

test('an old Node version and a wrong clock are reported', () => {
  expect(checkNode('22.1.0').state).toBe('wrong')
  expect(checkNode('24.0.0').state).toBe('ok')
  const states = [0, 30, -90].map(
    (seconds) => compareClocks('it', new Date(now.getTime() + seconds * 1000), now).state,
  )
  expect(states).toEqual(['ok', 'warning', 'wrong'])
})

test('a secret that other users can read is an error', async () => {
  const DATA_DIR = makeFolder()
  writeFileSync(join(DATA_DIR, 'auth-secret'), 'a secret')
  chmodSync(join(DATA_DIR, 'auth-secret'), 0o644)
  expect(await saysAbout('data folder', { DATA_DIR })).toEqual(
    has('wrong: Other users can read auth-secret'),
  )
})

test('missing or old backups are reported', async () => {
  const DATA_DIR = makeFolder()
  const settings = { DATA_DIR, BACKUP_KEY: 'a fine long secret' }
  const file = join(DATA_DIR, 'backups/molar-20260601T100000Z.tar.gz.age')
  const newest = async () => (await saysAbout('backups', settings)).at(-1)
  expect(await newest()).toContain('wrong: There is none')
  mkdirSync(join(DATA_DIR, 'backups'))
  writeFileSync(file, '')
  const said: unknown[] = []
  for (const hours of [1, 35, 37, 200]) {
    const at = new Date(now.getTime() - hours * 3_600_000)
    utimesSync(file, at, at)
    said.push(await newest())
  }
  expect(said).toEqual([
    'ok: the newest is 1 hour old',
    'ok: the newest is 35 hours old',
    'warning: the newest is 37 hours old.',
    'wrong: the newest is 200 hours old.',
  ])
})

test('backups in an object store are checked there', async () => {
  const { settings, put } = await startS3Peer()
  const newest = async (secret = settings.secret) =>
    (
      await saysAbout('backups', {
        ...{ BACKUP_TO: 's3://clinic/molar', BACKUP_S3_ENDPOINT: settings.endpoint },
        ...{ BACKUP_S3_KEY_ID: settings.keyId, BACKUP_S3_SECRET: secret },
      })
    ).at(-1)
  expect(await newest()).toBe('wrong: There is none in s3://clinic/molar.')
  await put('molar/molar-20260605T101500Z-0001.tar.gz')
  expect(await newest()).toBe('ok: the newest is 3 hours old')
  expect(await newest('not the secret')).toContain('wrong: s3://clinic/molar cannot be read')
})

test('the data’s version, late or failed mail, and moved data are reported', async () => {
  const DATA_DIR = makeFolder()
  expect(await saysAbout('database', { DATA_DIR })).toEqual(has('warning: There is no data yet'))
  const database = await openDatabase({ dataDir: DATA_DIR })
  onTestFinished(() => database.close())
  await migrate(database, '0042-known-devices')
  expect(await saysAbout('database', { DATA_DIR })).toEqual(
    has('wrong: the data was last used by an older'),
  )
  await migrate(database)
  expect(await saysAbout('database', { DATA_DIR })).toEqual(has('ok: sqlite, of this version'))
  expect(await saysAbout('outbox', { DATA_DIR })).toEqual(has('ok: '))
  const [createdAt, dueAt] = ['2026-06-05T10:00:00.000Z', '2026-06-05T11:00:00.000Z']
  const mail = { kind: 'confirmation', recipient: 'pat@patients.example', subject: 's', text: 't' }
  const ofSunday = { appointmentDay: '2026-06-07', trueUntil: '2026-06-07T12:00:00.000Z' }
  const rows = [
    { id: 'late', failedAt: null, ...mail },
    { id: 'dead', failedAt: createdAt, ...mail },
    // Of an appointment that was cancelled, and of a day that is closed for now.
    { id: 'outdated', failedAt: createdAt, lastError: outdated, ...mail },
    { id: 'waits', failedAt: null, ...mail, kind: 'reminder', ...ofSunday },
  ].map((row) => ({ ...row, html: '', createdAt, dueAt }))
  await database.query.insertInto('outbox').values(rows).execute()
  await database.query.insertInto('closedWeekdays').values({ weekday: 0 }).execute()
  expect(await saysAbout('outbox', { DATA_DIR })).toEqual([
    ...has('wrong: 1 mails have waited'),
    ...has('warning: 1 mails were given up'),
  ])
  await freeze({ dataDir: DATA_DIR }, { move: 'm', state: 'left', place: 'there', since: dueAt })
  expect(await saysAbout('database', { DATA_DIR })).toEqual(
    has('wrong: the data was moved to there'),
  )
})

test('the mail server is checked, and a mail is sent only on request', async () => {
  const peer = await startSmtpPeer()
  onTestFinished(peer.stop)
  const settings = { SMTP_URL: peer.url }
  const unsafe = has('warning: The server offers no encryption')
  expect(await saysAbout('mail', settings)).toEqual(unsafe)
  expect(peer.arrived).toEqual([])
  const [, sent] = await saysAbout('mail', settings, 'you@clinic.example')
  expect(sent).toContain('ok: a mail to you@clinic.example was taken')
  expect(peer.arrived.map(({ envelope }) => envelope.to)).toEqual([['you@clinic.example']])
  peer.unknown.add('gone@clinic.example')
  expect((await saysAbout('mail', settings, 'gone@clinic.example'))[1]).toContain(
    'wrong: A mail to',
  )
  const production = { NODE_ENV: 'production', PLAIN_HTTP: 'on', PAYMENTS: 'off', ...settings }
  expect(await saysAbout('mail', production)).toEqual(has('wrong: The server of SMTP_URL'))
  const nothing = `smtp://127.0.0.1:${await freePort()}`
  expect(await saysAbout('mail', { SMTP_URL: nothing })).toEqual(has('ECONNREFUSED'))
  expect(await saysAbout('mail', {}, 'you@clinic.example')).toEqual([
    'warning: stays in DATA_DIR/outbox as files; nothing was sent to you@clinic.example',
  ])
})

test.each([
  ['2026-05-01', 'wrong: It ended 35 days ago.'],
  ['2027-05-01', 'wrong: Browsers do not trust it: DEPTH_ZERO_SELF_SIGNED_CERT.'],
])('a certificate valid until %s is reported: %s', async (until, said) => {
  const span = { from: new Date('2026-01-01'), until: new Date(`${until}T00:00:00Z`) }
  const port = await listen(createHttps(makeCertificate('localhost', span)))
  expect(await saysAbout('certificate', { PUBLIC_URL: `https://127.0.0.1:${port}` })).toEqual([
    said,
  ])
})

test('another program at the public address, a wrong clock and missing headers are reported', async () => {
  const other = await serve((_, answer) => answer.end('hello'))
  expect(await saysAbout('public address', { PUBLIC_URL: other })).toEqual(has('is no Molar'))
  const { version } = packageJson
  const bare = await serve((_, answer) => {
    answer.setHeader('date', new Date(now.getTime() + 300_000).toUTCString())
    answer.end(JSON.stringify({ status: 'alive', version }))
  })
  const settings = { PUBLIC_URL: bare }
  expect(await saysAbout('public address', settings)).toEqual(has('ok: the portal answers there'))
  expect(await saysAbout('clock', settings)).toEqual(has('differ by 300 seconds'))
  expect(await saysAbout('headers', settings)).toEqual(has('wrong: content-security-policy'))
  expect(await saysAbout('public address', {})).toEqual(
    has('does not answer: connect ECONNREFUSED'),
  )
})

test('Stripe events that do not reach the portal are reported', async () => {
  const status = { now: 404 }
  const PUBLIC_URL = await serve((_, answer) => {
    answer.statusCode = status.now
    answer.end('{}')
  })
  const settings = {
    ...{ PUBLIC_URL, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  expect(await saysAbout('webhooks', settings)).toEqual(has('answers 404 to an event'))
  status.now = 401
  expect(await saysAbout('webhooks', settings)).toEqual(has('warning: No event of Stripe'))
})
