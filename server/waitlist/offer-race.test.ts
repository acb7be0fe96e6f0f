import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { Queries } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { holdDoctor } from '../doctors/schedule-queries.ts'
import { mergePatients } from '../patients/merge.ts'
import { beginBeforeNextCommit, makePlace, openTestDatabase } from '../testing/database/database.ts'
import { accepted, actsOf, addWorking, bookFor, openDesk, openSchedules } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { holdersOf, readLine } from '../testing/models/waitlist-rules.ts'
import { recordsOf } from '../testing/patients.ts'
import {
  book,
  booked,
  monday,
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import { askForAddress, whileAddressChanges } from '../testing/proving.ts'
import {
  accept,
  ask,
  asked,
  decline,
  listRequests,
  offerOf,
  requestBody,
  sweepAll,
} from '../testing/waitlist.ts'
import { offerSlot } from './follow-change.ts'
import { holdLines } from './hold-lines.ts'
import { closeRequest, updateRequest } from './queries.ts'
import { sweepWaitlist } from './sweep-waitlist.ts'

const nine = '9:00 AM - 9:30 AM'
const rounds = 8

/** One patient has nine o'clock, and others wait for it. */
async function open(waiting: number, portals?: [Portal, Portal]) {
  const portal = portals?.[0] ?? (await openPortal())
  const staff = await signIn(portal, undefined, 'admin')
  const held = await booked(portal, await signIn(portal), { slot: nine })
  const line: Person[] = []
  for (let n = 0; n < waiting; n += 1) {
    const person = await signIn(portal)
    await asked(portal, person, { fromMinute: 540, untilMinute: 570 })
    line.push(person)
    portal.time.now = new Date(portal.time.now.getTime() + 1)
  }
  const free = () => actsOf(portal, staff).cancel({ _id: held._id, revision: 0 })
  return { portal, staff, line, free }
}

/** Two server processes on one database; on SQLite there is only one. */
async function openTwo(): Promise<[Portal, Portal]> {
  const place = await makePlace()
  const database = await openTestDatabase(place)
  await migrate(database)
  const one = await openPortal({ database })
  const engine = inject('engine')
  const other =
    engine === 'sqlite' ? one : await openPortal({ database: await openTestDatabase(place) })
  return [one, other]
}

const statusOf = async (response: Promise<Response> | Response) => (await response).status
const place = ({ treatments }: Portal) => ({
  day: monday,
  slot: nine,
  treatmentId: treatments[0]?._id ?? '',
})

test('of ten concurrent acceptances of one offer at two processes, only one succeeds', async () => {
  const [one, other] = await openTwo()
  const { line, free } = await open(1, [one, other])
  await free()
  const offer = line[0] && (await offerOf(one, line[0]))
  if (!offer) throw new Error('Nothing was offered')
  const answers = Array.from({ length: 10 }, (_, n) => statusOf(accept(n % 2 ? one : other, offer)))
  const statuses = await Promise.all(answers)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(9)
})

test('a freed slot goes to the first on the waitlist, even when others book at the same time', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { portal, line, free } = await open(1)
    const strangers = await Promise.all(Array.from({ length: 6 }, () => signIn(portal)))
    const attempts = strangers.map((person) => statusOf(book(portal, person, { slot: nine })))
    const [freed, ...statuses] = await Promise.all([statusOf(free()), ...attempts])
    expect([freed, new Set(statuses)]).toEqual([200, new Set([409])])
    expect(line[0] && (await offerOf(portal, line[0]))).toMatchObject({ slot: nine })
    await portal.database.close()
  }
})

test('with concurrent acceptance, decline, expiry and booking, exactly one of them gets the slot', async () => {
  const [one, other] = await openTwo()
  for (let round = 0; round < rounds; round += 1) {
    const { portal, line, free } = await open(2, [one, other])
    await free()
    const first = line[0] && (await offerOf(portal, line[0]))
    if (!first) throw new Error('Nothing was offered')
    const stranger = await signIn(portal)
    // At its last moment, or just past it.
    const end = Date.parse(first.expiresAt) - (round % 2)
    for (const each of [one, other]) each.time.now = new Date(end)
    await Promise.all([
      accept(one, first),
      decline(other, first),
      sweepAll(one),
      sweepAll(other),
      book(other, stranger, { slot: nine }),
    ])
    await sweepAll(one)
    const now = portal.time.now.toISOString()
    const state = await readLine(portal.database)
    expect(holdersOf(state, place(portal), now)).toHaveLength(1)
    await clear(portal)
  }
})

test('two processes that sweep concurrently make one offer', async () => {
  const [one, other] = await openTwo()
  const { portal, line, free } = await open(3, [one, other])
  await free()
  for (let left = line.length; left > 0; left -= 1) {
    const open = (await readLine(portal.database)).offers.filter(({ state }) => state === 'open')
    expect(open).toHaveLength(1)
    const end = new Date(open[0]?.expiresAt ?? '')
    for (const each of [one, other]) each.time.now = end
    await Promise.all([sweepWaitlist(one.deps), sweepWaitlist(other.deps), sweepWaitlist(one.deps)])
  }
  const { offers } = await readLine(portal.database)
  expect(offers.map(({ state }) => state)).toEqual(['lapsed', 'lapsed', 'lapsed'])
  const mails = await portal.database.query
    .selectFrom('outbox')
    .select('recipient')
    .where('kind', '=', 'earlier-slot-offer')
    .orderBy('id')
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual(line.map(({ email }) => email))
})

/** Runs some work in a transaction that stays open until a concurrent call waits for it or has ended. */
async function during(
  { database: { query } }: Portal,
  act: (query: Queries) => Promise<unknown>,
  ask: () => Promise<Response> | Response,
): Promise<{ status: number; waited: boolean }> {
  let answer: Promise<Response> | undefined
  let isOver = false
  const waited = await query.transaction().execute(async (transaction) => {
    await act(transaction)
    answer = Promise.resolve(ask()).finally(() => {
      isOver = true
    })
    const waits = sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect
      .poll(async () => isOver || Number((await waits.execute(query)).rows[0]?.n) > 0)
      .toBe(true)
    return !isOver
  })
  return { status: (await answer)?.status ?? 0, waited }
}

/** Cancels nine o'clock, and offers it to the line. */
const passOn = (portal: Portal) => async (query: Queries) => {
  const cancelledAt = portal.time.now.toISOString()
  await query.updateTable('appointments').set({ cancelledAt }).where('slot', '=', nine).execute()
  expect(await offerSlot(query, portal.deps, place(portal))).toBeDefined()
}

type Waiting = {
  portal: Portal
  stranger: Person
  /** Calls that a waiting patient makes with their request. */
  acts: (method: string, what: string, body?: object) => Promise<Response> | Response
}

const openOffers = async ({ database }: Portal) =>
  (await readLine(database)).offers.filter(({ state }) => state === 'open')

if (inject('engine') === 'postgres') {
  test('a request that leaves the waitlist during an offer holds no slot', async () => {
    const { portal, line } = await open(1)
    const [jane] = line
    if (!jane) throw new Error('Nobody waits')
    const [wait] = await listRequests(portal, jane)
    const leave = () => request(portal, 'DELETE', `/waitlist/${wait?._id}`, { token: jane.token })
    expect(await during(portal, passOn(portal), leave)).toMatchObject({ status: 200 })
    expect(await openOffers(portal)).toEqual([])
  })

  test('a slot freed while the first on the waitlist leaves goes to the next', async () => {
    const { portal, line, free } = await open(2)
    const [jane, paul] = line
    const [wait] = jane ? await listRequests(portal, jane) : []
    const endedAt = portal.time.now.toISOString()
    const leave = (query: Queries) =>
      closeRequest(query, wait?._id ?? '', { state: 'left', endedAt })
    expect(await during(portal, leave, free)).toMatchObject({ status: 200 })
    expect(await openOffers(portal)).toHaveLength(1)
    expect(paul && (await offerOf(portal, paul))).toMatchObject({ slot: nine })
  })

  test('staff who override a hold also override a hold made at the same time', async () => {
    const { portal, staff } = await open(1)
    const despite = { slot: nine, despite: ['hold' as const] }
    const guest = { email: null, name: 'Rose Bell', phone: '718 555 0199' }
    const take = () => bookFor(portal, staff, guest, despite)
    expect(await during(portal, passOn(portal), take)).toMatchObject({ status: 200 })
    expect(await openOffers(portal)).toEqual([])
  })

  test('staff who reschedule an appointment also override a hold made at the same time', async () => {
    const { portal, staff } = await open(1)
    const other = await booked(portal, await signIn(portal), { slot: '11:00 AM - 11:30 AM' })
    const to = { date: monday, slot: nine, despite: ['hold' as const] }
    const move = () => actsOf(portal, staff).move({ _id: other._id, revision: 0 }, to)
    expect(await during(portal, passOn(portal), move)).toMatchObject({ status: 200 })
    expect(await openOffers(portal)).toEqual([])
  })

  test('a slot freed while the first on the waitlist becomes eligible again goes to that request', async () => {
    const { portal, line, free } = await open(2)
    const [jane] = line
    if (!jane) throw new Error('Nobody waits')
    const [wait] = await listRequests(portal, jane)
    const rest = portal.database.query.updateTable('waits').set({ unanswered: 2 })
    const rested = rest.where('id', '=', wait?._id ?? '').returning(['id', 'userId'])
    const own = await rested.executeTakeFirstOrThrow()
    const resume = async (query: Queries) => {
      await holdLines(portal.database, query, [place(portal).treatmentId])
      expect(await updateRequest(query, own, { unanswered: 0 })).toBe(true)
    }
    expect(await during(portal, resume, free)).toEqual({ status: 200, waited: true })
    expect(await offerOf(portal, jane)).toMatchObject({ slot: nine })
  })

  test.each([
    ['asks', ({ portal, stranger }) => ask(portal, stranger)],
    ['asks to be offered times again', ({ acts }) => acts('POST', '/resume')],
    ['changes their wish', ({ acts, portal }) => acts('PUT', '', requestBody(portal))],
    ['leaves', ({ acts }) => acts('DELETE', '')],
  ] satisfies [string, (of: Waiting) => Promise<Response> | Response][])(
    'while a slot is being offered, a patient who %s waits until the offer is stored',
    async (_, act) => {
      const { portal, line } = await open(2)
      const stranger = await signIn(portal)
      const [jane, paul] = line
      if (!jane || !paul) throw new Error('Nobody waits')
      const [wait] = await listRequests(portal, paul)
      const acts = (method: string, what: string, body?: object) =>
        request(portal, method, `/waitlist/${wait?._id}${what}`, { token: paul.token, body })
      const answer = await during(portal, passOn(portal), () => act({ portal, stranger, acts }))
      expect(answer).toEqual({ status: 200, waited: true })
      expect(await offerOf(portal, jane)).toMatchObject({ slot: nine })
    },
  )

  test('a request for one doctor does not wait for a transaction in which staff change that doctor', async () => {
    const portal = await openPortal()
    const schedules = await openSchedules(portal)
    const [ada = ''] = await addWorking(portal, schedules, ['Ada'])
    const jane = await signIn(portal)
    const hold = (query: Queries) => holdDoctor(portal.database, query, ada)
    const answer = await during(portal, hold, () => ask(portal, jane, { doctor: ada }))
    expect(answer).toEqual({ status: 200, waited: false })
  })
}

/** Empties the clinic again. */
async function clear({ database, time }: Portal): Promise<void> {
  for (const table of ['offers', 'waits', 'appointmentEvents', 'appointments'] as const) {
    await database.query.deleteFrom(table).execute()
  }
  time.now = new Date('2026-06-05T13:15:00Z')
}

test.runIf(inject('engine') === 'postgres').each([
  ['no appointment', false],
  ['an appointment', true],
])(
  'a request for a dependent with %s who is being removed is refused, and not stored',
  async (_, isBooked) => {
    const portal = await openPortal()
    const jane = await signIn(portal)
    const { token } = jane
    const { _id: dependent } = await addDependent(portal, jane)
    if (isBooked) await booked(portal, jane, { dependent, treatment: 1 })
    const asking = beginBeforeNextCommit(portal.database, () => ask(portal, jane, { dependent }))
    const removed = await request(portal, 'DELETE', `/family/${dependent}`, { token })
    expect(removed.status).toBe(200)
    expect(await refusal(await asking)).toEqual({ status: 409, code: 'unknown_dependent' })
    expect(await listRequests(portal, jane)).toEqual([])
  },
)

test.runIf(inject('engine') === 'postgres')(
  'a request ends with the dependent whose removal began before it was stored',
  async () => {
    const portal = await openPortal()
    const jane = await signIn(portal)
    const { token } = jane
    const { _id: dependent } = await addDependent(portal, jane)
    await booked(portal, jane, { dependent, treatment: 1 })
    const removing = beginBeforeNextCommit(portal.database, async () =>
      request(portal, 'DELETE', `/family/${dependent}`, { token }),
    )
    expect((await ask(portal, jane, { dependent })).status).toBe(200)
    expect((await removing).status).toBe(200)
    expect(await listRequests(portal, jane)).toMatchObject([{ state: 'over' }])
  },
)

test.runIf(inject('engine') === 'postgres')(
  'a request that is made while its account changes the address has the next one',
  async () => {
    const portal = await openPortal()
    const jane = await signIn(portal)
    const email = 'jane.roe@patients.example'
    const change = await askForAddress(portal, jane, email)
    const answer = await whileAddressChanges(portal, change, async () => ask(portal, jane))
    expect(answer.status).toBe(200)
    const waits = await portal.database.query.selectFrom('waits').select('patient').execute()
    expect(waits).toEqual([{ patient: email }])
  },
)

test.runIf(inject('engine') === 'postgres')(
  'a request for an appointment that a merge gives to another patient meanwhile is refused, and not stored',
  async () => {
    const { portal, staff } = await openDesk()
    const jane = await signIn(portal)
    const ann = { email: jane.email, name: 'Ann Roe' }
    const records = recordsOf(portal, staff)
    const gone = await records.added(ann)
    const kept = await records.added({ email: 'ann@patients.example' })
    const visit = await accepted(await bookFor(portal, staff, ann, { slot: nine }))
    const wish = { appointment: visit._id, treatmentId: visit.treatmentId }
    const asking = beginBeforeNextCommit(portal.database, () => ask(portal, jane, wish))
    expect(await mergePatients(portal.deps, { kept, gone })).toEqual({ ok: true })
    expect((await asking).status).toBe(404)
    expect(await listRequests(portal, jane)).toEqual([])
  },
)
