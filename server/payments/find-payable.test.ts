import { expect, test } from 'vitest'
import { acceptedReschedule, later, reschedulesOf } from '../testing/changing.ts'
import { books, openScreen, openTill, pay, secretOf } from '../testing/paying.ts'
import { booked, type Person, type Portal, refusal, request, signIn } from '../testing/portal.ts'

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

test('with a price alone and no screen it serves the one unpaid appointment of that price', async () => {
  const { portal, jane, booking } = await openTill()
  const secret = await secretOf(await openByPrice(portal, jane, 99))
  expect(await secretOf(await openScreen(portal, jane, booking))).toBe(secret)
  const code = async (price: number) => (await refusal(await openByPrice(portal, jane, price))).code
  expect(await code(59)).toBe('none_of_that_price')
  await booked(portal, jane, { treatment: 3, slot: '9:00 AM - 9:30 AM' })
  expect(await code(99)).toBe('several_of_that_price')
})

test('with a price alone it serves the appointment whose screen asks: by its page, else by what was read', async () => {
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

test('a screen that asks for what cannot be paid is refused, and never served another appointment', async () => {
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

test('a screen that shows the price of a dearer treatment opens the difference that is due', async () => {
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
