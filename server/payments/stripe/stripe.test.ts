import { pino } from 'pino'
import { expect, test } from 'vitest'
import { addDays } from '../../../contract/date.ts'
import { Overview, PracticeReport } from '../../../contract/reports/endpoints.ts'
import { createApp } from '../../app.ts'
import { findViolations } from '../../db/rules.ts'
import { accepted, actsOf, bookFor } from '../../testing/desk.ts'
import { books, openScreen, report, secretOf } from '../../testing/paying.ts'
import { openStripeTill, withLiveKeys } from '../../testing/peers/stripe-till.ts'
import { type Person, type Portal, refusal, request, signIn } from '../../testing/portal.ts'
import { sweepPayments } from '../sweep-payments.ts'

test('the whole payment flow matches Stripe’s API description', async () => {
  const { peer, portal, jane, booking, chargeCard } = await openStripeTill()
  const settings = await request(portal, 'GET', '/payments/settings')
  expect(await settings.json()).toEqual({
    provider: 'stripe',
    publishableKey: peer.publishableKey,
    testMode: true,
  })
  const intentId = await chargeCard()
  expect((await report(portal, jane, booking._id, intentId)).status).toBe(200)
  expect(peer.ledger.readIntent(intentId)).toMatchObject({
    amount: 99_00,
    currency: 'usd',
    metadata: { appointment: booking._id },
  })
  expect((await books(portal)).payments).toMatchObject([
    { provider: 'stripe', state: 'succeeded', cardBrand: 'visa', cardLast4: '4242' },
  ])
  expect(peer.asked).toEqual(['POST /v1/payment_intents', 'GET /v1/payment_intents/:id'])
})

test('a retry after Stripe’s answer was lost creates no second intent', async () => {
  const { peer, portal, jane, booking } = await openStripeTill()
  let breaks = 2
  peer.fault = () => (breaks-- > 0 ? 'after' : null)
  await secretOf(await openScreen(portal, jane, booking))
  expect(peer.asked).toHaveLength(3)
  expect(peer.ledger.accounts.size).toBe(1)
})

test('reopening the payment screen after Stripe’s answers were lost creates no second intent', async () => {
  const { peer, portal, jane, booking } = await openStripeTill()
  let breaks = 3
  peer.fault = () => (breaks-- > 0 ? 'after' : null)
  expect((await openScreen(portal, jane, booking)).status).toBe(503)
  await secretOf(await openScreen(portal, jane, booking))
  expect(peer.ledger.accounts.size).toBe(1)
})

test('a Stripe outage or a rejected API key is answered with 503', async () => {
  const { peer, portal, jane, booking, chargeCard } = await openStripeTill()
  peer.fault = () => 500
  expect(await refusal(await openScreen(portal, jane, booking))).toEqual({
    status: 503,
    code: 'provider_unavailable',
  })
  peer.fault = () => null
  // Stripe would repeat its answer for the same key.
  const intentId = await chargeCard()
  expect((await books(portal)).payments.map(({ state }) => state)).toEqual(['cancelled', 'open'])
  peer.fault = () => 401
  expect(await refusal(await report(portal, jane, booking._id, intentId))).toEqual({
    status: 503,
    code: 'payment_unverified',
  })
})

test('a signed webhook delivered five times records the payment once', async () => {
  const { peer, portal, chargeCard, deliver } = await openStripeTill()
  const transactionId = await chargeCard()
  const [event] = peer.ledger.events
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(event)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const { appointments, mails, events } = await books(portal)
  expect(appointments).toMatchObject([{ transactionId }])
  expect([mails, events.length]).toEqual([['receipt'], 1])
  const told = await portal.database.query.selectFrom('providerEvents').selectAll().execute()
  expect(told).toMatchObject([{ id: event?.id, kind: 'payment_intent.succeeded' }])
})

/** The same clinic with its live keys. */
function goLive({ portal, parts }: Awaited<ReturnType<typeof openStripeTill>>): Portal {
  const payments = { ...parts.payments, testMode: false }
  return { ...portal, app: createApp({ ...portal.deps, payments }).app }
}

test('a payment with test keys stays one on its receipt, and counts in reports only until the clinic is live', async () => {
  const till = await openStripeTill()
  const { portal, jane, booking, chargeCard } = till
  await report(portal, jane, booking._id, await chargeCard())
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const wish = { treatment: 1, date: booking.date }
  const guest = await accepted(await bookFor(portal, staff, { email: null }, wish))
  const atDesk = await accepted(await actsOf(portal, staff).payAtDesk(guest))
  const today = portal.time.now.toISOString().slice(0, 10)
  const range = `from=${addDays(today, -1)}&to=${addDays(today, 7)}`
  const read = async (of: Portal) => {
    const get = (path: string) => request(of, 'GET', path, staff)
    const { days } = Overview.parse(await (await get('/staff/overview')).json())
    const { doctors } = PracticeReport.parse(await (await get(`/staff/practice?${range}`)).json())
    const csv = await (await get(`/staff/export/payments.csv?${range}`)).text()
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
    return {
      taken: sum(days.map((day) => day.taken)),
      collected: sum(days.map((day) => day.collected)),
      byDoctor: sum(doctors.map((doctor) => doctor.collected)),
      marks: csv
        .trim()
        .split('\r\n')
        .map((row) => row.split(',').at(-1))
        .toSorted(),
      receipt: await (await request(of, 'GET', `/receipts/${booking._id}`, jane)).json(),
    }
  }
  const both = booking.price + atDesk.price
  const marks = ['', 'Test mode', 'yes']
  const receipt = expect.objectContaining({ testMode: true })
  expect(await read(portal)).toEqual({
    ...{ taken: both, collected: both, byDoctor: both, marks, receipt },
  })
  const real = atDesk.price
  expect(await read(goLive(till))).toEqual({
    ...{ taken: real, collected: real, byDoctor: real, marks, receipt },
  })
})

test('a payment with live keys is not a test on its receipt once the clinic has test keys', async () => {
  const till = await openStripeTill()
  const { peer, portal, jane, booking } = till
  const live = goLive(till)
  const [intentId = ''] = (await secretOf(await openScreen(live, jane, booking))).split('_secret_')
  peer.ledger.confirm(intentId, peer.ledger.createCard('4242424242424242').id)
  await report(live, jane, booking._id, intentId)
  const receipt = await request(portal, 'GET', `/receipts/${booking._id}`, jane)
  expect(await receipt.json()).toMatchObject({ testMode: false })
})

test('a payment that was opened with test keys is not collected with live ones', async () => {
  const till = await openStripeTill()
  const { peer, portal, jane, booking } = till
  // The portal stopped before it stored what Stripe had made.
  peer.fault = () => 'after'
  expect((await openScreen(portal, jane, booking)).status).toBe(503)
  peer.fault = () => null
  await secretOf(await openScreen(goLive(till), jane, booking))
  expect((await books(portal)).payments).toMatchObject([
    { state: 'cancelled', testMode: 1 },
    { state: 'open', testMode: 0 },
  ])
})

test('a payment with test keys is refunded without Stripe once the clinic is live, and its mail says that no money goes back', async () => {
  const till = await openStripeTill()
  const { peer, portal, jane, booking, chargeCard } = till
  await report(portal, jane, booking._id, await chargeCard())
  const { token } = await signIn(portal, 'staff@clinic.example', 'admin')
  peer.asked.length = 0
  const path = `/booking/${booking._id}/refund`
  const body = { reason: 'It was a test.' }
  const refund = await request(goLive(till), 'POST', path, { token, body })
  expect(await refund.json()).toMatchObject({ state: 'succeeded' })
  expect(peer.asked).toEqual([])
  const { appointments, payments } = await books(portal)
  expect(appointments).toMatchObject([{ paidCents: 0, paidAt: null }])
  expect(payments).toMatchObject([{ state: 'refunded', returnedCents: 99_00 }])
  const { query } = portal.database
  const mails = query.selectFrom('outbox').selectAll().where('kind', '=', 'refund')
  const { subject, text } = await mails.executeTakeFirstOrThrow()
  expect(subject).toBe('Molar Dental no longer counts your test payment of $99')
  expect(text).toContain('no card was charged, so no money goes back')
  expect(text).not.toContain('4242')
  expect(await findViolations(portal.database)).toEqual([])
})

test('what was paid with test keys is not received money for staff and patients once the clinic is live', async () => {
  const till = await openStripeTill()
  const { portal, jane, booking, chargeCard } = till
  await report(portal, jane, booking._id, await chargeCard())
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const read = async (of: Portal) => {
    const get = async (path: string, { token }: Person) =>
      (await request(of, 'GET', path, { token })).json()
    const day = await get(`/staff/schedule?date=${encodeURIComponent(booking.date)}`, staff)
    const found = await get(`/staff/appointments?search=${encodeURIComponent(jane.name)}`, staff)
    const details = await get(`/staff/appointments/${booking._id}`, staff)
    const own = await get(`/booking?email=${jane.email}`, jane)
    const one = await get(`/booking/${booking._id}`, jane)
    const terms = await get(`/booking/${booking._id}/change`, jane)
    const all = [
      ...day.appointments,
      ...found.rows,
      details.appointment,
      ...own,
      one,
      terms.booking,
    ]
    return all.map((shown) => shown.paidInTest)
  }
  expect(await read(portal)).toEqual([0, 0, 0, 0, 0, 0])
  const live = goLive(till)
  expect(await read(live)).toEqual([99, 99, 99, 99, 99, 99])
  const cancelled = await actsOf(live, staff).cancel(
    { _id: booking._id, revision: 1 },
    { refund: true },
  )
  expect(await accepted(cancelled)).toMatchObject({ paidInTest: 0, paidByCard: 0 })
  const { query } = portal.database
  const mails = query
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'appointment-cancelled')
  const { text } = await mails.executeTakeFirstOrThrow()
  expect(text).toContain('no card was charged, so no money goes back')
  expect(text).not.toContain('back to your card')
  expect((await books(portal)).payments).toMatchObject([{ state: 'refunded' }])
})

test('a webhook without a valid Stripe signature is refused', async () => {
  const { peer, portal, chargeCard, deliver } = await openStripeTill()
  await chargeCard()
  const [event] = peer.ledger.events
  const forged = await deliver(event, JSON.stringify(event).replace('evt_', 'evt_x'))
  expect(forged.status).toBe(401)
  const bare = await portal.app.request('/webhooks/stripe', {
    method: 'POST',
    body: JSON.stringify(event),
  })
  expect(bare.status).toBe(401)
  expect((await books(portal)).mails).toEqual([])
})

test('a webhook body larger than any event is refused unread, with or without a content length', async () => {
  const lines: unknown[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const { portal } = await openStripeTill()
  const { app } = createApp({ ...portal.deps, log })
  const large = 'x'.repeat(1024 * 1024 + 1)
  const send = (body: BodyInit, headers: HeadersInit = {}) => {
    const init = { method: 'POST', body, headers, duplex: 'half' }
    return app.request('/webhooks/stripe', init)
  }
  const announced = await send(large, { 'content-length': String(large.length) })
  const inPieces = await send(new Blob([large]).stream())
  for (const refused of [announced, inPieces]) {
    expect(await refusal(refused)).toEqual({ status: 413, code: 'too_large' })
  }
  expect(lines).toEqual([])
})

test('a webhook that arrives while Stripe is unreachable gets 503, and its retry is processed', async () => {
  const { peer, portal, chargeCard, deliver } = await openStripeTill()
  await chargeCard()
  const [event] = peer.ledger.events
  peer.fault = () => 503
  expect((await deliver(event)).status).toBe(503)
  peer.fault = () => null
  expect((await deliver(event)).status).toBe(200)
  expect((await books(portal)).mails).toEqual(['receipt'])
})

test('events of unused types or about unknown payments are accepted and ignored', async () => {
  const { portal, deliver } = await openStripeTill()
  const event = { id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } }
  expect((await deliver(event)).status).toBe(200)
  const data = { object: { id: 'pi_of_another_shop' } }
  expect((await deliver({ ...event, type: 'payment_intent.succeeded', data })).status).toBe(200)
  expect((await books(portal)).events).toEqual([])
})

test('an intent that is paid while we cancel it is recorded and refunded', async () => {
  const { peer, portal, jane, booking, chargeCard } = await openStripeTill()
  await chargeCard()
  await portal.database.query.updateTable('appointments').set({ priceCents: 50_00 }).execute()
  await secretOf(await openScreen(portal, jane, { ...booking, price: 50 }))
  const states = (await books(portal)).payments.map(({ state }) => state)
  expect(states).toEqual(['refunded', 'open'])
  expect(peer.asked).toContain('POST /v1/payment_intents/:id/cancel')
})

test.each([
  ['as ordered', 99_00],
  ['of another price', 79_00],
])(
  'a payment %s whose mode is not known and that test keys do not find stays open until live keys are back',
  async (_, priceCents) => {
    const { peer, portal, jane, booking, parts } = await openStripeTill()
    const { query } = portal.database
    const { live, before } = await withLiveKeys(portal, peer)
    const [intentId = ''] = (await secretOf(await openScreen(before, jane, booking))).split(
      '_secret_',
    )
    const forget = () => query.updateTable('payments').set({ testMode: null }).execute()
    await query.updateTable('appointments').set({ priceCents }).execute()
    await forget()
    const priced = { ...booking, price: priceCents / 100 }
    expect(await refusal(await openScreen(portal, jane, priced))).toEqual({
      status: 409,
      code: 'payment_begun',
    })
    await forget()
    expect(await refusal(await report(portal, jane, booking._id, intentId))).toEqual({
      status: 503,
      code: 'payment_unverified',
    })
    await forget()
    peer.live.ledger.confirm(intentId, peer.live.ledger.createCard('4242424242424242').id)
    portal.time.now = new Date(portal.time.now.getTime() + 25 * 3_600_000)
    await sweepPayments(parts)
    expect((await books(portal)).payments).toMatchObject([{ intentId, state: 'open', testMode: 0 }])
    await sweepPayments({ ...parts, payments: live }, { everything: true })
    expect((await books(portal)).payments).toMatchObject([
      { intentId, state: priceCents === 99_00 ? 'succeeded' : 'refunded' },
    ])
  },
)
