import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { makePlace, openTestDatabase, openUnusedDatabase } from '../testing/database/database.ts'
import { explain } from '../testing/database/query-plan.ts'
import { startSmtpPeer } from '../testing/peers/smtp-peer.ts'
import { createDeliverDueMail, type Mailer, selectDue } from './deliver-mail.ts'
import { queueMail } from './queue-mail.ts'
import { createOutboxTurn, type Outbox, runOutbox } from './send-mail.ts'
import { atOnce, createSmtpMailer } from './smtp.ts'

const mail = {
  kind: 'test',
  recipient: 'jane@patients.example',
  subject: 'Your appointment',
  text: 'See you on Monday at http://localhost:5000/x?token=secret',
  html: '<p>See you on Monday</p>',
}
const mailFrom = 'Molar Dental <desk@clinic.example>'
const hour = 3_600_000

async function openOutbox(options: { mailer?: Mailer; database?: Database } = {}) {
  const database = options.database ?? (await openTestDatabase())
  onTestFinished(() => database.close())
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.stop())
  const time = { now: new Date('2026-06-05T13:15:00Z') }
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
  const mailer = options.mailer ?? createSmtpMailer({ smtpUrl: peer.url, mailFrom })
  const parts = { config: { mailsPerHour: 100 }, database, mailer, log, clock: () => time.now }
  const rows = () => database.query.selectFrom('outbox').selectAll().execute()
  const queue = (more: Partial<typeof mail> = {}) =>
    queueMail(database.query, { ...mail, ...more }, time.now)
  return { database, peer, time, lines, parts, rows, queue }
}

function start(parts: Parameters<typeof runOutbox>[0]): Outbox {
  const outbox = runOutbox(parts)
  onTestFinished(() => outbox.stop())
  return outbox
}

test('a mail is delivered as written, and its body is deleted once sent', async () => {
  const { peer, parts, rows, queue } = await openOutbox()
  await queue()
  expect(await createDeliverDueMail(parts)()).toBe(true)
  expect(peer.arrived).toMatchObject([
    {
      envelope: { from: 'desk@clinic.example', to: [mail.recipient] },
      from: { name: 'Molar Dental', address: 'desk@clinic.example' },
      subject: mail.subject,
    },
  ])
  expect(peer.arrived[0]?.text?.trim()).toBe(mail.text)
  expect(peer.arrived[0]?.html?.trim()).toBe(mail.html)
  expect(await rows()).toMatchObject([{ attempts: 1, text: '', html: '', lastError: null }])
  expect(await createDeliverDueMail(parts)()).toBe(false)
})

test.each([
  ['Dr. Ana: Dental <desk@clinic.example>', 'Dr. Ana: Dental'],
  ['Brooklyn (Smiles) <desk@clinic.example>', 'Brooklyn (Smiles)'],
  ['Smiles; Inc, Brooklyn <desk@clinic.example>', 'Smiles; Inc, Brooklyn'],
  ['"Ana, \\"Dentist\\"" <desk@clinic.example>', 'Ana, "Dentist"'],
  ['<desk@clinic.example>', ''],
  ['desk@clinic.example', ''],
])('a mail from %s names its sender as one mailbox', async (from, name) => {
  const { peer, parts, queue } = await openOutbox()
  const mailer = createSmtpMailer({ smtpUrl: peer.url, mailFrom: from })
  await queue()
  await createDeliverDueMail({ ...parts, mailer })()
  const address = 'desk@clinic.example'
  expect(peer.arrived).toMatchObject([{ envelope: { from: address }, from: { name, address } }])
})

test('mail waits while many writes arrive', async () => {
  const { database, peer, parts, queue } = await openOutbox()
  const calm = Promise.withResolvers<void>()
  const untilCalm = vi.fn(() => calm.promise)
  await queue()
  start({ ...parts, database: { ...database, untilCalm } })
  await expect.poll(() => untilCalm.mock.calls.length).toBeGreaterThan(0)
  expect(peer.arrived).toEqual([])
  calm.resolve()
  await expect.poll(() => peer.arrived.length).toBe(1)
})

// On PostgreSQL a mail's writes do not block the thread, and answers to two of them may arrive in one turn.
if (inject('engine') === 'sqlite')
  test('each mail gets its own turn of the event loop', async () => {
    let turn = 0
    let isOver = false
    const count = () => {
      turn += 1
      if (!isOver) setImmediate(count)
    }
    const turns: number[] = []
    // Sending takes no time: only the outbox itself yields to other work.
    const send = async () => void turns.push(turn)
    const { parts, queue } = await openOutbox({ mailer: { send } })
    for (let mails = 0; mails < 20; mails += 1) await queue({ subject: `mail ${mails}` })
    count()
    start(parts)
    await expect.poll(() => turns.length).toBe(20)
    isOver = true
    expect(new Set(turns).size).toBe(20)
  })

test('a mail queued in a transaction that fails is never sent', async () => {
  const { database, time, parts } = await openOutbox()
  const failing = database.query.transaction().execute(async (transaction) => {
    await queueMail(transaction, mail, time.now)
    throw new Error('the change did not happen')
  })
  await expect(failing).rejects.toThrow('did not happen')
  expect(await createDeliverDueMail(parts)()).toBe(false)
})

test('a mail waits while the SMTP server is unreachable and is sent once it is back', async () => {
  const { peer, time, lines, parts, rows, queue } = await openOutbox()
  const outbox = start(parts)
  await peer.stop()
  await queue()
  outbox.wake()
  await expect.poll(async () => (await rows())[0]?.lastError).toMatch(/ECONNREFUSED/)
  expect(lines).toMatchObject([{ msg: 'mail not sent, will be tried again', attempts: 1 }])
  expect(JSON.stringify(lines)).not.toContain('jane')
  await peer.start()
  outbox.wake()
  expect(peer.arrived).toEqual([])
  time.now = new Date(time.now.getTime() + hour)
  outbox.wake()
  await expect.poll(() => peer.arrived).toHaveLength(1)
})

test('several workers deliver every mail exactly once', async () => {
  const { peer, parts, queue, rows } = await openOutbox()
  const kinds = Array.from({ length: 30 }, (_, index) => `mail-${index}`)
  for (const kind of kinds) await queue({ kind, subject: kind })
  const workers = [start(parts), start(parts), start(parts)]
  await expect.poll(async () => (await rows()).every(({ sentAt }) => sentAt !== null)).toBe(true)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(peer.arrived.map(({ subject }) => subject).sort()).toEqual(kinds.sort())
})

test('a mail to an unknown mailbox fails immediately, is logged as an error, and its body is deleted', async () => {
  const { peer, lines, parts, rows, queue } = await openOutbox()
  peer.unknown.add(mail.recipient)
  await queue()
  await createDeliverDueMail(parts)()
  expect(await rows()).toMatchObject([{ attempts: 1, sentAt: null, text: '', html: '' }])
  expect((await rows())[0]?.failedAt).not.toBeNull()
  expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining('given up') }])
})

test('a failing mail is retried at growing intervals and dropped after twelve attempts', async () => {
  const send = () => Promise.reject(new Error('no route'))
  const { time, lines, parts, rows, queue } = await openOutbox({ mailer: { send } })
  await queue()
  const waits: number[] = []
  for (let tries = 0; tries < 12; tries += 1) {
    expect(await createDeliverDueMail(parts)()).toBe(true)
    const [row] = await rows()
    const due = new Date(row?.dueAt ?? 0)
    waits.push(due.getTime() - time.now.getTime())
    expect(await createDeliverDueMail(parts)()).toBe(false)
    time.now = due
  }
  expect(waits[0]).toBeGreaterThanOrEqual(15_000)
  expect(waits[9]).toBeGreaterThan(hour)
  expect((await rows())[0]).toMatchObject({ attempts: 12, lastError: 'no route' })
  expect((await rows())[0]?.failedAt).not.toBeNull()
  expect(lines.at(-1)).toMatchObject({ level: 50 })
  time.now = new Date(time.now.getTime() + 24 * hour)
  expect(await createDeliverDueMail(parts)()).toBe(false)
})

test('a mail whose worker died is sent again once its claim has expired', async () => {
  const { peer, time, parts, queue } = await openOutbox()
  await queue()
  const send = vi.fn(() => new Promise<void>(() => {}))
  void createDeliverDueMail({ ...parts, mailer: { send } })()
  await expect.poll(() => send.mock.calls).not.toEqual([])
  expect(await createDeliverDueMail(parts)()).toBe(false)
  time.now = new Date(time.now.getTime() + hour)
  expect(await createDeliverDueMail(parts)()).toBe(true)
  expect(peer.arrived).toHaveLength(1)
})

test('a failure to queue confirmations does not delay other mail', async () => {
  const { peer, lines, parts, queue } = await openOutbox()
  await queue()
  const failing = { ...parts, gather: () => Promise.reject(new Error('out of reach')) }
  const outbox = runOutbox(failing)
  onTestFinished(() => outbox.stop())
  await expect.poll(() => peer.arrived).toHaveLength(1)
  const { signal } = new AbortController()
  expect(await createOutboxTurn(failing)(signal)).toEqual({ isBusy: false, hasFailed: true })
  expect(lines[0]).toMatchObject({ level: 50, msg: 'outbox out of reach' })
})

test('with encryption required, no mail is sent to a server that does not offer it', async () => {
  const { peer, parts, rows, queue } = await openOutbox()
  const mailer = createSmtpMailer({ smtpUrl: peer.url, mailFrom, smtpNeedsTls: true })
  await queue()
  await createDeliverDueMail({ ...parts, mailer })()
  expect(peer.arrived).toEqual([])
  expect((await rows())[0]).toMatchObject({ sentAt: null, failedAt: null })
  expect((await rows())[0]?.lastError).toMatch(/STARTTLS/i)
})

if (inject('engine') === 'sqlite')
  test('the text of a sent mail is removed from the database file', async () => {
    const place = await makePlace()
    const database = await openDatabase(place)
    await migrate(database)
    const isThere = () =>
      readdirSync(place.dataDir).some((name) =>
        readFileSync(join(place.dataDir, name)).includes('token=secret'),
      )
    const text = mail.text.padStart(20_000)
    await queueMail(database.query, { ...mail, text }, new Date())
    expect(isThere()).toBe(true)
    const parts = {
      config: { mailsPerHour: 1 },
      log: pino({ level: 'silent' }),
      clock: () => new Date(),
    }
    await createDeliverDueMail({ ...parts, database, mailer: { send: async () => {} } })()
    // Closing folds the write-ahead log into the file.
    await database.close()
    expect(isThere()).toBe(false)
  })

test('the outbox sends several mails concurrently, and a stop waits for those in progress and starts no more', async () => {
  const { promise: isFinished, resolve: finish } = Promise.withResolvers<void>()
  const taken: string[] = []
  const send: Mailer['send'] = ({ id }) => {
    taken.push(id)
    return isFinished
  }
  const { parts, rows, queue } = await openOutbox({ mailer: { send } })
  for (let mails = 0; mails < 2 * atOnce; mails += 1) await queue()
  const outbox = runOutbox(parts)
  await expect.poll(() => taken).toHaveLength(atOnce)
  const stopping = outbox.stop()
  finish()
  await stopping
  expect(taken).toHaveLength(atOnce)
  expect((await rows()).filter(({ sentAt }) => sentAt !== null)).toHaveLength(atOnce)
})

test('finding the next mail, and earlier mails of its appointment, uses indexes', async () => {
  const { database, time, queue } = await openOutbox({ database: await openUnusedDatabase() })
  const { query } = database
  const now = time.now.toISOString()
  for (let n = 0; n < 100; n += 1) await queue()
  // PostgreSQL's statistics of the table are from a time at which no mail waited.
  await query
    .updateTable('outbox')
    .set((row) => ({ appointmentId: row.ref('id'), sentAt: now }))
    .execute()
  if (inject('engine') === 'postgres') await sql`analyze "outbox"`.execute(query)
  await query.updateTable('outbox').set({ sentAt: null }).execute()
  const plan = await explain(database, selectDue(database, query, now).compile())
  expect(plan.match(/outbox_due/g)).toHaveLength(1)
  expect(plan).toContain('outbox_by_appointment')
})
