import { assert, expect, inject, test } from 'vitest'
import { sweepPayments } from '../payments/sweep-payments.ts'
import { acceptedReschedule, cancelBy, later, moveBy, readTerms } from '../testing/changing.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { actsOf, details } from '../testing/desk.ts'
import { books, charge, openTill, pay, report } from '../testing/paying.ts'
import { book, bookingBody, request, signIn } from '../testing/portal.ts'

type Till = Awaited<ReturnType<typeof openTill>>

/** What the sandbox took less what it gave back is what the appointments' rows say. */
async function expectSumsRight({ portal, sandbox }: Till) {
  const parts = { ...portal.deps, payments: sandbox }
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments(parts, { everything: true })
  const { query } = portal.database
  const taken = await query
    .selectFrom('sandboxIntents')
    .select(({ fn }) => fn.sum<number>('amountCents').as('cents'))
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  const given = await query
    .selectFrom('sandboxRefunds')
    .select(({ fn }) => fn.sum<number>('amountCents').as('cents'))
    .executeTakeFirstOrThrow()
  const { appointments, refunds } = await books(portal)
  expect(refunds.filter(({ state }) => state !== 'succeeded')).toEqual([])
  const paid = appointments.reduce((sum, { paidCents }) => sum + paidCents, 0)
  expect(Number(taken.cents ?? 0) - Number(given.cents ?? 0)).toBe(paid)
  for (const { paidCents, priceCents, cancelledAt } of appointments) {
    expect(paidCents).toBeLessThanOrEqual(cancelledAt === null ? priceCents : 0)
  }
}

const rounds = 5

type Act = () => Response | Promise<Response>

/** On PostgreSQL the others begin before the first commits, which therefore wins; on SQLite all begin at once. */
async function race({ portal }: Till, first: Act, others: readonly Act[]): Promise<Response[]> {
  const all = () => Promise.all(others.map((act) => act()))
  if (inject('engine') === 'sqlite') return (await Promise.all([first(), all()])).flat()
  const following = beginBeforeNextCommit(portal.database, all)
  return [await first(), ...(await following)]
}

test('when a patient and staff cancel and reschedule concurrently, one succeeds and the amounts are correct', async () => {
  const wins = new Set<number>()
  for (let round = 0; round < 6; round += 1) {
    const till = await openTill()
    const { portal, jane, booking } = till
    await pay(portal, jane, booking)
    const staff = await signIn(portal, 'staff@clinic.example', 'admin')
    const { appointment } = await details(portal, staff, booking)
    const acts = actsOf(portal, staff)
    const terms = await readTerms(portal, jane, booking)
    const cheaper = { ...later, treatment: 2 }
    const all: Act[] = [
      () => cancelBy(portal, jane, terms),
      () => moveBy(portal, jane, terms, cheaper),
      () => acts.move(appointment, { ...later, date: '2026-06-10' }),
      () => acts.cancel(appointment, { refund: true }),
      () => cancelBy(portal, jane, terms),
      () => moveBy(portal, jane, terms, { ...later, treatment: 5 }),
    ]
    const [first = assert.fail(), ...others] = [...all.slice(round), ...all.slice(0, round)]
    const responses = await race(till, first, others)
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    wins.add((statuses.indexOf(200) + round) % all.length)
    await expectSumsRight(till)
    await portal.database.close()
  }
  if (inject('engine') === 'postgres') expect(wins.size).toBe(6)
  else expect(wins.size).toBeGreaterThan(1)
})

test('a charge that is reported during a cancellation or reschedule is either recorded or refunded', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const till = await openTill()
    const { portal, jane, booking } = till
    const transactionId = await charge(portal, jane, booking)
    const terms = await readTerms(portal, jane, booking)
    await Promise.all([
      report(portal, jane, booking._id, transactionId),
      round % 2 === 0
        ? cancelBy(portal, jane, terms)
        : moveBy(portal, jane, terms, { ...later, treatment: 5 }),
      report(portal, jane, booking._id, transactionId),
    ])
    await expectSumsRight(till)
    await portal.database.close()
  }
})

test('a difference that is paid during a reschedule to a cheaper treatment is recorded or refunded', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const till = await openTill()
    const { portal, jane, booking } = till
    await pay(portal, jane, booking)
    const dearer = { ...later, treatment: 5 }
    const first = await moveBy(portal, jane, await readTerms(portal, jane, booking), dearer)
    const { due } = await acceptedReschedule(first)
    const transactionId = await charge(portal, jane, { _id: booking._id, price: due })
    const terms = await readTerms(portal, jane, booking)
    await Promise.all([
      moveBy(portal, jane, terms, { ...later, treatment: 2 }),
      report(portal, jane, booking._id, transactionId),
    ])
    await expectSumsRight(till)
    await portal.database.close()
  }
})

test('when several patients book or reschedule to one slot concurrently, one gets it', async () => {
  const { portal, jane } = await openTill()
  const others = await Promise.all(Array.from({ length: 6 }, () => signIn(portal)))
  const movers = await Promise.all(
    others.map(async (person, place) => {
      const slot = portal.treatments[0]?.slots[place + 1] ?? ''
      const body = bookingBody(portal, person, { slot })
      const made = await request(portal, 'POST', '/booking', { token: person.token, body })
      const { booking } = await made.json()
      return { person, terms: await readTerms(portal, person, booking) }
    }),
  )
  const responses = await Promise.all([
    ...movers.map(({ person, terms }) => moveBy(portal, person, terms, later)),
    book(portal, await signIn(portal), later),
    book(portal, jane, later),
  ])
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const live = await portal.database.query
    .selectFrom('appointments')
    .select('id')
    .where('day', '=', later.date)
    .where('slot', '=', later.slot)
    .execute()
  expect(live).toHaveLength(1)
})

test('the old slot is free for other patients as soon as a reschedule is answered', async () => {
  const { portal, jane, booking } = await openTill()
  const others = await Promise.all(Array.from({ length: 8 }, () => signIn(portal)))
  const terms = await readTerms(portal, jane, booking)
  const before = await Promise.all(others.map((person) => book(portal, person)))
  expect(before.map(({ status }) => status)).toEqual(others.map(() => 409))
  await acceptedReschedule(await moveBy(portal, jane, terms, later))
  const after = await Promise.all(others.map((person) => book(portal, person)))
  expect(after.filter(({ status }) => status === 200)).toHaveLength(1)
})
