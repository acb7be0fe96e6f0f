import { expect, test } from 'vitest'
import { storeSettings } from '../reminders/settings.ts'
import { accepted, actsOf, bookFor } from '../testing/desk.ts'
import { type Portal, signIn } from '../testing/portal.ts'
import { openReminding } from '../testing/reminding.ts'
import { claimMail } from './deliver-mail.ts'
import { queueMail, queueTexts } from './queue-mail.ts'

const email = 'jane@patients.example'
const later = (hour: number) => `${hour}:00 AM - ${hour}:30 AM`

/** Staff book for Jane, whose mail server defers the first mail. */
async function openGreylisted(options?: Parameters<typeof openReminding>[0]) {
  const opened = await openReminding(options)
  const { portal, peer, deliver } = opened
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const acts = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email }))
  const subjects = async () => {
    await deliver()
    return peer.arrived.splice(0).map(({ subject }) => subject)
  }
  const wait = (minutes: number) => {
    portal.time.now = new Date(portal.time.now.getTime() + minutes * 60_000)
  }
  return { ...opened, acts, made, subjects, wait }
}

const readOne = ({ database }: Portal) =>
  database.query.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()

test('when a booking mail is deferred and the appointment is cancelled, the patient gets only the cancellation', async () => {
  const { peer, acts, made, subjects, wait } = await openGreylisted()
  peer.greylist.left = 1
  expect(await subjects()).toEqual([])
  await accepted(await acts.cancel(made))
  // The waiting mail is outdated, so this one does not wait for it.
  expect(await subjects()).toEqual(['Your appointment at Molar Dental on Jun 8, 2026 is cancelled'])
  wait(60)
  expect(await subjects()).toEqual([])
})

test('after a deferred reschedule mail, each later reschedule sends the current time once', async () => {
  const { peer, acts, made, subjects, wait } = await openGreylisted()
  await subjects()
  const first = await accepted(await acts.move(made, { date: '2026-06-09', slot: later(9) }))
  peer.greylist.left = 1
  expect(await subjects()).toEqual([])
  const second = await accepted(await acts.move(first, { date: '2026-06-10', slot: later(9) }))
  expect(await subjects()).toEqual(['Your appointment at Molar Dental is now on Jun 10, 2026'])
  // Back to the time in the waiting mail, which is still about another move.
  await accepted(await acts.move(second, { date: '2026-06-09', slot: later(9) }))
  wait(60)
  expect(await subjects()).toEqual(['Your appointment at Molar Dental is now on Jun 9, 2026'])
  wait(60)
  expect(await subjects()).toEqual([])
})

test('a mail waits for an earlier, still valid mail about the same appointment, and other mails do not wait', async () => {
  const { portal, peer, subjects, wait } = await openGreylisted()
  const { query } = portal.database
  peer.greylist.left = 1
  expect(await subjects()).toEqual([])
  const mail = { recipient: email, text: 'Thanks', html: '' }
  const appointment = await readOne(portal)
  await queueMail(
    query,
    { ...mail, kind: 'receipt', subject: 'Paid', appointment },
    portal.time.now,
  )
  await queueMail(query, { ...mail, kind: 'receipt', subject: 'Another' }, portal.time.now)
  expect(await subjects()).toEqual(['Another'])
  wait(1)
  expect(await subjects()).toEqual(['Your appointment at Molar Dental on Jun 8, 2026', 'Paid'])
})

test('a text does not wait for a mail about the same appointment', async () => {
  const texts: string[] = []
  const texter = { send: async ({ text }: { text: string }) => void texts.push(text) }
  const { portal, peer, subjects } = await openGreylisted({ texter })
  const { query } = portal.database
  const phone = '+17185550100'
  const input = { byMail: true, bySms: true, phone }
  await storeSettings(query, email, input, portal.time.now.toISOString())
  const text = { kind: 'reminder', text: 'Will you be there?', phone }
  await queueTexts(query, [{ ...text, appointment: await readOne(portal) }], portal.time.now)
  peer.greylist.left = 1
  expect(await subjects()).toEqual([])
  expect(texts).toEqual(['Will you be there?'])
})

test('a mail waits while a worker sends an earlier one about its appointment, even if that one is outdated', async () => {
  const { parts, acts, made, subjects, wait, peer } = await openGreylisted()
  const now = parts.clock()
  const claimedUntil = new Date(now.getTime() + 60_000)
  await claimMail(parts.database, { now, claimedUntil, mailsPerHour: 20 })
  await accepted(await acts.cancel(made))
  expect(await subjects()).toEqual([])
  wait(2)
  expect(await subjects()).toEqual(['Your appointment at Molar Dental on Jun 8, 2026 is cancelled'])
  expect(peer.arrived).toEqual([])
})

test('a password reset is sent before bulk mail', async () => {
  const { portal, subjects } = await openGreylisted()
  await subjects()
  const { query } = portal.database
  const mail = { recipient: email, text: '', html: '' }
  for (const [kind, subject] of [
    ['clinic-closed', 'Closed'],
    ['receipt', 'Paid'],
    ['password-reset', 'Reset'],
  ] as const) {
    await queueMail(query, { ...mail, kind, subject }, portal.time.now)
  }
  expect(await subjects()).toEqual(['Reset', 'Paid', 'Closed'])
})
