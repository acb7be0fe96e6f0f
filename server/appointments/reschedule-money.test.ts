import { expect, test } from 'vitest'
import { Receipt } from '../../contract/payments/endpoints.ts'
import { sweepPayments } from '../payments/sweep-payments.ts'
import {
  acceptedReschedule,
  later,
  mailOf,
  openPaid,
  reschedulesOf,
  setPolicy,
} from '../testing/changing.ts'
import { accepted, actsOf, details } from '../testing/desk.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { charge, openScreen, openTill, pay, report } from '../testing/paying.ts'
import { refusal, request, signIn } from '../testing/portal.ts'

/** Of the demo clinic: 99, 79, 59, 99, 89 and 109 dollars. */
const [cheaper, cheapest, equal, dearer] = [1, 2, 3, 5]

test('rescheduling to a more expensive treatment leaves the difference due, which a second charge pays', async () => {
  const { portal, jane, move, money } = await openPaid()
  const { booking, due, returned } = await acceptedReschedule(
    await move({ ...later, treatment: dearer }),
  )
  expect([due, returned]).toEqual([10, 0])
  expect(booking).toMatchObject({ treatment: 'Oral Surgery', price: 109, paid: false, due: 10 })
  const { text } = await mailOf(portal, 'appointment-moved')
  expect(text).toContain('New: Oral Surgery, Tuesday, Jun 9, 2026')
  expect(text).toContain('Still to be paid: $10.')
  expect(text).toContain(`http://localhost:5000/dashboard/payment/${booking._id}`)
  const whole = await openScreen(portal, jane, booking)
  expect(await refusal(whole)).toEqual({ status: 409, code: 'price_differs' })
  const paid = await pay(portal, jane, booking, 10)
  expect(paid).toMatchObject({ paid: true, due: 0 })
  expect(await money()).toEqual({
    paid: [109_00],
    payments: [
      ['succeeded', 99_00],
      ['succeeded', 10_00],
    ],
    refunds: [],
  })
  const response = await request(portal, 'GET', `/receipts/${booking._id}`, jane)
  const receipt = Receipt.parse(await response.json())
  expect(receipt.payments.map(({ amount }) => amount)).toEqual([99, 10])
  expect(receipt.payments[1]).toMatchObject({ transactionId: paid.transactionId })
})

test('cancelling an appointment that was paid by two charges refunds both, in one mail', async () => {
  const { portal, jane, booking, move, money } = await openPaid()
  await acceptedReschedule(await move({ ...later, treatment: dearer }))
  await pay(portal, jane, booking, 10)
  const before = await queuedMails(portal)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const { appointment } = await details(portal, staff, booking)
  await accepted(await actsOf(portal, staff).cancel(appointment, { refund: true }))
  expect((await money()).refunds).toEqual([
    ['succeeded', 10_00],
    ['succeeded', 99_00],
  ])
  const since = (await queuedMails(portal)).slice(before.length)
  expect(since).toEqual([`appointment-cancelled to ${jane.email}`])
  const { text } = await mailOf(portal, 'appointment-cancelled')
  expect(text).toContain('We are sending the $109 you paid back to your card.')
  expect(text).toContain('Tuesday, Jun 9, 2026')
})

test('rescheduling to a cheaper treatment refunds the difference to the card, each time', async () => {
  const { portal, move, money } = await openPaid()
  const first = await acceptedReschedule(await move({ ...later, treatment: cheaper }))
  expect(first).toMatchObject({ due: 0, returned: 20, booking: { price: 79, paid: true, due: 0 } })
  expect((await mailOf(portal, 'appointment-moved')).text).toContain(
    'We are sending $20 back to your card.',
  )
  const { text } = await mailOf(portal, 'refund')
  expect(text).toContain('$20')
  expect(text).toContain('Your new treatment costs less.')
  await acceptedReschedule(await move({ ...later, treatment: cheapest }))
  expect(await money()).toEqual({
    paid: [59_00],
    payments: [['succeeded', 99_00]],
    refunds: [
      ['succeeded', 20_00],
      ['succeeded', 20_00],
    ],
  })
})

test('without refunds, rescheduling to a cheaper treatment leaves the money on the appointment, as the terms say', async () => {
  const { portal, jane, booking, move, money, terms } = await openPaid()
  const shown = { ...later, treatment: cheapest, returned: 40 }
  expect((await terms()).givesBack).toBe(true)
  await setPolicy(portal, { refundRule: 'never' })
  expect((await terms()).givesBack).toBe(false)
  // Who was shown another rule looks again before anything is done.
  expect(await refusal(await move(shown))).toEqual({ status: 409, code: 'terms_changed' })
  const moved = await acceptedReschedule(await move({ ...shown, returned: 0 }))
  expect(moved).toMatchObject({ due: 0, returned: 0, booking: { price: 59, paid: true, due: 0 } })
  const kept = { paid: [99_00], payments: [['succeeded', 99_00]], refunds: [] }
  expect(await money()).toEqual(kept)
  expect((await mailOf(portal, 'appointment-moved')).text).toContain(
    'Under our cancellation policy, the $40 that your new treatment costs less is not refunded.',
  )
  const screen = await openScreen(portal, jane, { ...booking, price: 59 })
  expect(await refusal(screen)).toEqual({ status: 409, code: 'already_paid' })
  const back = await acceptedReschedule(await move({ ...later, treatment: dearer, returned: 0 }))
  expect(back).toMatchObject({ due: 10, booking: { price: 109, due: 10 } })
  expect(await money()).toEqual(kept)
})

test('rescheduling to an equal price leaves the appointment paid, and to a free treatment refunds all of it', async () => {
  const { portal, move, money } = await openPaid()
  const same = await acceptedReschedule(await move({ ...later, treatment: equal }))
  expect(same).toMatchObject({ due: 0, returned: 0, booking: { paid: true } })
  const free = portal.treatments[cheapest]
  if (!free) throw new Error('The demo clinic has six treatments')
  const { query } = portal.database
  await query.updateTable('treatments').set({ priceCents: 0 }).where('id', '=', free._id).execute()
  const moved = await acceptedReschedule(await move({ ...later, treatment: cheapest, price: 0 }))
  expect(moved).toMatchObject({ due: 0, returned: 99, booking: { price: 0, due: 0 } })
  expect((await money()).payments).toEqual([['refunded', 99_00]])
})

test('rescheduling an unpaid appointment changes only its price', async () => {
  const till = await openTill()
  const { move } = reschedulesOf(till)
  const moved = await acceptedReschedule(await move({ ...later, treatment: cheapest }))
  expect(moved).toMatchObject({ due: 59, returned: 0, booking: { price: 59, paid: false } })
  expect((await pay(till.portal, till.jane, moved.booking)).paid).toBe(true)
})

test('a charge of the old amount that arrives after the reschedule is refunded', async () => {
  const till = await openTill()
  const { portal, jane, booking } = till
  const { move, money } = reschedulesOf(till)
  const transactionId = await charge(portal, jane, booking)
  await acceptedReschedule(await move({ ...later, treatment: dearer }))
  const reported = await report(portal, jane, booking._id, transactionId)
  expect(await refusal(reported)).toMatchObject({ code: 'payment_returned' })
  expect(await money()).toMatchObject({ paid: [0], payments: [['refunded', 99_00]] })
})

test('a delayed refund, a difference paid in between and further refunds are each executed once', async () => {
  let away = true
  const { portal, jane, sandbox, move, money } = await openPaid({
    line: (line) => ({
      ...line,
      refund: async (order) => {
        if (away) throw new Error('The line is down')
        return line.refund(order)
      },
    }),
  })
  await acceptedReschedule(await move({ ...later, treatment: cheaper }))
  const { booking } = await acceptedReschedule(await move({ ...later, treatment: dearer }))
  expect(booking.due).toBe(30)
  await pay(portal, jane, booking, 30)
  await acceptedReschedule(await move({ ...later, treatment: cheapest }))
  away = false
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments({ ...portal.deps, payments: sandbox })
  expect(await money()).toEqual({
    paid: [59_00],
    payments: [
      ['succeeded', 99_00],
      ['refunded', 30_00],
    ],
    refunds: [
      ['succeeded', 20_00],
      ['succeeded', 30_00],
      ['succeeded', 20_00],
    ],
  })
})

test('after a desk payment, a cheaper treatment is refused, and a more expensive one leaves the difference due', async () => {
  const till = await openTill()
  const { portal, jane, booking } = till
  const { move, money } = reschedulesOf(till)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const acts = actsOf(portal, staff)
  await accepted(await acts.payAtDesk((await details(portal, staff, booking)).appointment))
  const cheap = await move({ ...later, treatment: cheapest })
  expect(await refusal(cheap)).toEqual({ status: 409, code: 'desk_paid_cheaper' })
  await acceptedReschedule(await move({ ...later, treatment: dearer }))
  const { appointment } = await details(portal, staff, booking)
  expect(appointment).toMatchObject({ paid: 'no', due: 10 })
  const paid = await accepted(await acts.payAtDesk(appointment, 'card'))
  expect(paid).toMatchObject({ paid: 'desk', due: 0 })
  expect((await money()).paid).toEqual([109_00])
  const first = await accepted(await acts.removePayment(paid))
  expect(await accepted(await acts.removePayment(first))).toMatchObject({ paid: 'no', due: 109 })
  expect((await request(portal, 'GET', `/receipts/${booking._id}`, jane)).status).toBe(409)
})

test('when a difference to a desk payment was paid by card, only the difference is refunded to the card', async () => {
  const till = await openTill()
  const { portal, jane, booking } = till
  const { move, money } = reschedulesOf(till)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const acts = actsOf(portal, staff)
  await accepted(await acts.payAtDesk((await details(portal, staff, booking)).appointment))
  const moved = await acceptedReschedule(await move({ ...later, treatment: dearer }))
  await pay(portal, jane, moved.booking, 10)
  const atDesk = (await details(portal, staff, booking)).appointment
  expect(atDesk).toMatchObject({ paid: 'desk', paidByCard: 10, paidAtDesk: 99 })
  const gone = await accepted(await acts.cancel(atDesk, { refund: true }))
  expect((await money()).refunds).toEqual([['succeeded', 10_00]])
  const { text } = await mailOf(portal, 'appointment-cancelled')
  expect(text).toContain('We are sending the $10 you paid back to your card.')
  expect(text).toContain('You paid $99 at our desk.')
  const { revision } = (await details(portal, staff, gone)).appointment
  await accepted(await acts.removePayment({ ...gone, revision }))
  expect((await money()).paid).toEqual([0])
})
