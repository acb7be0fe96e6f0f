import { expect, test } from 'vitest'
import { Booking } from '../../contract/appointments/appointment.ts'
import { accepted, actsOf } from '../testing/desk.ts'
import { misbehave } from '../testing/misbehave.ts'
import { books, cancel, charge, openScreen, openTill, pay, secretOf } from '../testing/paying.ts'
import { booked, openPortal, refusal, request, signIn } from '../testing/portal.ts'
import { openPayment } from './open-payment.ts'

test('opening the screen ten times at once makes one intent', async () => {
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

test('a crash between the provider’s answer and our note of it makes no second intent', async () => {
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

test('a visit that staff noted as missed is not paid online, and shows as missed', async () => {
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

test('every state that cannot be paid is told apart', async () => {
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

test('what was paid, changed or cancelled since it was read is not opened', async () => {
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

test('the database itself refuses an open payment of more than is due', async () => {
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

test('an intent of another amount is cancelled and remade', async () => {
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

test('a screen that opens after the money came records it', async () => {
  const { portal, jane, booking } = await openTill()
  await charge(portal, jane, booking)
  expect(await refusal(await openScreen(portal, jane, booking))).toEqual({
    status: 409,
    code: 'already_paid',
  })
  expect((await books(portal)).mails).toEqual(['receipt'])
})

test('PAYMENTS=off takes no cards and says so', async () => {
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

test('too many attempts have to wait', async () => {
  const { portal, jane, booking } = await openTill({ settings: { RATE_LIMIT: 'on' } })
  for (let attempt = 0; attempt < 30; attempt += 1) await openScreen(portal, jane, booking)
  const refused = await openScreen(portal, jane, booking)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
