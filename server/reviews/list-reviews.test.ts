import { expect, test } from 'vitest'
import { acceptedReschedule, later, openPaid } from '../testing/changing.ts'
import { openTill, pay } from '../testing/paying.ts'
import { booked, monday, openPortal, refusal, request, signIn, today } from '../testing/portal.ts'
import {
  change,
  kind,
  openAfterVisit,
  readPast,
  slot,
  slotOver,
  writeReview,
} from '../testing/reviewing.ts'

test('an appointment is past from the minute of its end, and not before', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const visit = await booked(portal, jane, { date: today, slot })
  await booked(portal, jane, { date: monday })
  portal.time.now = new Date(slotOver.getTime() - 1)
  expect((await readPast(portal, jane)).rows).toEqual([])
  portal.time.now = slotOver
  expect((await readPast(portal, jane)).rows).toEqual([
    {
      _id: visit._id,
      dependent: null,
      bookedBy: null,
      treatment: visit.treatment,
      date: 'Jun 5, 2026',
      slot,
      price: 99,
      state: 'took_place',
      cancelledAt: null,
      paid: false,
      due: 99,
      paidInTest: 0,
      hasReceipt: false,
      review: null,
    },
  ])
})

test('the history lists cancelled appointments immediately and no-shows as missed, newest first', async () => {
  const { portal, jane, visit } = await openAfterVisit()
  const missed = await booked(portal, jane, { treatment: 1, date: monday })
  const cancelled = await booked(portal, jane, { treatment: 2, date: '2026-07-01' })
  await change(portal, missed, { day: '2026-06-04', status: 'no_show' })
  const cancelledAt = portal.time.now.toISOString()
  await change(portal, cancelled, { cancelledAt })
  const { rows } = await readPast(portal, jane)
  expect(rows.map(({ _id, state }) => [_id, state])).toEqual([
    [cancelled._id, 'cancelled'],
    [visit._id, 'took_place'],
    [missed._id, 'missed'],
  ])
  expect(rows[0]?.cancelledAt).toBe(cancelledAt)
})

test('a paid appointment links to its receipt, even after a refund', async () => {
  const till = await openTill({ input: { date: today, slot } })
  const { portal, jane, booking } = till
  await pay(portal, jane, booking)
  portal.time.now = slotOver
  const [paid] = (await readPast(portal, jane)).rows
  expect(paid).toMatchObject({ paid: true, hasReceipt: true })
  const unpaid = { paidAt: null, transactionId: null }
  await portal.database.query.updateTable('appointments').set(unpaid).execute()
  const [returned] = (await readPast(portal, jane)).rows
  expect(returned).toMatchObject({ paid: false, hasReceipt: true })
})

test('of a past appointment that was paid in part the rest is due, and of a cancelled one nothing', async () => {
  const { portal, jane, booking, move } = await openPaid()
  // From $99 to $109.
  await acceptedReschedule(await move({ ...later, treatment: 5 }))
  await change(portal, booking, { day: '2026-06-04' })
  const [partly] = (await readPast(portal, jane)).rows
  expect(partly).toMatchObject({ _id: booking._id, price: 109, paid: false, due: 10 })
  await change(portal, booking, { cancelledAt: portal.time.now.toISOString() })
  const [cancelled] = (await readPast(portal, jane)).rows
  expect(cancelled).toMatchObject({ paid: true, due: 0 })
})

test('the history can be filtered by appointments that can be reviewed and those that have a review', async () => {
  const { portal, jane, visit } = await openAfterVisit()
  const missed = await booked(portal, jane, { treatment: 1, date: monday })
  const done = await booked(portal, jane, { treatment: 2, date: monday, slot })
  await change(portal, missed, { day: '2026-06-04', status: 'no_show' })
  await change(portal, done, { day: '2026-06-03', status: 'completed' })
  await writeReview(portal, jane, visit._id)
  const idsOf = async (only: string) =>
    (await readPast(portal, jane, `&only=${only}`)).rows.map(({ _id }) => _id)
  expect(await idsOf('unreviewed')).toEqual([done._id])
  expect(await idsOf('reviewed')).toEqual([visit._id])
  const [reviewed] = (await readPast(portal, jane)).rows
  expect(reviewed?.review).toEqual({
    ...kind,
    state: 'waiting',
    writtenAt: slotOver.toISOString(),
  })
})

test('paging lists each appointment once, even at equal times, and never another account’s', async () => {
  const { portal, jane, visit } = await openAfterVisit()
  const john = await signIn(portal)
  const expected = [visit._id]
  for (const [at, day] of ['2026-06-04', '2026-06-04', '2026-06-03', '2026-06-02'].entries()) {
    const one = await booked(portal, jane, { treatment: at + 1, date: `2026-06-${15 + at}` })
    await change(portal, one, { day, cancelledAt: slotOver.toISOString() })
    expected.push(one._id)
  }
  const found: string[] = []
  let more = '&limit=2'
  for (let next: string | null = ''; next !== null; ) {
    const page = await readPast(portal, jane, more)
    found.push(...page.rows.map(({ _id }) => _id))
    next = page.next
    more = `&limit=2&after=${encodeURIComponent(next ?? '')}`
  }
  expect(found).toHaveLength(expected.length)
  expect(found.toSorted()).toEqual(expected.toSorted())
  expect((await readPast(portal, john)).rows).toEqual([])
})

test.each(['x', '2026-02-30 480 a', '2026-06-05 99999 a', '2026-06-05 480'])(
  'an invalid cursor %j is refused',
  async (after) => {
    const { portal, jane } = await openAfterVisit()
    const path = `/history?email=${jane.email}&after=${encodeURIComponent(after)}`
    const response = await request(portal, 'GET', path, jane)
    expect(await refusal(response)).toEqual({ status: 400, code: 'invalid_input' })
  },
)
