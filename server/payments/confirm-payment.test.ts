import { expect, test } from 'vitest'
import { Booking } from '../../contract/appointments/appointment.ts'
import { misbehave } from '../testing/misbehave.ts'
import {
  books,
  cancel,
  charge,
  openScreen,
  openTill,
  pay,
  report,
  secretOf,
  tryCard,
} from '../testing/paying.ts'
import { booked, type Portal, refusal, request, signIn } from '../testing/portal.ts'

/** Changes the intent at the provider, as is possible on its dashboard. */
async function tamper({ database }: Portal, change: Record<string, string | number>) {
  await database.query.updateTable('sandboxIntents').set(change).execute()
}

test('a valid report records the payment, sends a receipt and adds a history entry', async () => {
  const { portal, jane, booking } = await openTill()
  const transactionId = await charge(portal, jane, booking)
  const response = await report(portal, jane, booking._id, transactionId)
  const paid = Booking.parse(await response.json())
  expect(paid).toEqual({ ...booking, paid: true, due: 0, transactionId })
  const { payments, events, mails } = await books(portal)
  expect(payments).toMatchObject([
    { state: 'succeeded', intentId: transactionId, cardBrand: 'visa', cardLast4: '4242' },
  ])
  expect(events).toMatchObject([
    {
      ...{ kind: 'paid', actor: jane.email },
      data: JSON.stringify({ amountCents: 9900, currency: 'usd', transactionId }),
    },
  ])
  expect(mails).toEqual(['receipt'])
})

test('repeating a report returns the same answer and changes nothing', async () => {
  const { portal, jane, booking } = await openTill()
  const paid = await pay(portal, jane, booking)
  const before = await books(portal)
  const again = await report(portal, jane, booking._id, paid.transactionId ?? '')
  expect(await again.json()).toEqual(paid)
  expect(await books(portal)).toEqual(before)
})

test.each<[string, (till: Awaited<ReturnType<typeof openTill>>) => Promise<string>]>([
  ['unknown_transaction', async () => 'pi_invented'],
  [
    'unknown_transaction',
    async ({ portal }) => {
      const john = await signIn(portal)
      return charge(portal, john, await booked(portal, john, { slot: '9:00 AM - 9:30 AM' }))
    },
  ],
  [
    'unknown_transaction',
    async ({ portal, jane, booking }) => {
      const id = await charge(portal, jane, booking)
      await tamper(portal, { appointmentId: 'another' })
      return id
    },
  ],
  [
    'not_paid',
    async ({ portal, jane, booking }) => {
      const secret = await secretOf(await openScreen(portal, jane, booking))
      return secret.split('_secret_')[0] ?? ''
    },
  ],
  [
    'wrong_amount',
    async ({ portal, jane, booking }) => {
      const id = await charge(portal, jane, booking)
      await tamper(portal, { amountCents: 1_00 })
      return id
    },
  ],
  [
    'wrong_currency',
    async ({ portal, jane, booking }) => {
      const id = await charge(portal, jane, booking)
      await tamper(portal, { currency: 'jpy' })
      return id
    },
  ],
])('%s is refused and changes nothing', async (code, transaction) => {
  const till = await openTill()
  const { portal, jane, booking } = till
  const transactionId = await transaction(till)
  const before = await books(portal)
  const response = await report(portal, jane, booking._id, transactionId)
  expect(await refusal(response)).toEqual({ status: 409, code })
  expect(await books(portal)).toEqual(before)
})

test('a report is refused from another account, or for an appointment other than the one in the URL', async () => {
  const { portal, jane, booking } = await openTill()
  const transactionId = await charge(portal, jane, booking)
  const john = await signIn(portal)
  expect(await refusal(await report(portal, john, booking._id, transactionId))).toEqual({
    status: 403,
    code: 'forbidden',
  })
  const body = { appointment: 'another', transactionId }
  const crossed = await request(portal, 'PATCH', `/booking/${booking._id}`, {
    token: jane.token,
    body,
  })
  expect(await refusal(crossed)).toEqual({ status: 409, code: 'unknown_transaction' })
  expect((await books(portal)).mails).toEqual([])
})

test('a report is refused while the provider is unreachable, and succeeds afterwards', async () => {
  let away = false
  const line = (call: string) => (away && call === 'readIntent' ? 'before' : null)
  const { portal, jane, booking } = await openTill({
    line: (sandbox) => misbehave(sandbox, { losesAnswer: line }),
  })
  const transactionId = await charge(portal, jane, booking)
  away = true
  const before = await books(portal)
  expect(await refusal(await report(portal, jane, booking._id, transactionId))).toEqual({
    status: 503,
    code: 'payment_unverified',
  })
  expect(await books(portal)).toEqual(before)
  away = false
  expect((await report(portal, jane, booking._id, transactionId)).status).toBe(200)
})

test.each<[string, string, (portal: Portal, id: string) => Promise<unknown>]>([
  ['cancelled meanwhile', 'cancelled_before', cancel],
  [
    'dearer meanwhile',
    'price_changed',
    ({ database }) => database.query.updateTable('appointments').set({ priceCents: 1 }).execute(),
  ],
])(
  'a payment for an appointment that was %s is refunded, and the patient is notified',
  async (_, reasonCode, change) => {
    const { portal, jane, booking } = await openTill()
    const transactionId = await charge(portal, jane, booking)
    await change(portal, booking._id)
    expect(await refusal(await report(portal, jane, booking._id, transactionId))).toEqual({
      status: 409,
      code: 'payment_returned',
    })
    const { appointments, payments, refunds, events, mails } = await books(portal)
    expect(appointments).toMatchObject([{ paidAt: null, transactionId: null }])
    expect(payments).toMatchObject([{ state: 'refunded' }])
    expect(refunds).toMatchObject([{ state: 'succeeded', actor: 'portal', reasonCode }])
    expect(events.map(({ kind }) => kind)).toEqual(['payment_surplus', 'refunded'])
    expect(mails).toEqual(['refund'])
  },
)

test('a card charged in time counts even if reported late, and a card charged too late is refunded', async () => {
  const input = { date: 'Jun 5, 2026', slot: '9:30 AM - 10:00 AM' }
  const [inTime, tooLate] = [await openTill({ input }), await openTill({ input })]
  const secret = await secretOf(await openScreen(tooLate.portal, tooLate.jane, tooLate.booking))
  const id = await charge(inTime.portal, inTime.jane, inTime.booking)
  const after = new Date('2026-06-05T14:00:00Z')
  inTime.portal.time.now = after
  tooLate.portal.time.now = after
  expect((await report(inTime.portal, inTime.jane, inTime.booking._id, id)).status).toBe(200)
  await tryCard(tooLate.portal, tooLate.jane, secret)
  const late = secret.split('_secret_')[0] ?? ''
  expect(
    await refusal(await report(tooLate.portal, tooLate.jane, tooLate.booking._id, late)),
  ).toEqual({
    status: 409,
    code: 'payment_returned',
  })
})
