import { expect, test } from 'vitest'
import { Booking } from '../../contract/appointments/appointment.ts'
import { acceptedReschedule, later, reschedulesOf } from '../testing/changing.ts'
import { accepted, actsOf } from '../testing/desk.ts'
import { misbehave } from '../testing/misbehave.ts'
import { books, cancel, charge, openScreen, openTill, pay, secretOf } from '../testing/paying.ts'
import {
  booked,
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import { openPayment } from './open-payment.ts'

test('opening the payment screen ten times concurrently creates one intent', async () => {
  const { portal, jane, booking } = await openTill()
  const opened = await Promise.all(
    Array.from({ length: 10 }, () => openScreen(portal, jane, booking)),
  )
  const secrets = new Set(await Promise.all(opened.map(secretOf)))
  expect(secrets.size).toBe(1)
  const intents = await portal.database.query.selectFrom('sandboxIntents').selectAll().execute()
  expect(intents).toMatchObject([
    { amountCents: 99_00, currency: 'usd', appointmentId: booking._id },
  ])
  expect((await books(portal)).payments).toHaveLength(1)
})

test('a crash before the provider’s answer is stored creates no second intent', async () => {
  let losses = 1
  const lost = () => (losses-- > 0 ? 'after' : null)
  const { portal, jane, booking } = await openTill({
    line: (sandbox) => misbehave(sandbox, { losesAnswer: lost }),
  })
  expect(await refusal(await openScreen(portal, jane, booking))).toEqual({
    status: 503,
    code: 'provider_unavailable',
  })
  await secretOf(await openScreen(portal, jane, booking))
  const intents = await portal.database.query.selectFrom('sandboxIntents').selectAll().execute()
  expect(intents).toHaveLength(1)
})

test('a no-show appointment cannot be paid online and is shown as a no-show', async () => {
  const input = { date: 'Jun 5, 2026', slot: '9:30 AM - 10:00 AM' }
  const { portal, jane, booking } = await openTill({ input })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const { setStatus } = actsOf(portal, staff)
  const read = () => request(portal, 'GET', `/booking/${booking._id}`, { token: jane.token })
  const status = async () => Booking.parse(await (await read()).json()).status
  expect(await status()).toBe('booked')
  portal.time.now = new Date('2026-06-05T13:35:00Z')
  const missed = await accepted(await setStatus({ ...booking, revision: 0 }, 'no_show'))
  expect(await status()).toBe('no_show')
  expect(await refusal(await openScreen(portal, jane, booking))).toEqual({
    status: 409,
    code: 'appointment_over',
  })
  await accepted(await setStatus(missed, 'arrived'))
  expect(await status()).toBe('arrived')
  await secretOf(await openScreen(portal, jane, booking))
})

test('each reason for refusing a payment has its own error code', async () => {
  const input = { date: 'Jun 5, 2026', slot: '9:30 AM - 10:00 AM' }
  const { portal, jane, booking } = await openTill({ input })
  const ask = async (change: object, token = jane.token) => {
    const body = { price: booking.price, appointment: booking._id, ...change }
    return request(portal, 'POST', '/create-payment-intent', { token, body })
  }
  const answer = async (change: object = {}, token?: string) => refusal(await ask(change, token))
  const stranger = await signIn(portal)
  expect(await answer({}, stranger.token)).toEqual({ status: 403, code: 'forbidden' })
  expect(await answer({ appointment: 'none' })).toEqual({ status: 404, code: 'not_found' })
  expect(await answer({ price: 98.99 })).toEqual({ status: 409, code: 'price_differs' })
  portal.time.now = new Date('2026-06-05T13:59:59Z')
  await secretOf(await ask({}))
  portal.time.now = new Date('2026-06-05T14:00:00Z')
  expect(await answer()).toEqual({ status: 409, code: 'appointment_over' })
  await cancel(portal, booking._id)
  expect(await answer()).toEqual({ status: 409, code: 'appointment_cancelled' })
  const second = await booked(portal, jane)
  await pay(portal, jane, second)
  expect(await answer({ appointment: second._id })).toEqual({ status: 409, code: 'already_paid' })
  const free = await booked(portal, jane, { treatment: 1, slot: '9:00 AM - 9:30 AM' })
  await portal.database.query
    .updateTable('appointments')
    .set({ priceCents: 0 })
    .where('id', '=', free._id)
    .execute()
  expect(await answer({ appointment: free._id, price: 0 })).toEqual({
    status: 409,
    code: 'nothing_due',
  })
})

test('no payment is opened for an appointment that was paid, changed or cancelled since it was read', async () => {
  const { portal, sandbox, jane, booking } = await openTill()
  const parts = { ...portal.deps, payments: sandbox }
  const { query } = portal.database
  const change = (set: { priceCents: number } | { cancelledAt: string }) =>
    query.updateTable('appointments').set(set).where('id', '=', booking._id).execute()
  const [asRead] = (await books(portal)).appointments
  if (!asRead) throw new Error('Booked just now')
  await change({ priceCents: 109_00 })
  expect(await openPayment(parts, asRead)).toEqual({ ok: false, reason: 'price_differs' })
  await change({ priceCents: 99_00 })
  await pay(portal, jane, booking)
  expect(await openPayment(parts, asRead)).toEqual({ ok: false, reason: 'already_paid' })
  await change({ cancelledAt: '2026-06-05T13:00:00.000Z' })
  expect(await openPayment(parts, asRead)).toEqual({ ok: false, reason: 'appointment_cancelled' })
  expect((await books(portal)).payments.map(({ state }) => state)).toEqual(['succeeded'])
})

test('the database refuses an open payment of more than the amount due', async () => {
  const { portal, jane, booking } = await openTill()
  const { query } = portal.database
  const at = { createdAt: '2026-06-05T13:00:00.000Z', checkAt: '2026-06-05T13:00:00.000Z' }
  const own = {
    appointmentId: booking._id,
    provider: 'sandbox',
    currency: 'usd',
    state: 'open',
  } as const
  const insert = (amountCents: number) =>
    query
      .insertInto('payments')
      .values({ ...at, ...own, amountCents, id: `p${amountCents}` })
      .execute()
  await expect(insert(99_01)).rejects.toThrow('payments_still_due')
  await pay(portal, jane, booking)
  await expect(insert(1)).rejects.toThrow('payments_still_due')
  await cancel(portal, booking._id)
  await expect(insert(1)).rejects.toThrow('payments_still_due')
})

test('an intent with an outdated amount is cancelled and replaced', async () => {
  const { portal, sandbox, jane, booking } = await openTill()
  const before = await secretOf(await openScreen(portal, jane, booking))
  await portal.database.query.updateTable('appointments').set({ priceCents: 79_50 }).execute()
  const after = await secretOf(await openScreen(portal, jane, { ...booking, price: 79.5 }))
  expect(after).not.toBe(before)
  const { payments } = await books(portal)
  expect(payments.map(({ state, amountCents }) => [state, amountCents])).toEqual([
    ['cancelled', 99_00],
    ['open', 79_50],
  ])
  const [old] = payments
  expect(await sandbox.readIntent(old?.intentId ?? '')).toMatchObject({ status: 'cancelled' })
})

test('opening the payment screen after the card was charged records the payment', async () => {
  const { portal, jane, booking } = await openTill()
  await charge(portal, jane, booking)
  expect(await refusal(await openScreen(portal, jane, booking))).toEqual({
    status: 409,
    code: 'already_paid',
  })
  expect((await books(portal)).mails).toEqual(['receipt'])
})

test('with PAYMENTS=off, card payments are refused and the settings report it', async () => {
  const portal = await openPortal({ settings: { PAYMENTS: 'off' } })
  const jane = await signIn(portal)
  const booking = await booked(portal, jane)
  const settings = await request(portal, 'GET', '/payments/settings')
  expect(await settings.json()).toEqual({ provider: 'off', testMode: false })
  expect(await refusal(await openScreen(portal, jane, booking))).toEqual({
    status: 409,
    code: 'payments_off',
  })
})

test('too many attempts to open a payment are rate limited', async () => {
  const { portal, jane, booking } = await openTill({ settings: { RATE_LIMIT: 'on' } })
  for (let attempt = 0; attempt < 30; attempt += 1) await openScreen(portal, jane, booking)
  const refused = await openScreen(portal, jane, booking)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

const origin = 'http://localhost:5000'

/** What a client of the specification's section 7 sends: the price, and the page's address. */
function openByPrice({ app }: Portal, { token }: Person, price: number, referer?: string) {
  const authorization = `Bearer ${token}`
  const headers = { authorization, 'content-type': 'application/json' }
  return app.request('/create-payment-intent', {
    method: 'POST',
    headers: { ...headers, ...(referer !== undefined && { referer }) },
    body: JSON.stringify({ price }),
  })
}

const read = (portal: Portal, { token }: Person, id: string) =>
  request(portal, 'GET', `/booking/${id}`, { token })

const page = (id: string) => `${origin}/dashboard/payment/${id}`

/** Two unpaid appointments of one price. */
async function openTwo() {
  const till = await openTill()
  const { portal, jane, booking: first } = till
  const second = await booked(portal, jane, { treatment: 3, slot: '9:00 AM - 9:30 AM' })
  expect(second.price).toBe(first.price)
  return { ...till, first, second }
}

test('a request with only a price opens a payment for the only unpaid appointment of that price', async () => {
  const { portal, jane, booking } = await openTill()
  const secret = await secretOf(await openByPrice(portal, jane, 99))
  expect(await secretOf(await openScreen(portal, jane, booking))).toBe(secret)
  const code = async (price: number) => (await refusal(await openByPrice(portal, jane, price))).code
  expect(await code(59)).toBe('none_of_that_price')
  await booked(portal, jane, { treatment: 3, slot: '9:00 AM - 9:30 AM' })
  expect(await code(99)).toBe('several_of_that_price')
})

test('a request with only a price uses the appointment of the referring page, else the one last read', async () => {
  const { portal, jane, first, second } = await openTwo()
  const secrets = [
    await secretOf(await openScreen(portal, jane, first)),
    await secretOf(await openScreen(portal, jane, second)),
  ]
  const open = async (referer?: string) => secretOf(await openByPrice(portal, jane, 99, referer))
  expect(await open(page(first._id))).toBe(secrets[0])
  expect(await open(`${page(second._id)}/?from=mail#card`)).toBe(secrets[1])
  for (const [at, { _id }] of [second, first, first].entries()) {
    await read(portal, jane, _id)
    expect(await open()).toBe(secrets[at === 0 ? 1 : 0])
  }
  // The page says more than what was read; other pages and other sites say nothing.
  expect(await open(page(second._id))).toBe(secrets[1])
  const silent = [
    `${origin}/dashboard`,
    `https://evil.example/dashboard/payment/${second._id}`,
    '%',
  ]
  for (const referer of silent) expect(await open(referer)).toBe(secrets[0])
  const stored = await portal.database.query.selectFrom('lastReads').selectAll().execute()
  expect(stored).toMatchObject([{ appointmentId: first._id }])
})

test('a payment screen whose appointment cannot be paid is refused, and never gets another appointment’s payment', async () => {
  const { portal, jane, first, second } = await openTwo()
  await pay(portal, jane, first)
  const answer = async (price: number, referer?: string) =>
    refusal(await openByPrice(portal, jane, price, referer))
  expect(await answer(99, page(first._id))).toEqual({ status: 409, code: 'already_paid' })
  await read(portal, jane, first._id)
  expect(await answer(99)).toEqual({ status: 409, code: 'already_paid' })
  expect(await answer(59, page(second._id))).toEqual({ status: 409, code: 'price_differs' })
  expect(await answer(99, page('none'))).toEqual({ status: 404, code: 'not_found' })
  const john = await signIn(portal)
  const his = await booked(portal, john, { date: '2026-06-09' })
  expect(await answer(99, page(his._id))).toEqual({ status: 403, code: 'forbidden' })
  // Reading what is not one's own leaves no trace, and what John reads is nothing to Jane.
  await read(portal, jane, his._id)
  await read(portal, john, his._id)
  expect(await answer(99)).toEqual({ status: 409, code: 'already_paid' })
  const { payments } = await books(portal)
  expect(payments.map(({ appointmentId }) => appointmentId)).toEqual([first._id])
})

test('after a reschedule to a dearer treatment, the payment screen opens only the difference due', async () => {
  const till = await openTill()
  const { portal, jane, booking } = till
  await pay(portal, jane, booking)
  const dearer = { ...later, treatment: 5 }
  const moved = await acceptedReschedule(await reschedulesOf(till).move(dearer))
  expect([moved.booking.price, moved.due]).toEqual([109, 10])
  await booked(portal, jane, { treatment: 5, slot: '11:00 AM - 11:30 AM' })
  const secret = await secretOf(await openByPrice(portal, jane, 109, page(booking._id)))
  expect(await secretOf(await openByPrice(portal, jane, 10, page(booking._id)))).toBe(secret)
  expect((await books(portal)).payments.at(-1)).toMatchObject({ state: 'open', amountCents: 10_00 })
})
