import { expect, test } from 'vitest'
import { Receipt } from '../../contract/payments/endpoints.ts'
import { accepted, actsOf, bookFor, details, openDesk, told } from '../testing/desk.ts'
import { books, charge, openScreen, openTill, pay, report } from '../testing/paying.ts'
import { bookingBody, refusal, request, signIn } from '../testing/portal.ts'
import { sweepPayments } from './sweep-payments.ts'

/** A patient who has booked and not paid, and a member of staff at the desk. */
async function openUnpaid() {
  const till = await openTill()
  const staff = await signIn(till.portal, 'staff@clinic.example', 'admin')
  const { appointment } = await details(till.portal, staff, till.booking)
  return { ...till, staff, appointment, ...actsOf(till.portal, staff) }
}

test('a desk payment is shown to the patient as paid, with a receipt', async () => {
  const { portal, jane, staff, appointment, payAtDesk } = await openUnpaid()
  const paid = await accepted(await payAtDesk(appointment, 'cash'))
  expect(paid).toMatchObject({ paid: 'desk', transactionId: expect.stringMatching(/^desk_/) })
  const own = await request(portal, 'GET', `/booking/${appointment._id}`, jane)
  expect(await own.json()).toMatchObject({ paid: true, transactionId: paid.transactionId })
  const receipt = await request(portal, 'GET', `/receipts/${appointment._id}`, jane)
  expect(Receipt.parse(await receipt.json()).payments).toMatchObject([
    {
      amount: appointment.price,
      card: null,
      atDesk: 'cash',
      transactionId: paid.transactionId,
      refunds: [],
    },
  ])
  expect(await told(portal, staff, appointment)).toEqual([
    `booked by ${jane.email}`,
    `paid_at_desk by ${staff.email}`,
  ])
})

test('of two concurrent desk payments one is recorded, and then the appointment cannot be paid again', async () => {
  const { portal, jane, booking, appointment, payAtDesk } = await openUnpaid()
  const both = await Promise.all([payAtDesk(appointment, 'cash'), payAtDesk(appointment, 'card')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const again = await payAtDesk({ ...appointment, revision: 1 })
  expect(await refusal(again)).toEqual({ status: 409, code: 'already_paid' })
  const screen = await openScreen(portal, jane, booking)
  expect(await refusal(screen)).toEqual({ status: 409, code: 'already_paid' })
})

test('a card charged in addition to a desk payment is refunded, and the desk payment remains', async () => {
  const { portal, sandbox, jane, booking, appointment, payAtDesk } = await openUnpaid()
  const transactionId = await charge(portal, jane, booking)
  const { transactionId: atDesk } = await accepted(await payAtDesk(appointment))
  const reported = await report(portal, jane, booking._id, transactionId)
  expect(await refusal(reported)).toEqual({ status: 409, code: 'payment_returned' })
  await sweepPayments({ ...portal.deps, payments: sandbox }, { everything: true })
  const { appointments, payments, refunds, mails } = await books(portal)
  expect(appointments).toMatchObject([{ transactionId: atDesk, paidBy: 'cash' }])
  expect(payments.map(({ state }) => state)).toEqual(['refunded'])
  expect(refunds).toMatchObject([{ state: 'succeeded', reasonCode: 'already_paid', reason: '' }])
  expect(mails).toEqual(['refund'])
})

test('the sweep cancels an open card payment after a desk payment', async () => {
  const { portal, sandbox, jane, booking, appointment, payAtDesk } = await openUnpaid()
  await openScreen(portal, jane, booking)
  await accepted(await payAtDesk(appointment))
  await sweepPayments({ ...portal.deps, payments: sandbox }, { everything: true })
  expect((await books(portal)).payments.map(({ state }) => state)).toEqual(['cancelled'])
})

test('a desk payment can be removed, even after a cancellation, and a card payment cannot', async () => {
  const { portal, jane, booking, staff, appointment, ...acts } = await openUnpaid()
  const paid = await accepted(await acts.payAtDesk(appointment, 'other'))
  const unpaid = await accepted(await acts.removePayment(paid))
  expect(unpaid).toMatchObject({ paid: 'no', transactionId: null })
  const nothing = await acts.removePayment(unpaid)
  expect(await refusal(nothing)).toEqual({ status: 409, code: 'not_desk_paid' })
  await pay(portal, jane, booking)
  const byCard = (await details(portal, staff, booking)).appointment
  expect(await refusal(await acts.removePayment(byCard))).toMatchObject({ code: 'not_desk_paid' })

  const guest = await accepted(await bookFor(portal, staff, { email: null }, { treatment: 1 }))
  const cancelled = await accepted(await acts.cancel(await accepted(await acts.payAtDesk(guest))))
  expect(cancelled.paid).toBe('desk')
  expect((await accepted(await acts.removePayment(cancelled))).paid).toBe('no')
})

test('a free or cancelled appointment cannot be paid at the desk', async () => {
  const { portal, staff } = await openDesk()
  const { payAtDesk, cancel } = actsOf(portal, staff)
  await portal.database.query.updateTable('treatments').set({ priceCents: 0 }).execute()
  const free = await accepted(await bookFor(portal, staff, { email: null }, { price: 0 }))
  expect(await refusal(await payAtDesk(free))).toEqual({ status: 409, code: 'nothing_due' })
  const gone = await accepted(await cancel(free))
  expect(await refusal(await payAtDesk(gone))).toMatchObject({ code: 'appointment_cancelled' })
})

test('an unknown field in a request is refused, and nothing is recorded', async () => {
  const { portal, staff } = await openDesk()
  const made = await accepted(await bookFor(portal, staff, { email: null }))
  const path = `/staff/appointments/${made._id}`
  const { token } = staff
  const { revision } = made
  const { treatment: _, ...whole } = bookingBody(portal, staff)
  const to = { date: 'Jun 9, 2026', slot: made.slot }
  for (const [at, body, unknown] of [
    [`${path}/desk-payment`, { revision, method: 'cash', amount: 20 }, 'amount'],
    [`${path}/reschedule`, { revision, ...to, treatmentId: 'other' }, 'treatmentId'],
    ['/staff/appointments', { ...whole, discount: 20 }, 'discount'],
    [`/booking/${made._id}/refund`, { reason: 'A good reason.', amount: 20 }, 'amount'],
  ] as const) {
    const response = await request(portal, 'POST', at, { token, body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      issues: [{ path: unknown, code: 'field_unknown' }],
    })
  }
  expect((await details(portal, staff, made)).appointment).toEqual(made)
})
