import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { openPortal } from '../testing/portal.ts'
import { openReminding } from '../testing/reminding.ts'
import { createVisitor, jane, signedUp } from '../testing/visitor.ts'
import { createDeliverDueMail } from './deliver-mail.ts'
import { queueBounded, queueMail } from './queue-mail.ts'

const minute = 60_000

test('mails to an address are limited by hour across all workers, and the rest wait', async () => {
  const { portal, peer, parts } = await openReminding({ settings: { MAILS_PER_HOUR: '5' } })
  const { query } = portal.database
  const lines: { msg: string; mail?: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
  const mail = { kind: 'refund', recipient: jane.email, subject: 'News', text: '', html: '' }
  for (let mails = 0; mails < 12; mails += 1) await queueMail(query, mail, portal.time.now)
  const others = [
    { ...mail, kind: 'password-reset', subject: 'Reset' },
    { ...mail, recipient: 'joe@patients.example', subject: 'To Joe' },
  ]
  for (const other of others) await queueMail(query, other, portal.time.now)
  const arrivals = async () => {
    const deliver = createDeliverDueMail({ ...parts, log })
    const work = async () => {
      while (await deliver());
    }
    await Promise.all([work(), work(), work(), work()])
    return peer.arrived.splice(0).map(({ subject }) => subject)
  }
  const wait = (minutes: number) => {
    portal.time.now = new Date(portal.time.now.getTime() + minutes * minute)
  }
  const five = Array.from({ length: 5 }, () => 'News')
  expect((await arrivals()).sort()).toEqual([...five, 'Reset', 'To Joe'])
  expect(lines.map(({ msg }) => msg)).toEqual(
    Array.from({ length: 7 }, () => 'too many mails to one address'),
  )
  expect(JSON.stringify(lines)).not.toContain('jane')
  expect(await portal.deps.metrics.text()).toContain('molar_mails_total{outcome="put_off"} 7')
  wait(59)
  expect(await arrivals()).toEqual([])
  wait(1)
  expect(await arrivals()).toEqual(five)
  wait(60)
  expect(await arrivals()).toEqual(['News', 'News'])
})

test('a mail over the limit is dropped after it waited a day, and its content is deleted', async () => {
  const { portal, peer, deliver } = await openReminding({ settings: { MAILS_PER_HOUR: '1' } })
  const { query } = portal.database
  const mail = { recipient: jane.email, text: 'What it says', html: 'What it says' }
  const yesterday = new Date(portal.time.now.getTime() - 24 * 60 * minute)
  await queueMail(query, { ...mail, kind: 'clinic-closed', subject: 'Old' }, yesterday)
  await queueMail(query, { ...mail, kind: 'receipt', subject: 'New' }, portal.time.now)
  await deliver()
  expect(peer.arrived.map(({ subject }) => subject)).toEqual(['New'])
  const rows = await query.selectFrom('outbox').selectAll().where('sentAt', 'is', null).execute()
  expect(rows).toMatchObject([
    { text: '', html: '', lastError: 'too many mails to its recipient', attempts: 0 },
  ])
  expect(await portal.deps.metrics.text()).toContain('molar_mails_total{outcome="too_many"} 1')
})

test('twenty concurrent reset requests send five mails', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  const ask = () =>
    createVisitor(portal.app).post('/api/auth/request-password-reset', { email: jane.email })
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const resets = (await queuedMails(portal)).filter((mail) => mail.startsWith('password-reset'))
  expect(resets).toHaveLength(5)
})

// On SQLite a transaction holds the one connection, so nothing happens beside it.
if (inject('engine') === 'postgres') {
  const mail = { recipient: jane.email, subject: 'News', text: '', html: '' }

  test('two workers that take mails to one address at the same time send no more than an hour’s', async () => {
    const { portal, peer, parts } = await openReminding({ settings: { MAILS_PER_HOUR: '1' } })
    const { database, time } = portal
    for (const kind of ['refund', 'receipt']) {
      await queueMail(database.query, { ...mail, kind }, time.now)
    }
    const deliver = createDeliverDueMail(parts)
    const other = beginBeforeNextCommit(database, () => deliver())
    await Promise.all([deliver(), other])
    expect(peer.arrived).toHaveLength(1)
  })

  test('a mail of a bounded kind is not queued beside the last one that the bound allows', async () => {
    const { database, time } = await openPortal()
    const reset = { ...mail, kind: 'password-reset' }
    const queue = () => queueBounded(database, reset, { most: 1, now: time.now })
    const second = beginBeforeNextCommit(database, queue)
    expect([await queue(), await second]).toEqual([true, false])
  })
}
