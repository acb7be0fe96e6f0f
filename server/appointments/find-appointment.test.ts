import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '../../contract/date.ts'
import { readEntries } from '../testing/calendar.ts'
import { accepted, bookFor, openDesk } from '../testing/desk.ts'
import { insertPatients } from '../testing/patients.ts'
import {
  booked,
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
  today,
} from '../testing/portal.ts'

const email = 'jane@patients.example'

async function setVerified({ database }: Portal, verified: boolean) {
  const flag = verified ? sql<boolean>`true` : sql<boolean>`false`
  await database.query
    .updateTable('users')
    .set({ emailVerified: flag })
    .where('email', '=', email)
    .execute()
}

async function own(portal: Portal, { token }: Person): Promise<string[]> {
  const list = await request(portal, 'GET', `/booking?email=${email}`, { token })
  return (await list.json()).map(({ _id }: { _id: string }) => _id)
}

test('an unconfirmed account sees its own bookings and not those that staff made for its address', async () => {
  const { portal, staff } = await openDesk({ now: new Date('2026-06-08T11:00:00Z') })
  const byStaff = await accepted(await bookFor(portal, staff, { email }))
  const stranger = await signIn(portal, email)
  await setVerified(portal, false)
  const input = { treatment: 1, slot: '9:00 AM - 9:30 AM' }
  const byThemself = await booked(portal, stranger, input)
  expect(await own(portal, stranger)).toEqual([byThemself._id])
  const forbidden = { status: 403, code: 'forbidden' }
  for (const path of [`/booking/${byStaff._id}`, `/booking/${byStaff._id}/history`]) {
    expect(await refusal(await request(portal, 'GET', path, stranger))).toEqual(forbidden)
  }
  const body = { price: byStaff.price, appointment: byStaff._id }
  const paying = await request(portal, 'POST', '/create-payment-intent', { ...stranger, body })
  expect(await refusal(paying)).toEqual(forbidden)
  portal.time.now = new Date('2026-06-09T10:00:00Z')
  const past = await request(portal, 'GET', `/history?email=${email}`, stranger)
  expect(await past.json()).toMatchObject({ rows: [{ _id: byThemself._id }] })
  const review = { ...stranger, body: { stars: 1, text: 'I was never there myself.' } }
  const reviewing = await request(portal, 'POST', `/booking/${byStaff._id}/review`, review)
  expect(await refusal(reviewing)).toEqual(forbidden)
  const { address } = await (await request(portal, 'POST', '/calendar-feed', stranger)).json()
  const feed = await request(portal, 'GET', new URL(address).pathname)
  expect(readEntries(await feed.text()).entries).toHaveLength(1)
  await setVerified(portal, true)
  expect(await own(portal, stranger)).toEqual([byStaff._id, byThemself._id])
})

test('a new account with the address of a removed one does not inherit its appointments', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, email)
  await booked(portal, jane)
  await request(portal, 'DELETE', `/users/${email}`, staff)
  const another = await signIn(portal, email)
  await setVerified(portal, false)
  expect(await own(portal, another)).toEqual([])
  await setVerified(portal, true)
  expect(await own(portal, another)).toEqual([])
})

test.each([
  [1, 2],
  [200, 299],
  [200, 300],
  [600, 501],
])(
  'a list has every appointment, upcoming ones nearest first, then past ones (%i past, %i upcoming)',
  async (over, ahead) => {
    const portal = await openPortal()
    const jane = await signIn(portal, email)
    const [treatment] = portal.treatments
    const days = Array.from({ length: over + ahead }, (_, place) => addDays(today, place - over))
    const one = { treatmentId: treatment?._id ?? '', treatment: 'x', priceCents: 1, phone: '' }
    const time = { slot: '8:00 AM - 8:30 AM', startMinute: 480, endMinute: 510, createdAt: '' }
    const rows = days.map((day) => ({ ...one, ...time, id: day, day, patient: email }))
    const named = rows.map((row) => ({
      ...row,
      patientName: 'Jane',
      bookedBy: null,
      patientId: 'p',
    }))
    const { query } = portal.database
    await insertPatients(query, 'p')
    for (let at = 0; at < named.length; at += 600) {
      await query
        .insertInto('appointments')
        .values(named.slice(at, at + 600))
        .execute()
    }
    expect(await own(portal, jane)).toEqual([
      ...days.filter((day) => day >= today),
      ...days.filter((day) => day < today).toReversed(),
    ])
    const ask = async (headers: Record<string, string>) => {
      const authorization = `Bearer ${jane.token}`
      const answer = await portal.app.request(`/booking?email=${email}`, {
        headers: { ...headers, authorization },
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { bytes, encoding: answer.headers.get('content-encoding') }
    }
    const plain = await ask({})
    const { bytes, encoding } = await ask({ 'accept-encoding': 'gzip' })
    // A few go out as they are: compressing them takes as long as all the rest.
    expect(encoding).toBe(over + ahead > 3 ? 'gzip' : null)
    expect(encoding === null ? bytes : gunzipSync(bytes)).toEqual(plain.bytes)
  },
)
