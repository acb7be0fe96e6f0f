import { expect, test } from 'vitest'
import { endpoints } from '../../../contract/endpoints.ts'
import { createApp } from '../../app.ts'
import { findViolations } from '../../db/rules.ts'
import { acceptedReschedule, moveBy, readTerms } from '../../testing/changing.ts'
import { details } from '../../testing/desk.ts'
import { books, cancel, openScreen, report, secretOf } from '../../testing/paying.ts'
import { openStripeTill, withLiveKeys } from '../../testing/peers/stripe-till.ts'
import { type Portal, refusal, request, signIn } from '../../testing/portal.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { sweepPayments } from '../sweep-payments.ts'

test('a payment is refunded once, even if Stripe has forgotten the idempotency key', async () => {
  const { peer, portal, parts, jane, booking, chargeCard } = await openStripeTill()
  const intentId = await chargeCard()
  await cancel(portal, booking._id)
  peer.fault = (operation) => (operation === 'POST /v1/refunds' ? 500 : null)
  expect(await refusal(await report(portal, jane, booking._id, intentId))).toMatchObject({
    code: 'payment_returned',
  })
  const [asked] = (await books(portal)).refunds
  expect(asked).toMatchObject({ state: 'requested', attempts: 1 })
  // It was done all the same; then the answer and the key were lost.
  peer.ledger.createRefund({ payment_intent: intentId, metadata: { refund: asked?.id ?? '' } })
  peer.fault = () => null
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments(parts)
  const { refunds, mails } = await books(portal)
  expect(refunds).toMatchObject([{ state: 'succeeded', attempts: 2 }])
  expect(mails).toEqual(['refund'])
})

test('a refund that Stripe answered with an error is asked for again, though Stripe repeats that answer for its key', async () => {
  const { peer, portal, parts, jane, booking, chargeCard } = await openStripeTill()
  const intentId = await chargeCard()
  await cancel(portal, booking._id)
  peer.fault = (operation) => (operation === 'POST /v1/refunds' ? 500 : null)
  await report(portal, jane, booking._id, intentId)
  peer.fault = () => null
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments(parts)
  const { refunds, mails } = await books(portal)
  expect(refunds).toMatchObject([{ state: 'succeeded', attempts: 2 }])
  expect(mails).toEqual(['refund'])
  expect(peer.ledger.accounts.get(intentId)?.refunds).toHaveLength(1)
})

test('a pending refund is polled until it succeeds', async () => {
  const { peer, portal, parts, booking, jane, chargeCard } = await openStripeTill()
  const intentId = await chargeCard()
  await cancel(portal, booking._id)
  peer.ledger.refundStatus = 'pending'
  await report(portal, jane, booking._id, intentId)
  const { refunds, mails } = await books(portal)
  expect([refunds, mails]).toMatchObject([[{ state: 'requested', attempts: 0 }], []])
  const [slow] = peer.ledger.accounts.get(intentId)?.refunds ?? []
  if (slow) slow.status = 'succeeded'
  portal.time.now = new Date(portal.time.now.getTime() + 3_600_000)
  await sweepPayments(parts)
  expect((await books(portal)).mails).toEqual(['refund'])
  expect(peer.asked.filter((operation) => operation === 'POST /v1/refunds')).toHaveLength(1)
})

test('a refund that the bank returns later is recorded as failed', async () => {
  const { peer, portal, booking, jane, chargeCard, deliver } = await openStripeTill()
  const intentId = await chargeCard()
  await cancel(portal, booking._id)
  await report(portal, jane, booking._id, intentId)
  const [back] = peer.ledger.accounts.get(intentId)?.refunds ?? []
  if (back) back.status = 'failed'
  const object = { id: back?.id }
  await deliver({ id: 'evt_failed', object: 'event', type: 'refund.failed', data: { object } })
  const { refunds, payments, events } = await books(portal)
  expect(refunds).toMatchObject([{ state: 'failed' }])
  expect(payments).toMatchObject([{ state: 'surplus' }])
  expect(events.at(-1)).toMatchObject({ kind: 'refund_failed' })
})

/** Paid by card, with a cheaper treatment at another time of the same day. */
async function openPaidTill() {
  const till = await openStripeTill()
  const { portal, jane, booking, chargeCard } = till
  const intentId = await chargeCard()
  expect((await report(portal, jane, booking._id, intentId)).status).toBe(200)
  const move = async (treatment: number) => {
    const to = { date: booking.date, slot: '2:00 PM - 2:30 PM', treatment }
    return acceptedReschedule(
      await moveBy(portal, jane, await readTerms(portal, jane, booking), to),
    )
  }
  const given = () =>
    till.peer.ledger.accounts.get(intentId)?.refunds.map(({ amount, status }) => [amount, status])
  return { ...till, intentId, move, given }
}

test('a payment can be refunded in several parts, never more than was paid', async () => {
  const { portal, move, given } = await openPaidTill()
  expect((await move(1)).returned).toBe(20)
  expect((await move(2)).returned).toBe(20)
  expect(given()).toEqual([
    [20_00, 'succeeded'],
    [20_00, 'succeeded'],
  ])
  const { refunds, appointments } = await books(portal)
  expect(refunds.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
  expect(appointments).toMatchObject([{ paidCents: 59_00 }])
})

test('a partial refund whose answer was lost is made once, even if Stripe has forgotten the idempotency key', async () => {
  const { peer, portal, parts, move, given } = await openPaidTill()
  peer.fault = (operation) => (operation === 'POST /v1/refunds' ? 500 : null)
  await move(1)
  const [asked] = (await books(portal)).refunds
  const done = { payment_intent: '', amount: 20_00, metadata: { refund: asked?.id ?? '' } }
  peer.ledger.createRefund({ ...done, payment_intent: [...peer.ledger.accounts.keys()][0] ?? '' })
  peer.fault = () => null
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments(parts)
  expect(given()).toEqual([[20_00, 'succeeded']])
  expect((await books(portal)).refunds).toMatchObject([{ state: 'succeeded', attempts: 2 }])
})

test('a partial refund whose answer was lost after an error is not made twice', async () => {
  const { peer, portal, parts, move, given } = await openPaidTill()
  const faults = [500, 'after', 'after', 'after'] as const
  let asked = 0
  peer.fault = (operation) => (operation === 'POST /v1/refunds' && faults[asked++]) || null
  // Only the key tells Stripe that it is the same.
  const { listRefunds } = peer.ledger
  peer.ledger.listRefunds = (id) => ({ ...listRefunds.call(peer.ledger, id), data: [] })
  await move(1)
  for (let sweep = 0; sweep < 2; sweep += 1) {
    portal.time.now = new Date(portal.time.now.getTime() + 60_000)
    await sweepPayments(parts)
  }
  expect(asked).toBe(5)
  expect(given()).toEqual([[20_00, 'succeeded']])
  expect((await books(portal)).refunds).toMatchObject([{ state: 'succeeded', attempts: 3 }])
})

test.each([
  ['one sweep', 1],
  ['two sweeps at once', 2],
])('a refund made by hand stands for one of two of its amount, after %s', async (_, sweeps) => {
  const { peer, portal, parts, intentId, move, given } = await openPaidTill()
  peer.fault = (operation) => (operation === 'POST /v1/refunds' ? 503 : null)
  await move(1)
  await move(2)
  expect((await books(portal)).refunds).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
  peer.ledger.createRefund({ payment_intent: intentId, amount: 20_00 })
  peer.fault = () => null
  const sweep = async () => {
    portal.time.now = new Date(portal.time.now.getTime() + 120_000)
    await Promise.all(Array.from({ length: sweeps }, () => sweepPayments(parts)))
  }
  await sweep()
  await sweep()
  expect(given()).toEqual([
    [20_00, 'succeeded'],
    [20_00, 'succeeded'],
  ])
  const { refunds } = await books(portal)
  expect(refunds).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded' }])
  const ids = peer.ledger.accounts.get(intentId)?.refunds.map(({ id }) => id)
  expect(refunds.map(({ providerRefundId }) => providerRefundId).toSorted()).toEqual(
    ids?.toSorted(),
  )
})

test('a refund made by hand before ours was asked for does not stand for it, after a lost answer as before', async () => {
  const { peer, portal, parts, intentId, move, given } = await openPaidTill()
  peer.ledger.createRefund({ payment_intent: intentId, amount: 20_00 })
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  peer.fault = (operation) => (operation === 'POST /v1/refunds' ? 503 : null)
  await move(1)
  peer.fault = () => null
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments(parts)
  expect(given()).toEqual([
    [20_00, 'succeeded'],
    [20_00, 'succeeded'],
  ])
  const [, ours] = peer.ledger.accounts.get(intentId)?.refunds ?? []
  expect((await books(portal)).refunds).toMatchObject([
    { state: 'succeeded', attempts: 2, providerRefundId: ours?.id },
  ])
})

test('a refund made by hand that the bank has returned stands for none of ours', async () => {
  const { peer, portal, parts, intentId, move, given } = await openPaidTill()
  peer.fault = (operation) => (operation === 'POST /v1/refunds' ? 503 : null)
  await move(1)
  peer.ledger.refundStatus = 'failed'
  peer.ledger.createRefund({ payment_intent: intentId, amount: 20_00 })
  peer.ledger.refundStatus = 'succeeded'
  peer.fault = () => null
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments(parts)
  expect(given()).toEqual([
    [20_00, 'failed'],
    [20_00, 'succeeded'],
  ])
  expect((await books(portal)).refunds).toMatchObject([{ state: 'succeeded', attempts: 2 }])
})

test('a partial refund that the bank returns counts as paid again', async () => {
  const { peer, portal, intentId, move, deliver } = await openPaidTill()
  await move(1)
  const [back] = peer.ledger.accounts.get(intentId)?.refunds ?? []
  if (back) back.status = 'failed'
  const object = { id: back?.id }
  await deliver({ id: 'evt_failed', object: 'event', type: 'refund.failed', data: { object } })
  const { refunds, payments, appointments } = await books(portal)
  expect(refunds).toMatchObject([{ state: 'failed', amountCents: 20_00 }])
  expect(payments).toMatchObject([{ state: 'succeeded', returnedCents: 0 }])
  expect(appointments).toMatchObject([{ priceCents: 79_00, paidCents: 99_00 }])
  expect(await findViolations(portal.database)).toEqual([])
})

test('a refund that Stripe has begun is never given up, however long Stripe cannot be asked', async () => {
  const { peer, portal, parts, move, deliver } = await openPaidTill()
  peer.ledger.refundStatus = 'pending'
  await move(1)
  const [slow] = [...peer.ledger.accounts.values()].flatMap(({ refunds }) => refunds)
  peer.fault = (operation) => (operation === 'GET /v1/refunds/:id' ? 401 : null)
  for (let hour = 0; hour < 21; hour += 1) {
    portal.time.now = new Date(portal.time.now.getTime() + 3_600_000)
    await sweepPayments(parts)
  }
  expect((await books(portal)).refunds).toMatchObject([{ state: 'requested', attempts: 21 }])
  if (slow) slow.status = 'succeeded'
  peer.fault = () => null
  expect((await deliver(peer.ledger.events.at(-1))).status).toBe(200)
  const { refunds, payments } = await books(portal)
  expect(refunds).toMatchObject([{ state: 'succeeded', amountCents: 20_00 }])
  expect(payments).toMatchObject([{ returnedCents: 20_00 }])
  expect(peer.asked.filter((operation) => operation === 'POST /v1/refunds')).toHaveLength(1)
})

test('real money is not asked for with test keys: its refund waits, as staff read, and is made with the live ones', async () => {
  const { peer, portal, parts, booking, intentId, given } = await openPaidTill()
  await portal.database.query.updateTable('payments').set({ testMode: 0 }).execute()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  peer.asked.length = 0
  const body = { reason: 'We had to close early.' }
  const refund = await request(portal, 'POST', `/booking/${booking._id}/refund`, { ...staff, body })
  expect(await refund.json()).toMatchObject({ state: 'requested', waits: true })
  expect((await details(portal, staff, booking)).refund).toBe('waiting')
  for (let hour = 0; hour < 21; hour += 1) {
    portal.time.now = new Date(portal.time.now.getTime() + 3_600_000)
    await sweepPayments(parts)
  }
  expect(peer.asked).toEqual([])
  const owed = await books(portal)
  expect(owed.refunds).toMatchObject([{ state: 'requested', attempts: 0, amountCents: 99_00 }])
  expect(owed.payments).toMatchObject([{ intentId, state: 'succeeded', returnedCents: 99_00 }])
  expect(await findViolations(portal.database)).toEqual([])
  await sweepPayments({ ...parts, payments: { ...parts.payments, testMode: false } })
  expect(given()).toEqual([[99_00, 'succeeded']])
  expect((await books(portal)).refunds).toMatchObject([{ state: 'succeeded', attempts: 1 }])
})

test('real money that nobody has reported is recorded once live keys are back, however long test keys were in use', async () => {
  const { peer, portal, jane, booking, parts } = await openStripeTill()
  const { live, before } = await withLiveKeys(portal, peer)
  const { ledger } = peer.live
  const [intentId = ''] = (await secretOf(await openScreen(before, jane, booking))).split(
    '_secret_',
  )
  ledger.confirm(intentId, ledger.createCard('4242424242424242').id)
  portal.time.now = new Date(portal.time.now.getTime() + 25 * 3_600_000)
  await sweepPayments(parts, { everything: true })
  await sweepPayments({ ...parts, payments: live }, { everything: true })
  expect((await books(portal)).payments).toMatchObject([{ intentId, state: 'succeeded' }])
})

test('a payment of real money that was begun stays open while test keys, the sandbox or no cards are in use, and none is opened beside it', async () => {
  const { peer, portal, jane, booking } = await openStripeTill()
  const { before } = await withLiveKeys(portal, peer)
  const [intentId = ''] = (await secretOf(await openScreen(before, jane, booking))).split(
    '_secret_',
  )
  const sandbox = createSandbox(portal.deps)
  const inSandbox = { ...portal, app: createApp({ ...portal.deps, payments: sandbox }).app }
  const { payments: _, ...withoutCards } = portal.deps
  const switchedOff = { ...portal, app: createApp(withoutCards).app }
  const { path } = endpoints.listAppointments
  const listed = async (shown: Portal) => {
    const answer = await request(shown, 'GET', `${path}?email=${jane.email}`, { token: jane.token })
    return (await answer.json()) as unknown
  }
  expect(await listed(before)).toMatchObject([{ _id: booking._id, paymentBegun: false }])
  for (const tested of [portal, inSandbox, switchedOff]) {
    expect(await listed(tested)).toMatchObject([{ _id: booking._id, paymentBegun: true }])
    expect(await refusal(await openScreen(tested, jane, booking))).toEqual({
      status: 409,
      code: 'payment_begun',
    })
    expect(await refusal(await report(tested, jane, booking._id, intentId))).toEqual({
      status: 503,
      code: 'payment_unverified',
    })
  }
  expect((await books(portal)).payments).toMatchObject([{ intentId, state: 'open', testMode: 0 }])
  const { ledger } = peer.live
  ledger.confirm(intentId, ledger.createCard('4242424242424242').id)
  expect((await report(before, jane, booking._id, intentId)).status).toBe(200)
  const recorded = await report(switchedOff, jane, booking._id, intentId)
  expect(await recorded.json()).toMatchObject({ paid: true, transactionId: intentId })
})

test('where the mode of a payment is not known and test keys do not find it, its refund waits for the live ones', async () => {
  const { peer, portal, jane, booking, parts } = await openStripeTill()
  const { live, before } = await withLiveKeys(portal, peer)
  const { ledger } = peer.live
  const [intentId = ''] = (await secretOf(await openScreen(before, jane, booking))).split(
    '_secret_',
  )
  ledger.confirm(intentId, ledger.createCard('4242424242424242').id)
  expect((await report(before, jane, booking._id, intentId)).status).toBe(200)
  await portal.database.query.updateTable('payments').set({ testMode: null }).execute()

  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  peer.asked.length = 0
  const body = { reason: 'We had to close early.' }
  const refund = await request(portal, 'POST', `/booking/${booking._id}/refund`, { ...staff, body })
  expect(await refund.json()).toMatchObject({ state: 'requested', waits: true })
  expect((await details(portal, staff, booking)).refund).toBe('waiting')
  for (let hour = 0; hour < 21; hour += 1) {
    portal.time.now = new Date(portal.time.now.getTime() + 3_600_000)
    await sweepPayments(parts)
  }
  expect(peer.asked).toEqual(['POST /v1/refunds'])
  const owed = await books(portal)
  expect(owed.refunds).toMatchObject([{ state: 'requested', attempts: 0, amountCents: 99_00 }])
  expect(owed.payments).toMatchObject([{ state: 'succeeded', testMode: 0 }])

  await sweepPayments({ ...parts, payments: live })
  expect(ledger.accounts.get(intentId)?.refunds).toMatchObject([{ amount: 99_00 }])
  expect((await books(portal)).refunds).toMatchObject([{ state: 'succeeded', attempts: 1 }])
})

test('staff can refund again what the bank returned, and the patient gets it once', async () => {
  const { peer, portal, booking, intentId, given, deliver } = await openPaidTill()
  const { token } = await signIn(portal, 'staff@clinic.example', 'admin')
  const path = `/booking/${booking._id}/refund`
  const refund = async (reason: string) => {
    const response = await request(portal, 'POST', path, { token, body: { reason } })
    return response.status === 200 ? response.json() : refusal(response)
  }
  expect(await refund('We had to close early.')).toMatchObject({ state: 'succeeded' })
  const [back] = peer.ledger.accounts.get(intentId)?.refunds ?? []
  if (back) back.status = 'failed'
  const object = { id: back?.id }
  await deliver({ id: 'evt_failed', object: 'event', type: 'refund.failed', data: { object } })
  expect(await refund('Second try.')).toMatchObject({
    state: 'succeeded',
    reason: 'Second try.',
  })
  expect(given()).toEqual([
    [99_00, 'failed'],
    [99_00, 'succeeded'],
  ])
  const { refunds, payments } = await books(portal)
  expect(refunds).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }])
  expect(payments).toMatchObject([{ state: 'refunded', returnedCents: 99_00 }])
  expect(await refund('Once more.')).toEqual({ status: 409, code: 'already_refunded' })
  expect(await findViolations(portal.database)).toEqual([])
})
