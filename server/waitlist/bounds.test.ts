import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { addDays, formatDay } from '../../contract/date.ts'
import { takeOverAddress } from '../identity/claim-address.ts'
import { erasePatient } from '../patients/erase.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { actsOf, openDesk } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { holdersOf, openOf, readLine } from '../testing/models/waitlist-rules.ts'
import { insertPatients } from '../testing/patients.ts'
import {
  book,
  booked,
  monday,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import {
  accept,
  answered,
  ask,
  asked,
  decline,
  listRequests,
  offerOf,
  pass,
} from '../testing/waitlist.ts'
import { sweepWaitlist } from './sweep-waitlist.ts'

const nine = '9:00 AM - 9:30 AM'
const ten = '10:00 AM - 10:30 AM'
const atNine = { fromMinute: 540, untilMinute: 570 }
const atTen = { fromMinute: 600, untilMinute: 630 }

async function unconfirm({ database }: Portal, { email }: Person, emailVerified = sql`false`) {
  await database.query
    .updateTable('users')
    .set({ emailVerified: sql<boolean>`${emailVerified}` })
    .where('email', '=', email)
    .execute()
}

/** The free slots of the first treatment. */
async function freeSlots(portal: Portal, day = monday): Promise<string[]> {
  const response = await request(portal, 'GET', `/available?date=${day}`)
  const [first] = (await response.json()) as { slots: string[] }[]
  return first?.slots ?? []
}

const treatmentOf = ({ treatments }: Portal, n: number) => treatments[n]?._id ?? ''

/** The next days on which the clinic is open, starting with that Monday. */
const days = [0, 1, 2, 3, 4, 7, 8, 9].map((count) => addDays(monday, count))

test('an unconfirmed account can have one request, and is offered a slot only once it is confirmed', async () => {
  const { portal } = await openDesk()
  const jane = await signIn(portal)
  await unconfirm(portal, jane)
  const first = await asked(portal, jane, atNine)
  expect(first).toMatchObject({ paused: 'unconfirmed', offer: null })
  await pass(portal, 10)
  expect(await freeSlots(portal)).toContain(nine)
  expect(await refusal(await ask(portal, jane, { treatmentId: treatmentOf(portal, 1) }))).toEqual({
    status: 409,
    code: 'confirm_for_more',
  })
  await unconfirm(portal, jane, sql`true`)
  await sweepWaitlist(portal.deps)
  expect((await listRequests(portal, jane))[0]).toMatchObject({
    paused: null,
    offer: { slot: nine },
  })
})

test('an account has at most five requests and two offers, however many requests it makes concurrently', async () => {
  const { portal } = await openDesk()
  const jane = await signIn(portal)
  const answers = await Promise.all(
    days.map((day, n) =>
      n < 6
        ? ask(portal, jane, { treatmentId: treatmentOf(portal, n), from: day, until: day })
        : ask(portal, jane, { from: day, until: day }),
    ),
  )
  const refused = await Promise.all(answers.filter(({ status }) => status !== 200).map(refusal))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const { code } of refused) expect(['too_many_requests', 'already_waiting']).toContain(code)
  await pass(portal, 1)
  const line = await readLine(portal.database)
  expect(openOf(line, line.waits[0]?.userId ?? '')).toBe(2)
  const offer = await offerOf(portal, jane)
  if (offer) await answered(await accept(portal, offer))
  await pass(portal, 1)
  const after = await readLine(portal.database)
  expect(openOf(after, line.waits[0]?.userId ?? '')).toBe(2)
  const users = portal.database.query.updateTable('users')
  await users.set({ unbounded: 1 }).where('email', '=', jane.email).execute()
  await sweepWaitlist(portal.deps)
  expect(openOf(await readLine(portal.database), line.waits[0]?.userId ?? '')).toBe(4)
})

// On SQLite a transaction holds the only connection.
if (inject('engine') === 'postgres') {
  test('a request made while another of the account is being stored is counted with it', async () => {
    const { portal } = await openDesk()
    const jane = await signIn(portal)
    await unconfirm(portal, jane)
    const second = beginBeforeNextCommit(portal.database, () =>
      ask(portal, jane, { treatmentId: treatmentOf(portal, 1) }),
    )
    await asked(portal, jane, atNine)
    expect(await refusal(await second)).toEqual({ status: 409, code: 'confirm_for_more' })
    expect(await listRequests(portal, jane)).toHaveLength(1)
  })
}

test('after two unanswered offers, a request is paused until its patient resumes it', async () => {
  const { portal } = await openDesk()
  const jane = await signIn(portal)
  const { _id: id } = await asked(portal, jane)
  await pass(portal, 121)
  expect(await offerOf(portal, jane)).toMatchObject({ slot: '8:30 AM - 9:00 AM' })
  expect(await queuedMails(portal)).not.toContain(`waiting-rests to ${jane.email}`)
  await pass(portal, 121)
  await pass(portal, 121)
  const [rests] = await listRequests(portal, jane)
  expect(rests).toMatchObject({ state: 'waiting', paused: 'unanswered', offer: null })
  const mails = await queuedMails(portal)
  expect(mails.filter((mail) => mail === `waiting-rests to ${jane.email}`)).toHaveLength(1)
  const { token } = jane
  const other = await signIn(portal)
  const path = `/waitlist/${id}/resume`
  expect((await request(portal, 'POST', path, { token: other.token })).status).toBe(404)
  const woken = await request(portal, 'POST', path, { token })
  expect(await woken.json()).toMatchObject({ paused: null, offer: { slot: nine } })
})

test('a declined offer ends a row of unanswered ones', async () => {
  const { portal } = await openDesk()
  const jane = await signIn(portal)
  await asked(portal, jane)
  await pass(portal, 121)
  const offer = await offerOf(portal, jane)
  if (!offer) throw new Error('Nothing was offered')
  expect(await answered(await decline(portal, offer))).toMatchObject({ state: 'declined' })
  await pass(portal, 121)
  const [request] = await listRequests(portal, jane)
  expect(request).toMatchObject({ paused: null, offer: { state: 'open' } })
})

test('the offers of a removed account pass to the next on the waitlist immediately', async () => {
  const { portal, staff } = await openDesk()
  const [jane, paul, holder] = [await signIn(portal), await signIn(portal), await signIn(portal)]
  const held = await booked(portal, holder, { slot: nine })
  await asked(portal, jane, atNine)
  await asked(portal, paul, atNine)
  await asked(portal, jane, { ...atTen, treatmentId: treatmentOf(portal, 1) })
  await actsOf(portal, staff).cancel({ _id: held._id, revision: 0 })
  expect(await freeSlots(portal)).not.toContain(nine)
  const { token } = staff
  expect((await request(portal, 'DELETE', `/users/${jane.email}`, { token })).status).toBe(200)
  expect(await offerOf(portal, paul)).toMatchObject({ slot: nine })
  expect((await request(portal, 'DELETE', `/users/${paul.email}`, { token })).status).toBe(200)
  expect(await freeSlots(portal)).toContain(nine)
  expect((await readLine(portal.database)).offers).toEqual([])
})

test('an account whose address is taken over holds no slot', async () => {
  const { portal } = await openDesk()
  const [squatter, paul] = [await signIn(portal), await signIn(portal)]
  await asked(portal, squatter, atNine)
  await unconfirm(portal, squatter)
  await takeOverAddress(portal.deps, { email: squatter.email, name: 'Pat' })
  await asked(portal, paul, atNine)
  expect(await offerOf(portal, paul)).toMatchObject({ slot: nine })
  expect((await readLine(portal.database)).waits).toHaveLength(1)
})

test('the requests and offers of a dependent end when the dependent is removed from the family', async () => {
  const { portal } = await openDesk()
  const [jane, paul] = [await signIn(portal), await signIn(portal)]
  const { _id: dependent } = await addDependent(portal, jane)
  await asked(portal, jane, { ...atNine, dependent })
  await asked(portal, paul, atNine)
  expect(await offerOf(portal, jane)).toMatchObject({ slot: nine, patientName: 'Timmy Doe' })
  const { token } = jane
  expect((await request(portal, 'DELETE', `/family/${dependent}`, { token })).status).toBe(200)
  expect((await listRequests(portal, jane))[0]).toMatchObject({ state: 'over', offer: null })
  expect(await offerOf(portal, paul)).toMatchObject({ slot: nine })
})

test('a slot held for a dependent who is erased goes to the next in line, whose mail is not kept waiting', async () => {
  const { portal } = await openDesk()
  const [jane, paul] = [await signIn(portal), await signIn(portal)]
  const { _id: dependent } = await addDependent(portal, jane)
  await asked(portal, jane, { ...atNine, dependent })
  await asked(portal, paul, atNine)
  const wake = vi.spyOn(portal.deps.outbox, 'wake')
  expect(await erasePatient(portal.deps, dependent)).toEqual({ ok: true })
  expect(await listRequests(portal, jane)).toEqual([])
  expect(await offerOf(portal, paul)).toMatchObject({ slot: nine })
  expect(wake).toHaveBeenCalled()
})

test('closing a weekday or shortening the booking window ends the affected offers', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal)
  const opening = (rules: { closedWeekdays?: number[]; horizonDays?: number }) =>
    request(portal, 'PUT', '/staff/opening', {
      token: staff.token,
      body: {
        ...{ closedWeekdays: [0, 6], horizonDays: 180, leadMinutes: 0, ...rules },
        ...{ confirmed: true },
      },
    })
  await asked(portal, jane, { until: addDays(monday, 1) })
  expect(await offerOf(portal, jane)).toMatchObject({ date: formatDay(monday) })
  expect((await opening({ closedWeekdays: [0, 1, 6] })).status).toBe(200)
  await sweepWaitlist(portal.deps)
  const tuesday = formatDay(addDays(monday, 1))
  expect(await offerOf(portal, jane)).toMatchObject({ date: tuesday })
  expect((await opening({ closedWeekdays: [0, 1, 6], horizonDays: 2 })).status).toBe(200)
  await sweepWaitlist(portal.deps)
  expect(await offerOf(portal, jane)).toBeUndefined()
})

test('a change of clinic data rechecks only the waitlist requests that it affects', async () => {
  const { portal, staff } = await openDesk()
  const { token } = staff
  const [jane, paul] = [await signIn(portal), await signIn(portal)]
  const [first, second] = portal.treatments
  const suits = { fromMinute: 0, untilMinute: 60 }
  const night = '12:00 AM - 12:30 AM'
  const times = { slot: night, startMinute: 0, endMinute: 30 }
  const both = portal.treatments.slice(0, 2).map(({ _id }) => ({ treatmentId: _id, ...times }))
  await portal.database.query.insertInto('treatmentSlots').values(both).execute()
  for (const [treatment, ahead] of [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 7],
  ] as const) {
    const date = formatDay(addDays(monday, ahead))
    await booked(portal, await signIn(portal), { treatment, date, slot: night })
  }
  const one = await asked(portal, jane, { ...suits, from: monday, until: addDays(monday, 2) })
  const input = {
    treatmentId: second?._id ?? '',
    from: addDays(monday, 7),
    until: addDays(monday, 7),
  }
  const other = await asked(portal, paul, { ...suits, ...input })
  const due = async () => {
    const waits = await portal.database.query
      .selectFrom('waits')
      .select('id')
      .where('checkAt', '=', '')
      .execute()
    await sweepWaitlist(portal.deps)
    return waits.map(({ id }) => id)
  }
  const send = async (method: string, path: string, body?: unknown) =>
    expect((await request(portal, method, path, { token, body })).status).toBe(200)
  const profile = {
    name: 'Molar',
    address: 'a',
    phone: '718 555 0100',
    openingHours: 'c',
    about: 'd',
    contact: '',
  }
  await send('PUT', '/staff/clinic', profile)
  expect(await due()).toEqual([])
  const slots = [night, ...(first?.slots ?? [])]
  const price = { name: first?.name, price: 12, slots, confirmed: false }
  await send('PUT', `/staff/treatments/${first?._id}`, price)
  expect(await due()).toEqual([])
  const range = { from: monday, to: addDays(monday, 7), reason: 'Painting' }
  await send('POST', '/staff/closures', { ...range, confirmed: true })
  expect(await due()).toEqual([])
  await send('DELETE', `/staff/closures/${addDays(monday, 1)}`)
  expect(await due()).toEqual([one._id])
  await send('DELETE', `/staff/closures/${addDays(monday, 7)}`)
  expect(await due()).toEqual([other._id])
  const early = { ...price, slots: ['12:30 AM - 1:00 AM', ...slots] }
  await send('PUT', `/staff/treatments/${first?._id}`, early)
  expect(await due()).toEqual([one._id])
  expect(await offerOf(portal, jane)).toMatchObject({ slot: '12:30 AM - 1:00 AM' })
})

test('a changed request is searched immediately only if half a minute has passed since the last search', async () => {
  const { portal } = await openDesk()
  const jane = await signIn(portal)
  await booked(portal, await signIn(portal), { slot: '8:00 AM - 8:30 AM' })
  const { _id: id } = await asked(portal, jane, { fromMinute: 0, untilMinute: 510 })
  const change = async (suits: object) => {
    const body = { from: monday, until: monday, weekdays: [1], ...suits }
    const { token } = jane
    expect((await request(portal, 'PUT', `/waitlist/${id}`, { token, body })).status).toBe(200)
  }
  await change(atNine)
  expect(await offerOf(portal, jane)).toBeUndefined()
  await sweepWaitlist(portal.deps)
  const offer = await offerOf(portal, jane)
  expect(offer).toMatchObject({ slot: nine })
  portal.time.now = new Date(portal.time.now.getTime() + 30_000)
  if (offer) await decline(portal, offer)
  expect(await offerOf(portal, jane)).toBeUndefined()
  portal.time.now = new Date(portal.time.now.getTime() + 30_000)
  await change(atTen)
  expect(await offerOf(portal, jane)).toMatchObject({ slot: ten })
})

const onPostgres = inject('engine') === 'postgres'

if (onPostgres)
  test('a slot that is being booked is not offered to the next request', async () => {
    const { portal } = await openDesk()
    const { query } = portal.database
    const [jane, paul, rita] = [await signIn(portal), await signIn(portal), await signIn(portal)]
    await asked(portal, jane, atNine)
    await asked(portal, paul, atNine)
    const offer = await offerOf(portal, jane)
    if (!offer) throw new Error('Nothing was offered')
    // The booking arrives just after the offer's end; the answer arrives just before it.
    const { _id: source } = await booked(portal, rita, { slot: ten })
    await insertPatients(query, 'somebody else')
    const like = query.selectFrom('appointments').selectAll().where('id', '=', source)
    const row = {
      ...(await like.executeTakeFirstOrThrow()),
      id: 'late',
      patientId: 'somebody else',
    }
    const late = {
      ...row,
      slot: nine,
      startMinute: 540,
      endMinute: 570,
      createdAt: offer.expiresAt,
    }
    let declining: Promise<Response> | undefined
    await query.transaction().execute(async (transaction) => {
      await transaction.insertInto('appointments').values(late).execute()
      portal.time.now = new Date(Date.parse(offer.expiresAt) - 1)
      let isOver = false
      declining = Promise.resolve(decline(portal, offer)).finally(() => {
        isOver = true
      })
      const waits = sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect
        .poll(async () => isOver || Number((await waits.execute(query)).rows[0]?.n) > 0)
        .toBe(true)
    })
    expect((await declining)?.status).toBe(200)
    const line = await readLine(portal.database)
    const place = { day: monday, slot: nine, treatmentId: treatmentOf(portal, 0) }
    expect(holdersOf(line, place, portal.time.now.toISOString())).toEqual(['late'])
  })

test('the database refuses an offer of a slot that is taken', async () => {
  const { portal } = await openDesk()
  const jane = await signIn(portal)
  await asked(portal, jane, atNine)
  const { query } = portal.database
  const offer = await query.selectFrom('offers').selectAll().executeTakeFirstOrThrow()
  await query.updateTable('offers').set({ state: 'lapsed', settledAt: offer.madeAt }).execute()
  await booked(portal, await signIn(portal), { slot: ten })
  expect((await book(portal, await signIn(portal), { slot: nine })).status).toBe(200)
  const again = (slot: string) => query.insertInto('offers').values({ ...offer, id: slot, slot })
  for (const slot of [nine, ten])
    await again(slot)
      .onConflict((on) => on.doNothing())
      .execute()
  await again('11:00 AM - 11:30 AM').execute()
  const open = query.selectFrom('offers').select('slot').where('state', '=', 'open')
  expect(await open.execute()).toEqual([{ slot: '11:00 AM - 11:30 AM' }])
})
