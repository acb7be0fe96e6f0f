import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { CalendarLinks, FeedState, NewFeed } from '../../contract/calendar/endpoints.ts'
import { addDays } from '../../contract/date.ts'
import { startOf } from '../clock.ts'
import { insertPassword } from '../identity/queries.ts'
import { readEntries } from '../testing/calendar.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { addWorking, nine, openSchedules } from '../testing/desk.ts'
import { insertPatients } from '../testing/patients.ts'
import {
  booked,
  monday,
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'

const own = '/calendar-feed'
const clinic = '/staff/calendar-feed'

async function makeFeed(portal: Portal, { token }: Person, path = own): Promise<string> {
  const response = await request(portal, 'POST', path, { token })
  expect(response.status).toBe(200)
  return new URL(NewFeed.parse(await response.json()).address).pathname
}

async function fetchEntries(portal: Portal, path: string) {
  const response = await portal.app.request(path)
  expect(response.status).toBe(200)
  return readEntries(await response.text()).entries
}

async function statusOf(portal: Portal, path: string) {
  return (await portal.app.request(path)).status
}

async function openWithFeed() {
  const portal = await openPortal()
  const jane = await signIn(portal, 'jane@patients.example')
  const booking = await booked(portal, jane)
  return { portal, jane, booking, feed: await makeFeed(portal, jane) }
}

async function openWithClinicFeed() {
  const { portal, booking } = await openWithFeed()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  return { portal, booking, staff, feed: await makeFeed(portal, staff, clinic) }
}

test('a patient’s feed has all their appointments that are not cancelled, and no others', async () => {
  const { portal, booking, feed } = await openWithFeed()
  const joe = await signIn(portal, 'joe@patients.example')
  await booked(portal, joe, { treatment: 1 })
  const start = startOf(monday, 480, portal.config.clinicTimeZone)
  expect(await fetchEntries(portal, feed)).toMatchObject([
    {
      uid: `${booking._id}@localhost`,
      sequence: 0,
      status: 'CONFIRMED',
      start,
      end: start + 30 * 60_000,
      attendees: [],
      summary: `${booking.treatment} at Molar Dental`,
      description: expect.stringContaining('8:00 AM - 8:30 AM'),
    },
  ])
  await cancel(portal, booking._id)
  expect(await fetchEntries(portal, feed)).toEqual([])
})

async function cancel({ database, time }: Portal, id: string) {
  await database.query
    .updateTable('appointments')
    .set({ cancelledAt: time.now.toISOString(), revision: 1 })
    .where('id', '=', id)
    .execute()
}

test('an entry of an appointment that cannot take place is tentative and leads to another time', async () => {
  const { portal, jane, booking, feed } = await openWithFeed()
  const { token } = await signIn(portal, 'staff@clinic.example', 'admin')
  const day = { from: monday, to: monday }
  const staff = async (method: string, path: string, body?: object) =>
    expect((await request(portal, method, path, { token, body })).status).toBe(200)
  const etag = async () => (await portal.app.request(feed)).headers.get('etag')
  const own = async (path: string) =>
    (await request(portal, 'GET', `/booking/${booking._id}/${path}`, { token: jane.token })).text()
  const before = await etag()
  await staff('POST', '/staff/closures', { ...day, reason: 'Burst pipe', confirmed: true })
  expect(await etag()).toBe(before)
  await staff('POST', '/staff/closures/settle', { ...day, way: 'ask' })
  expect(await etag()).not.toBe(before)
  const address = `${portal.config.publicUrl}/dashboard/appointment/${booking._id}/reschedule`
  const notice = `the clinic is closed on that day. Please choose another time.\n${address}\n`
  const tentative = [
    {
      status: 'TENTATIVE',
      summary: `Choose another time: ${booking.treatment} at Molar Dental`,
      description: expect.stringContaining(notice),
    },
  ]
  expect(await fetchEntries(portal, feed)).toMatchObject(tentative)
  expect(readEntries(await own('calendar.ics')).entries).toMatchObject(tentative)
  expect(CalendarLinks.parse(JSON.parse(await own('calendar'))).google).toContain(
    encodeURIComponent(notice),
  )
  await staff('DELETE', `/staff/closures/${monday}`)
  expect(await etag()).toBe(before)
  expect(await fetchEntries(portal, feed)).toMatchObject([{ status: 'CONFIRMED' }])
})

test('a feed answers 304 until something changes', async () => {
  const { portal, booking, feed } = await openWithFeed()
  const first = await portal.app.request(feed)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  const again = () => portal.app.request(feed, { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)
  await cancel(portal, booking._id)
  expect((await again()).status).toBe(200)
})

test.each([own, clinic])(
  '%s answers with a doctor’s new name where the old one was read',
  async (path) => {
    const portal = await openPortal()
    const schedules = await openSchedules(portal)
    const [ada] = await addWorking(portal, schedules, ['Ada'])
    const jane = await signIn(portal, 'jane@patients.example')
    await booked(portal, jane, { slot: nine })
    const feed = await makeFeed(portal, path === own ? jane : schedules.admin, path)
    const etag = (await portal.app.request(feed)).headers.get('etag') ?? ''
    const again = () => portal.app.request(feed, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    const face = { specialty: portal.treatments[0]?.name, img: '/images/0a-480.webp' }
    const renamed = { name: 'Dr. Chen', email: 'ada@clinic.example', ...face }
    await schedules.act('PUT', `/doctors/${ada}`, renamed)
    const answer = await again()
    expect(answer.status).toBe(200)
    const { entries } = readEntries(await answer.text())
    expect(entries).toMatchObject([{ description: expect.stringContaining('Dr. Chen') }])
  },
)

test('only the newest address works, none works after revocation, and the database stores a hash', async () => {
  const { portal, jane, feed } = await openWithFeed()
  const state = async () =>
    FeedState.parse(await (await request(portal, 'GET', own, { token: jane.token })).json())
  const newer = await makeFeed(portal, jane)
  expect([await statusOf(portal, feed), await statusOf(portal, newer)]).toEqual([404, 200])
  const rows = await portal.database.query.selectFrom('calendarFeeds').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(newer).toContain('/calendar/')
  expect(JSON.stringify(rows)).not.toContain(newer.slice('/calendar/'.length, -'.ics'.length))
  expect(await state()).toEqual({ madeAt: portal.time.now.toISOString() })
  const revoked = await request(portal, 'DELETE', own, { token: jane.token })
  expect(revoked.status).toBe(200)
  expect(await statusOf(portal, newer)).toBe(404)
  expect(await state()).toEqual({ madeAt: null })
})

test.each(['x.ics', `${'A'.repeat(43)}.ics`, 'A'.repeat(43), 'calendar'])(
  'there is no feed at %s',
  async (file) => expect(await statusOf(await openPortal(), `/calendar/${file}`)).toBe(404),
)

test('a feed ends when its owner’s account is deleted, and when the password changes', async () => {
  const { portal, feed } = await openWithFeed()
  const { query } = portal.database
  const mary = await signIn(portal, 'mary@patients.example')
  const other = await makeFeed(portal, mary)
  const { id: userId } = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', mary.email)
    .executeTakeFirstOrThrow()
  await insertPassword(query, { userId, hash: 'old' }, portal.time.now)
  expect(await statusOf(portal, other)).toBe(200)
  await sql`update "accounts" set "password" = 'new' where "userId" = ${userId}`.execute(query)
  expect([await statusOf(portal, other), await statusOf(portal, feed)]).toEqual([404, 200])
  await query.deleteFrom('users').where('email', '=', 'jane@patients.example').execute()
  expect(await statusOf(portal, feed)).toBe(404)
})

test('the staff feed has the appointments of the whole clinic, from thirty days back', async () => {
  const { portal, booking, feed } = await openWithClinicFeed()
  const joe = await signIn(portal, 'joe@patients.example')
  const second = await booked(portal, joe, { treatment: 1, phone: '555 0100' })
  const uids = async () => (await fetchEntries(portal, feed)).map(({ uid }) => uid.split('@')[0])
  expect(await uids()).toEqual([booking._id, second._id])
  expect((await fetchEntries(portal, feed))[1]).toMatchObject({
    summary: `Pat Doe: ${second.treatment}`,
    description: expect.stringContaining('555 0100'),
  })
  portal.time.now = new Date(`${addDays(monday, 30)}T12:00:00Z`)
  expect(await uids()).toHaveLength(2)
  portal.time.now = new Date(`${addDays(monday, 31)}T12:00:00Z`)
  expect(await uids()).toEqual([])
})

test('a staff feed ends for good when the person is no longer an admin', async () => {
  const { portal, staff, feed } = await openWithClinicFeed()
  await signIn(portal, 'another@clinic.example', 'admin')
  const setRole = (role: 'patient' | 'admin') =>
    portal.database.query
      .updateTable('users')
      .set({ role })
      .where('email', '=', staff.email)
      .execute()
  await setRole('admin')
  expect(await statusOf(portal, feed)).toBe(200)
  await setRole('patient')
  expect(await statusOf(portal, feed)).toBe(404)
  await setRole('admin')
  expect(await statusOf(portal, feed)).toBe(404)
})

/** Does something during the next call, once its caller is admitted. */
function onceAdmitted({ deps }: Portal, act: () => Promise<unknown>): void {
  const { noteActivity } = deps.callers
  deps.callers.noteActivity = async () => {
    deps.callers.noteActivity = noteActivity
    await act()
  }
}

test('a staff feed that is made while its maker is demoted is not served', async () => {
  const portal = await openPortal()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await signIn(portal, 'another@clinic.example', 'admin')
  onceAdmitted(portal, () =>
    portal.database.query
      .updateTable('users')
      .set({ role: 'patient' })
      .where('email', '=', staff.email)
      .execute(),
  )
  const feed = await makeFeed(portal, staff, clinic)
  expect(await statusOf(portal, feed)).toBe(404)
})

async function openWithPassword() {
  const portal = await openPortal()
  const { query } = portal.database
  const jane = await signIn(portal, 'jane@patients.example')
  const { id: userId } = await query.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await insertPassword(query, { userId, hash: 'old' }, portal.time.now)
  /** As every change of a password by another session does. */
  const change = async (changing = query) => {
    await sql`update "accounts" set "password" = 'new'`.execute(changing)
    await changing.deleteFrom('sessions').execute()
  }
  const make = () => request(portal, 'POST', own, { token: jane.token })
  const feeds = () => query.selectFrom('calendarFeeds').selectAll().execute()
  return { portal, change, make, feeds }
}

test('a session that ends with a changed password leaves no feed that it was making', async () => {
  const { portal, change, make, feeds } = await openWithPassword()
  onceAdmitted(portal, change)
  expect(await refusal(await make())).toEqual({ status: 401, code: 'unauthenticated' })
  expect(await feeds()).toEqual([])
})

if (inject('engine') === 'postgres') {
  test('a feed that is made beside a change of the password ends with it', async () => {
    const { portal, change, make, feeds } = await openWithPassword()
    const making = beginBeforeNextCommit(portal.database, make)
    await portal.database.query.transaction().execute(change)
    expect((await making).status).toBe(401)
    expect(await feeds()).toEqual([])
  })

  test('a change of the password ends a feed that is about to be stored', async () => {
    const { portal, change, make, feeds } = await openWithPassword()
    const changing = beginBeforeNextCommit(portal.database, change)
    expect((await make()).status).toBe(200)
    await changing
    expect(await feeds()).toEqual([])
  })
}

test('creating and reading a staff feed are recorded in the audit', async () => {
  const { portal, staff, feed } = await openWithClinicFeed()
  await fetchEntries(portal, feed)
  const entries = await portal.database.query
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'status'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { actor: staff.email, action: 'feed_made', status: 200 },
    { actor: staff.email, action: 'feed_read', status: 200 },
  ])
})

test('a large clinic’s feed is read page by page and is complete', async () => {
  const { portal, feed } = await openWithClinicFeed()
  const [treatment] = portal.treatments
  const one = await portal.database.query
    .selectFrom('appointments')
    .selectAll()
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 1200 }, (_, n) => ({
    ...one,
    id: `id-${String(n).padStart(4, '0')}`,
    treatmentId: treatment?._id ?? '',
    day: addDays(monday, 1 + Math.floor(n / 40)),
    slot: `slot ${n % 40}`,
    bookedBy: null,
    patient: `patient-${n}@patients.example`,
    patientId: `p${n}`,
  }))
  await insertPatients(portal.database.query, ...rows.map(({ patientId }) => patientId))
  for (let n = 0; n < rows.length; n += 100) {
    await portal.database.query
      .insertInto('appointments')
      .values(rows.slice(n, n + 100))
      .execute()
  }
  const response = await portal.app.request(feed)
  const etag = response.headers.get('etag') ?? ''
  const pieces = await piecesOf(response)
  const uids = new Set(readEntries(pieces.join('')).entries.map(({ uid }) => uid))
  expect(uids.size).toBe(1201)
  // Other work runs between two pieces.
  const most = Math.max(...pieces.map((piece) => piece.split('BEGIN:VEVENT').length - 1))
  expect(most).toBeLessThanOrEqual(100)
  const again = () => portal.app.request(feed, { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)
  await cancel(portal, 'id-1199')
  expect((await again()).status).toBe(200)
})

/** A body's pieces as they arrive. */
async function piecesOf({ body }: Response): Promise<string[]> {
  const pieces: string[] = []
  const decoder = new TextDecoder()
  for await (const piece of body ?? []) pieces.push(decoder.decode(piece, { stream: true }))
  return pieces
}

test('a caller who requests feeds too often is refused with 429', async () => {
  const portal = await openPortal({ settings: { RATE_LIMIT: 'on' } })
  const jane = await signIn(portal)
  const feed = await makeFeed(portal, jane)
  const often = async (path: string, times: number) => {
    for (let n = 0; n < times; n += 1) await portal.app.request(path)
    return statusOf(portal, path)
  }
  expect(await often(feed, 30)).toBe(429)
  expect(await often(`/calendar/${'A'.repeat(43)}.ics`, 60)).toBe(429)
})
