import { expect, onTestFinished, test, vi } from 'vitest'
import { noteEvent } from '../appointments/history.ts'
import { startOf } from '../clock.ts'
import { createDeliverDueMail } from '../notifications/deliver-mail.ts'
import { createSmtpMailer } from '../notifications/smtp.ts'
import { readEntries, receiveInvitations } from '../testing/calendar.ts'
import { insertPatients } from '../testing/patients.ts'
import { startSmtpPeer } from '../testing/peers/smtp-peer.ts'
import {
  book,
  booked,
  monday,
  openPortal,
  type Portal,
  request,
  signIn,
} from '../testing/portal.ts'
import { composeInvitation, readDesk } from './compose-entry.ts'
import { queueConfirmations } from './queue-confirmations.ts'

async function openWithMail(settings: Record<string, string> = {}) {
  const portal = await openPortal({ settings })
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.stop())
  const { mailFrom } = portal.config
  const mailer = createSmtpMailer({ smtpUrl: peer.url, mailFrom })
  const parts = { ...portal.deps, mailer }
  const deliverOne = createDeliverDueMail(parts)
  const deliver = async () => {
    while ((await queueConfirmations(parts)) || (await deliverOne()));
  }
  const jane = await signIn(portal, 'jane@patients.example')
  return { portal, peer, jane, parts, deliver }
}

const queued = ({ database }: Portal) =>
  database.query.selectFrom('outbox').select(['kind', 'recipient', 'lastError']).execute()

function change({ database }: Portal, id: string, values: Record<string, string | number>) {
  return database.query.updateTable('appointments').set(values).where('id', '=', id).execute()
}

test('a booking is confirmed by one mail with a valid calendar entry and working email links', async () => {
  const { portal, peer, jane, deliver } = await openWithMail()
  const booking = await booked(portal, jane)
  await deliver()
  await deliver()
  expect(peer.arrived).toHaveLength(1)
  const [mail] = peer.arrived
  const start = startOf(monday, 480, portal.config.clinicTimeZone)
  expect(mail?.subject).toBe('Your appointment at Molar Dental on Jun 8, 2026')
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain('Monday, Jun 8, 2026, 8:00 AM - 8:30 AM')
    expect(body).toContain('Price: $99')
    expect(body).toContain('Still to pay: $99. You can pay online now, or later.')
    expect(body).toContain(`http://localhost:5000/dashboard/payment/${booking._id}`)
  }
  const links = [
    ...(mail?.text ?? '').matchAll(/\/email-link\/(reschedule|cancel)#token=([\w-]+)$/gm),
  ]
  expect(links.map(([, page]) => page)).toEqual(['reschedule', 'cancel'])
  for (const [, , token] of links) {
    // Works for anyone who has the mail, signed in or not.
    const link = await request(portal, 'POST', '/email-links', { body: { token } })
    expect(await link.json()).toMatchObject({ terms: { booking: { _id: booking._id } } })
  }
  const [calendar] = mail?.attachments ?? []
  expect(calendar).toMatchObject({ mimeType: 'text/calendar', method: 'REQUEST' })
  const text = Buffer.from(calendar?.content as ArrayBuffer).toString()
  expect(readEntries(text)).toMatchObject({
    method: 'REQUEST',
    entries: [
      {
        uid: `${booking._id}@localhost`,
        start,
        end: start + 30 * 60_000,
        attendees: [`mailto:${jane.email}`],
      },
    ],
  })
})

test('a refused booking is not confirmed', async () => {
  const { portal, peer, jane, deliver } = await openWithMail()
  await booked(portal, jane)
  expect((await book(portal, await signIn(portal))).status).toBe(409)
  await deliver()
  expect(peer.arrived.map(({ to }) => to?.[0]?.address)).toEqual([jane.email])
})

test('a booking that is cancelled or rescheduled before its mail is sent gets no confirmation', async () => {
  const { portal, peer, jane, parts, deliver } = await openWithMail()
  const cancelled = { cancelledAt: portal.time.now.toISOString(), revision: 1 }
  const first = await booked(portal, jane)
  await change(portal, first._id, cancelled)
  await deliver()
  expect(await queued(portal)).toEqual([])
  const second = await booked(portal, jane)
  await queueConfirmations(parts)
  await change(portal, second._id, cancelled)
  await deliver()
  const third = await booked(portal, jane)
  await queueConfirmations(parts)
  await change(portal, third._id, { slot: '9:00 AM - 9:30 AM', startMinute: 540, endMinute: 570 })
  await deliver()
  expect(peer.arrived).toEqual([])
  const rows = await portal.database.query.selectFrom('outbox').selectAll().execute()
  expect(rows).toHaveLength(2)
  for (const row of rows)
    expect(row).toMatchObject({ sentAt: null, text: '', html: '', calendar: null })
})

test('a staff booking gets no second mail, and a guest without an address gets none', async () => {
  const { portal, jane, parts } = await openWithMail()
  const { _id } = await booked(portal, jane)
  const at = portal.time.now.toISOString()
  const circumstances = { appointmentId: _id, at, actor: 'staff@clinic.example' }
  const data = { slot: '8:00 AM - 8:30 AM' }
  await noteEvent(portal.database.query, { ...circumstances, kind: 'booked', data })
  await queueConfirmations(parts)
  const { query } = portal.database
  const row = await query.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  await insertPatients(query, 'joe')
  const guest = {
    ...{ ...row, id: 'guest', slot: 'another', patient: 'guest:joe 5550100', patientId: 'joe' },
    bookedBy: null,
  }
  await query.insertInto('appointments').values(guest).execute()
  expect(await query.selectFrom('confirmationsDue').selectAll().execute()).toEqual([])
  expect(await queued(portal)).toEqual([])
})

test('concurrent workers write one confirmation for each of many bookings', async () => {
  const { portal, jane, parts } = await openWithMail()
  const slots = portal.treatments[0]?.slots ?? []
  const people = await Promise.all(slots.map(() => signIn(portal)))
  await Promise.all(people.map((person, n) => booked(portal, person, { slot: slots[n] ?? '' })))
  await booked(portal, jane, { treatment: 1 })
  const work = async () => {
    while (await queueConfirmations(parts));
  }
  await Promise.all([work(), work(), work(), work()])
  const recipients = (await queued(portal)).map(({ recipient }) => recipient)
  expect(recipients.sort()).toEqual([jane, ...people].map(({ email }) => email).sort())
})

test('confirmations of a worker that failed halfway are sent by the next run', async () => {
  const { portal, peer, jane, parts, deliver } = await openWithMail()
  await booked(portal, jane)
  const { database } = portal
  const broken = vi.spyOn(database.query, 'transaction').mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  await expect(queueConfirmations(parts)).rejects.toThrow('away')
  broken.mockRestore()
  await deliver()
  expect(peer.arrived).toHaveLength(1)
})

test('confirming, rescheduling and cancelling update one event in the patient’s calendar', async () => {
  const { portal, jane } = await openWithMail()
  const { _id } = await booked(portal, jane)
  const { query } = portal.database
  const desk = await readDesk(query, portal.config)
  const invite = async () => {
    const row = await query.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
    return composeInvitation(desk, row, { now: portal.time.now, language: 'en' })
  }
  const confirmed = await invite()
  await change(portal, _id, { startMinute: 540, endMinute: 570, revision: 1 })
  const moved = await invite()
  await change(portal, _id, { cancelledAt: portal.time.now.toISOString(), revision: 2 })
  const cancelled = await invite()
  expect([confirmed, moved, cancelled].map(({ method }) => method)).toEqual([
    'REQUEST',
    'REQUEST',
    'CANCEL',
  ])
  const start = startOf(monday, 540, portal.config.clinicTimeZone)
  // The confirmation arrives again, late: older data changes nothing.
  expect(receiveInvitations([confirmed, moved, confirmed].map(({ text }) => text))).toMatchObject([
    { start, status: 'CONFIRMED', sequence: 1 },
  ])
  expect(receiveInvitations([confirmed, moved, cancelled].map(({ text }) => text))).toMatchObject([
    { start, status: 'CANCELLED', sequence: 2 },
  ])
})
