import { expect, test, vi } from 'vitest'
import { noteEvent } from '../appointments/history.ts'
import { countTurns } from '../testing/count-turns.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import { accepted, actsOf, bookFor } from '../testing/desk.ts'
import { recordsOf } from '../testing/patients.ts'
import { booked, openPortal, type Portal, signIn } from '../testing/portal.ts'
import { at, linksIn, openReminding } from '../testing/reminding.ts'
import { createQueueReminders, listDue } from './queue-reminders.ts'
import { storeSettings } from './settings.ts'

/** Monday, Jun 8, 2026 at 8 in the morning in New York is noon in UTC. */
const twoDaysBefore = '2026-06-06T12:00:00Z'
const twoHoursBefore = '2026-06-08T10:00:00Z'
const begin = '2026-06-08T12:00:00Z'

async function openWithJane(options?: Parameters<typeof openReminding>[0]) {
  const opened = await openReminding(options)
  const jane = await signIn(opened.portal, 'jane@patients.example')
  const booking = await booked(opened.portal, jane)
  await opened.deliver()
  return { ...opened, jane, booking }
}

function change({ database }: Portal, id: string, values: Record<string, string | number>) {
  return database.query.updateTable('appointments').set(values).where('id', '=', id).execute()
}

const minutes = (portal: Portal, leads: string) =>
  portal.database.query.updateTable('clinic').set({ reminderMinutes: leads }).execute()

test('a reminder contains the patient, time, address and phone, and its links are absolute', async () => {
  const { portal, remind, deliver, reminders } = await openWithJane()
  at(portal, twoDaysBefore)
  expect(await remind()).toBe(true)
  await deliver()
  const [mail, ...others] = reminders()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('A reminder: your appointment at Molar Dental on Jun 8, 2026')
  const { name, address, phone } = await portal.database.query
    .selectFrom('clinic')
    .selectAll()
    .executeTakeFirstOrThrow()
  for (const body of [mail?.text ?? '', mail?.html ?? '']) {
    for (const fact of ['Monday, Jun 8, 2026', '8:00 AM - 8:30 AM, New York time (EDT)']) {
      expect(body).toContain(fact)
    }
    for (const fact of [name, address, phone, 'Pat Doe']) expect(body).toContain(fact)
    expect(body).not.toMatch(
      /href="(?!http:\/\/localhost:5000\/(email-link(\/\w+)?|unsubscribe)#token=)/,
    )
  }
  expect([...linksIn(mail ?? {}).keys()]).toEqual([
    'I’ll be there',
    'Choose another time',
    'Cancel the appointment',
    'No more reminders by e-mail',
  ])
})

test('reminders have a one-click unsubscribe header, and other mails do not', async () => {
  const { portal, peer, remind, deliver } = await openWithJane()
  at(portal, twoDaysBefore)
  await remind()
  await deliver()
  const headers = peer.arrived.map((mail) =>
    Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
  )
  expect(headers[0]).not.toHaveProperty('list-unsubscribe')
  expect(headers[1]).toMatchObject({
    'list-unsubscribe': expect.stringMatching(/^<http:\/\/localhost:5000\/unsubscribe\/e[\w-]+>$/),
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
})

test('a reminder is sent once for each lead, even with repeated and concurrent polls', async () => {
  const { portal, parts, remind, deliver, reminders } = await openWithJane()
  const long = createQueueReminders(parts)
  for (const instant of [twoDaysBefore, twoHoursBefore, begin]) {
    at(portal, instant)
    await Promise.all([remind(), remind(), long(), remind()])
    await remind()
    await deliver()
    at(portal, new Date(Date.parse(instant) + 5 * 60_000).toISOString())
    await Promise.all([long(), remind()])
    await deliver()
  }
  expect(reminders()).toHaveLength(2)
})

test('a running worker queues a reminder in the minute in which it is due', async () => {
  const { portal, parts, deliver, reminders } = await openWithJane()
  const look = createQueueReminders(parts)
  const from = Date.parse(twoDaysBefore) - 3 * 60_000
  for (let minute = 0; minute < 6; minute += 1) {
    at(portal, new Date(from + minute * 60_000 + 30_000).toISOString())
    expect(await look()).toBe(minute === 3)
  }
  await deliver()
  expect(reminders()).toHaveLength(1)
})

test('after an outage only the latest reminder is sent, and none once the appointment has started', async () => {
  const { portal, remind, deliver, reminders } = await openWithJane()
  at(portal, '2026-06-08T10:30:00Z')
  await remind()
  await deliver()
  expect(reminders()).toHaveLength(1)
  const second = await openWithJane()
  at(second.portal, begin)
  expect(await second.remind()).toBe(false)
})

test('after a mail server outage that lasts until the next reminder, one arrives, and none after the start', async () => {
  const { portal, peer, remind, deliver, reminders } = await openWithJane()
  await peer.stop()
  at(portal, twoDaysBefore)
  await remind()
  await deliver()
  at(portal, twoHoursBefore)
  await remind()
  await peer.start()
  await deliver()
  expect(reminders()).toHaveLength(1)
  const late = await openWithJane()
  await late.peer.stop()
  at(late.portal, twoHoursBefore)
  await late.remind()
  await late.deliver()
  await late.peer.start()
  at(late.portal, begin)
  await late.deliver()
  expect(late.reminders()).toEqual([])
})

const time = { day: '2026-06-08', slot: '8:00 AM - 8:30 AM' }
const movedData = { from: time, to: time }

test('a reminder is not sent for an appointment that was cancelled or rescheduled, and the new time gets its own', async () => {
  const { portal, booking, remind, deliver, reminders } = await openWithJane()
  at(portal, twoDaysBefore)
  await remind()
  const { _id: appointmentId } = booking
  await change(portal, appointmentId, { day: '2026-06-10', revision: 1 })
  const moved = { appointmentId, at: twoDaysBefore, actor: 'jane@patients.example' }
  await noteEvent(portal.database.query, { ...moved, kind: 'moved', data: movedData })
  await deliver()
  expect(reminders()).toEqual([])
  at(portal, '2026-06-08T12:00:00Z')
  await remind()
  await deliver()
  expect(reminders().map(({ text }) => text)).toEqual([expect.stringContaining('Jun 10, 2026')])
  at(portal, '2026-06-10T10:00:00Z')
  await remind()
  await change(portal, appointmentId, { cancelledAt: '2026-06-10T10:01:00Z', revision: 2 })
  await deliver()
  expect(reminders()).toHaveLength(1)
})

test('a patient who has arrived is not reminded, and one who was marked so by mistake is', async () => {
  const { portal, booking, remind, deliver, reminders } = await openWithJane()
  await minutes(portal, '15')
  at(portal, '2026-06-08T11:40:00Z')
  const { setStatus } = actsOf(portal, await signIn(portal, 'staff@clinic.example', 'admin'))
  const arrived = await accepted(await setStatus({ _id: booking._id, revision: 0 }, 'arrived'))
  at(portal, '2026-06-08T11:45:00Z')
  expect(await remind()).toBe(false)
  await accepted(await setStatus(arrived, 'booked'))
  expect(await remind()).toBe(true)
  await deliver()
  expect(reminders()).toHaveLength(1)
})

test('a reminder that was due before the appointment was rescheduled is not sent afterwards', async () => {
  const { portal, booking, remind } = await openWithJane()
  const { _id: appointmentId } = booking
  at(portal, '2026-06-06T12:30:00Z')
  await change(portal, appointmentId, {
    slot: '9:00 AM - 9:30 AM',
    startMinute: 540,
    endMinute: 570,
  })
  const moved = { appointmentId, at: '2026-06-06T13:30:00.000Z', actor: 'x' }
  await noteEvent(portal.database.query, { ...moved, kind: 'moved', data: movedData })
  at(portal, '2026-06-06T14:00:00Z')
  expect(await remind()).toBe(false)
  at(portal, '2026-06-08T11:00:00Z')
  expect(await remind()).toBe(true)
})

test('a change of the clinic’s reminder times applies from the next poll', async () => {
  const { portal, parts, deliver, reminders } = await openWithJane()
  const look = createQueueReminders(parts)
  await minutes(portal, '')
  at(portal, twoDaysBefore)
  expect(await look()).toBe(false)
  await minutes(portal, '4320')
  at(portal, '2026-06-06T12:10:00Z')
  // Jane booked 68 hours before: three days before lay behind her.
  expect(await look()).toBe(false)
  await minutes(portal, '3000,30')
  at(portal, '2026-06-06T12:11:00Z')
  expect(await look()).toBe(true)
  await deliver()
  expect(reminders()).toHaveLength(1)
})

test('a patient who has turned reminders off gets none, even if one is already queued', async () => {
  const { portal, jane, remind, deliver, reminders } = await openWithJane()
  const off = { byMail: false, bySms: false, phone: null }
  at(portal, twoDaysBefore)
  await remind()
  await storeSettings(portal.database.query, jane.email, off, twoDaysBefore)
  await deliver()
  at(portal, twoHoursBefore)
  await remind()
  await deliver()
  expect(reminders()).toEqual([])
})

test('a reminder for a patient without an account is written in the language stored in their record', async () => {
  const { portal, remind, deliver, peer } = await openReminding()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const email = 'vera@patients.example'
  await recordsOf(portal, staff).added({ name: 'Vera Poe', email, language: 'es' })
  await accepted(await bookFor(portal, staff, { name: 'Vera Poe', email, phone: '' }))
  at(portal, twoDaysBefore)
  await remind()
  await deliver()
  const subjects = peer.arrived.map(({ subject }) => subject)
  expect(subjects).toContain('Recordatorio: su cita en Molar Dental el 8 jun 2026')
})

test('a reminder is written in the patient’s language', async () => {
  const { portal, remind, deliver, peer } = await openWithJane()
  await portal.database.query.updateTable('users').set({ language: 'es' }).execute()
  at(portal, twoDaysBefore)
  await remind()
  await deliver()
  const mail = peer.arrived.at(-1)
  expect(mail?.subject).toMatch(/^Recordatorio: su cita en Molar Dental el 8 jun 2026$/)
  expect(mail?.text).toContain('Confirmo que asistiré')
  expect(mail?.html).toContain('<html lang="es">')
})

test('a process that fails half-way queues no reminder, and the next one queues it', async () => {
  const { portal, remind, deliver, reminders } = await openWithJane()
  at(portal, twoDaysBefore)
  const { query } = portal.database
  const broken = vi.spyOn(query, 'transaction').mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  await expect(remind()).rejects.toThrow('away')
  broken.mockRestore()
  await remind()
  await deliver()
  expect(reminders()).toHaveLength(1)
})

const dayMinutes = 24 * 60

test('a poll over a thousand appointments yields to other work', async () => {
  const { database, config } = await openPortal()
  await fillAppointments(database, 960)
  const stopCounting = countTurns()
  const due = await listDue(database.query, {
    leads: [10 * dayMinutes],
    since: Date.parse('2025-12-20T00:00:00Z'),
    now: Date.parse('2026-01-01T05:00:00Z'),
    timeZone: config.clinicTimeZone,
  })
  expect(stopCounting()).toBeGreaterThanOrEqual(4)
  expect(due).toEqual([])
})
