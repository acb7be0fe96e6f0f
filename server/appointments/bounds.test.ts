import { expect, test } from 'vitest'
import { accepted, bookFor } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import {
  book,
  booked,
  openPortal,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import { setLimits, signInUnproved } from '../testing/proving.ts'

/** The half hours of a day, each for another treatment; 8 is one o'clock. */
function input(portal: Portal, place: number) {
  return { treatment: place % 6, slot: portal.treatments[0]?.slots[place] ?? '' }
}

const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort()

async function live({ database }: Portal) {
  return database.query
    .selectFrom('appointments')
    .selectAll()
    .where('cancelledAt', 'is', null)
    .execute()
}

async function pay(portal: Portal, id: string): Promise<void> {
  await portal.database.query
    .updateTable('appointments')
    .set({ paidCents: 9900, deskCents: 9900, paidAt: '2026-06-05T13:00:00.000Z', paidBy: 'cash' })
    .set({ transactionId: `desk_${id}` })
    .where('id', '=', id)
    .execute()
}

test('an unconfirmed account can hold three unpaid appointments, however many it books concurrently', async () => {
  const portal = await openPortal()
  const jane = await signInUnproved(portal)
  const child = await addDependent(portal, jane)
  const asked = [0, 1, 2, 3, 4, 5].map((place) =>
    book(portal, jane, {
      ...input(portal, place),
      ...(place % 2 === 1 && { dependent: child._id }),
    }),
  )
  const answers = await Promise.all(asked)
  expect(statuses(answers)).toEqual([200, 200, 200, 409, 409, 409])
  const [refused] = answers.filter(({ status }) => status === 409)
  expect(await refused?.json()).toMatchObject({ success: false, code: 'confirm_first' })
  const [first] = await live(portal)
  // What is paid or cancelled makes room for another; who is in the family does not.
  const path = `/family/${child._id}`
  expect((await request(portal, 'DELETE', path, { token: jane.token })).status).toBe(200)
  const another = await addDependent(portal, jane, { name: 'Ann Doe' })
  const more = (place: number) =>
    book(portal, jane, { ...input(portal, place), dependent: another._id })
  expect((await refusal(await more(6))).code).toBe('confirm_first')
  await pay(portal, first?.id ?? '')
  expect((await more(6)).status).toBe(200)
  expect((await refusal(await more(7))).code).toBe('confirm_first')
})

test('a clinic can refuse every booking of an account with an unconfirmed e-mail', async () => {
  const portal = await openPortal()
  await setLimits(portal, { unprovedAppointments: 0 })
  const jane = await signInUnproved(portal)
  expect(await refusal(await book(portal, jane))).toEqual({ status: 409, code: 'confirm_first' })
})

test('a confirmed account has a limit of upcoming unpaid appointments, which excludes staff bookings', async () => {
  const portal = await openPortal()
  await setLimits(portal, { unpaidAppointments: 4 })
  const jane = await signIn(portal)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await accepted(await bookFor(portal, staff, jane, { treatment: 5, date: 'Jun 9, 2026' }))
  const places = [8, 9, 10, 11, 12, 13]
  const answers = await Promise.all(
    places.map((place) => book(portal, jane, { ...input(portal, place), date: 'Jun 5, 2026' })),
  )
  expect(statuses(answers)).toEqual([200, 200, 200, 200, 409, 409])
  const [refused] = answers.filter(({ status }) => status === 409)
  if (!refused) throw new Error('Two are too many')
  expect((await refusal(refused)).code).toBe('too_many_unpaid')
  // The day after, they are over, paid or not.
  portal.time.now = new Date('2026-06-06T12:00:00Z')
  await booked(portal, jane)
})

test('bookings per hour are limited, cancelled ones included, and the refusal says how long to wait', async () => {
  const portal = await openPortal()
  await setLimits(portal, { bookingsPerHour: 3 })
  const jane = await signIn(portal)
  const start = portal.time.now.getTime()
  for (const place of [0, 1, 2]) {
    portal.time.now = new Date(start + place * 60_000)
    const { _id } = await booked(portal, jane, input(portal, place))
    const at = portal.time.now.toISOString()
    const { query } = portal.database
    await query.updateTable('appointments').set({ cancelledAt: at }).where('id', '=', _id).execute()
  }
  const refused = await book(portal, jane, input(portal, 3))
  expect(refused.headers.get('retry-after')).toBe(String(58 * 60))
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ success: false, code: 'too_many_bookings' })
  portal.time.now = new Date(start + 60 * 60_000 - 1)
  expect((await book(portal, jane, input(portal, 3))).status).toBe(429)
  portal.time.now = new Date(start + 60 * 60_000)
  await booked(portal, jane, input(portal, 3))
})

test('staff lift and restore the booking limits of one account, and the audit records both', async () => {
  const portal = await openPortal()
  await setLimits(portal, { unprovedAppointments: 1, unpaidAppointments: 1, bookingsPerHour: 1 })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const jane = await signInUnproved(portal)
  const set = (unbounded: boolean) =>
    request(portal, 'PUT', `/users/limits/${jane.email}`, { ...staff, body: { unbounded } })
  await booked(portal, jane, input(portal, 0))
  expect(await (await set(true)).json()).toEqual({ modifiedCount: 1 })
  expect(await (await set(true)).json()).toEqual({ modifiedCount: 0 })
  const users = await request(portal, 'GET', '/users', staff)
  expect(await users.json()).toContainEqual(
    expect.objectContaining({ email: jane.email, unbounded: true }),
  )
  await booked(portal, jane, input(portal, 1))
  await set(false)
  expect((await book(portal, jane, input(portal, 2))).status).toBe(409)
  const entries = await portal.database.query
    .selectFrom('auditEntries')
    .select(['subject', 'data'])
    .where('action', '=', 'limits_changed')
    .orderBy('id')
    .execute()
  expect(entries[0]).toEqual({ subject: jane.email, data: '{"unbounded":true}' })
  expect(entries.at(-1)).toEqual({ subject: jane.email, data: '{"unbounded":false}' })
})
