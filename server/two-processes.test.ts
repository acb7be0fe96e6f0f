import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { BookingAccepted } from '../contract/appointments/appointment.ts'
import { BookingCalendar } from '../contract/clinic/clinic.ts'
import { addDays, weekdayOf } from '../contract/date.ts'
import { WaitlistRequest } from '../contract/waitlist/waitlist.ts'
import { openDatabase } from './db/database.ts'
import { makeEmptyPlace } from './testing/database/database.ts'
import { bookingBody, openPortal, type Person, signIn } from './testing/portal.ts'
import { spawnServer, untilReady } from './testing/process.ts'
import { requestBody } from './testing/waitlist.ts'

const AUTH_SECRET = 'one secret of two processes that tests start'
/** Both are behind it, as behind a proxy. */
const PUBLIC_URL = 'http://clinic.example'

/** Two processes that start at the same moment on one empty PostgreSQL database. */
async function startTwo() {
  const { dataDir, databaseUrl = '' } = await makeEmptyPlace()
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, AUTH_SECRET, PUBLIC_URL }
  const processes = await Promise.all([spawnServer(settings), spawnServer(settings)])
  await Promise.all(processes.map(untilReady))
  const database = await openDatabase({ dataDir, databaseUrl })
  const portal = await openPortal({ database, now: new Date(), settings: { AUTH_SECRET } })
  const [first = '', second = ''] = processes.map(({ origin }) => origin)
  const calendar = await (await fetch(`${first}/calendar`)).json()
  const dates = openDays(BookingCalendar.parse(calendar))
  return { processes, database, portal, origins: [first, second] as const, dates }
}
type Two = Awaited<ReturnType<typeof startTwo>>

/** The next two days that are not closed. */
function openDays({ today, closedWeekdays }: BookingCalendar): [string, string] {
  const next = (from: string) => {
    let day = addDays(from, 1)
    while (closedWeekdays.includes(weekdayOf(day))) day = addDays(day, 1)
    return day
  }
  return [next(today), next(next(today))]
}

test('two processes starting together set up the database once, one of 100 concurrent bookings succeeds, and an offer for a slot freed at one process is accepted once', async () => {
  const two = await startTwo()
  await expectOneSetUp(two)
  await expectOneBooking(two)
  await expectSharedAccounts(two)
  await expectOneAcceptance(two)
})

async function expectOneSetUp({ processes, database }: Two) {
  const shown = () => processes.filter(({ output }) => output().includes('Password')).length
  await expect.poll(shown).toBe(1)
  const treatments = await database.query.selectFrom('treatments').select('id').execute()
  const admins = await database.query.selectFrom('users').select('role').execute()
  expect([treatments.length, admins]).toEqual([6, [{ role: 'admin' }]])
}

async function expectOneBooking({ database, portal, origins, dates: [date] }: Two) {
  const people = await Promise.all(Array.from({ length: 100 }, () => signIn(portal)))
  const statuses = await Promise.all(
    people.map(async (person, at) => {
      const body = bookingBody(portal, person, { date })
      return (await send(`${origins[at % 2]}/booking`, person, body)).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(99)
  const rows = await database.query.selectFrom('appointments').selectAll().execute()
  expect(rows).toHaveLength(1)
}

/** Who signs up at one is known at the other, and finds there what they booked. */
async function expectSharedAccounts({ portal, origins, dates: [date] }: Two) {
  const [first, second] = origins
  expect((await fetch(first)).status).toBe(200)
  const account = { name: 'Jane', email: 'jane@patients.example', password: 'a quiet evening' }
  expect((await authenticate(first, 'sign-up', account)).status).toBe(200)
  const session = await authenticate(second, 'sign-in', account)
  const cookie = session.headers.getSetCookie().map((one) => one.split(';')[0])
  const proof = {
    cookie: cookie.join('; '),
    origin: PUBLIC_URL,
    'content-type': 'application/json',
  }
  const exchange = await fetch(`${second}/users/${account.email}`, {
    ...{ method: 'PUT', headers: proof, body: JSON.stringify({ email: account.email }) },
  })
  const jane = { ...account, ...z.object({ token: z.string() }).parse(await exchange.json()) }
  const body = bookingBody(portal, jane, { date, treatment: 1 })
  const again = { ...body, slot: '8:30 AM - 9:00 AM' }
  expect((await send(`${first}/booking`, jane, body)).status).toBe(200)
  expect((await send(`${second}/booking`, jane, again)).status).toBe(409)
  const headers = { authorization: `Bearer ${jane.token}` }
  const own = await fetch(`${second}/booking?email=${account.email}`, { headers })
  expect(await own.json()).toMatchObject([{ treatment: body.treatment, slot: body.slot }])
}

/** With 20 attempts across both processes. */
async function expectOneAcceptance({ database, portal, origins, dates: [, date] }: Two) {
  const [first, second] = origins
  const [jane, holder, other] = await Promise.all([signIn(portal), signIn(portal), signIn(portal)])
  const [nine, four] = ['9:00 AM - 9:30 AM', '4:00 PM - 4:30 PM']
  const book = (origin: string, person: Person, slot: string) =>
    send(`${origin}/booking`, person, bookingBody(portal, person, { date, slot }))

  const own = BookingAccepted.parse(await (await book(first, jane, four)).json()).booking
  const held = BookingAccepted.parse(await (await book(second, holder, nine)).json()).booking
  // Only 9:00 AM: a slot that is free already would be offered immediately.
  const suits = { from: date, until: date, fromMinute: 540, untilMinute: 570 }
  const input = requestBody(portal, { appointment: own._id, ...suits })
  expect((await send(`${first}/waitlist`, jane, input)).status).toBe(200)
  const cancelling = { revision: 0, refund: 0 }
  const cancelled = await send(`${second}/booking/${held._id}/cancel`, holder, cancelling)
  expect(cancelled.status).toBe(200)
  expect((await book(first, other, nine)).status).toBe(409)

  const headers = { authorization: `Bearer ${jane.token}` }
  const waits = z
    .array(WaitlistRequest)
    .parse(await (await fetch(`${first}/waitlist`, { headers })).json())
  const { token, price } = waits[0]?.offer ?? expect.fail('Jane is offered the slot')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      send(`${at % 2 ? first : second}/offers/accept`, null, { token, price }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  const rows = await database.query
    .selectFrom('appointments')
    .select(['id', 'slot', 'revision'])
    .where('cancelledAt', 'is', null)
    .where('day', '=', date)
    .execute()
  expect(rows).toEqual([{ id: own._id, slot: nine, revision: 1 }])
}

function authenticate(address: string, way: 'sign-up' | 'sign-in', account: object) {
  return fetch(`${address}/api/auth/${way}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: PUBLIC_URL },
    body: JSON.stringify(account),
  })
}

function send(address: string, person: Person | null, body: unknown): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (person) headers.set('authorization', `Bearer ${person.token}`)
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
}
