import { expect, test } from 'vitest'
import { Receipt } from '../../contract/payments/endpoints.ts'
import { Collected } from '../../contract/reports/endpoints.ts'
import { findViolations } from '../db/rules.ts'
import { acceptedReschedule, later, reschedulesOf, wait } from '../testing/changing.ts'
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

const friday = '2026-06-05T13:15:00.000Z'
const saturday = '2026-06-06T14:00:00.000Z'

/** An appointment paid in cash on Jun 5; on Jun 6 its difference to a dearer treatment is paid by card at the desk. */
async function openPaidTwice() {
  const till = await openUnpaid()
  const { portal, jane, appointment } = till
  const first = await accepted(await till.payAtDesk(appointment, 'cash'))
  await acceptedReschedule(await reschedulesOf(till).move({ ...later, treatment: 5 }))
  await wait(portal, new Date(saturday))
  const { staff, payAtDesk, removePayment } = till
  const recently = await signIn(portal, 'recently@clinic.example', 'admin')
  const moved = (await details(portal, staff, appointment)).appointment
  const second = await accepted(await payAtDesk(moved, 'card'))
  const ids = { cash: first.transactionId ?? '', card: second.transactionId ?? '' }
  const receipt = async () => {
    const response = await request(portal, 'GET', `/receipts/${appointment._id}`, jane)
    return Receipt.parse(await response.json()).payments.map(
      ({ paidAt, amount, atDesk, transactionId }) => [paidAt, amount, atDesk, transactionId],
    )
  }
  const taken = async () => {
    const answer = await request(portal, 'GET', '/staff/collected?month=2026-06', staff)
    const { days } = Collected.parse(await answer.json())
    return days.flatMap(({ day, taken }) => (taken === 0 ? [] : [[day, taken]]))
  }
  const exported = async () => {
    const path = '/staff/export/payments.csv?from=2026-06-01&to=2026-06-30'
    const text = await (await request(portal, 'GET', path, recently)).text()
    const rows = text.split('\r\n').slice(1, -1)
    return rows.map((row) => row.split(',')).map((row) => [row[1], row[6], row[7], row[8]])
  }
  return { portal, staff, second, ids, receipt, taken, exported, removePayment }
}

test('a second desk payment keeps the date, method and receipt line of the first', async () => {
  const { portal, staff, second, ids, receipt, taken, exported } = await openPaidTwice()
  expect(second).toMatchObject({ paid: 'desk', paidAtDesk: 109, due: 0 })
  expect(await receipt()).toEqual([
    [friday, 99, 'cash', ids.cash],
    [saturday, 10, 'card', ids.card],
  ])
  expect(await taken()).toEqual([
    ['2026-06-05', 99],
    ['2026-06-06', 10],
  ])
  expect(await exported()).toEqual([
    [friday, '99.00', 'cash at the desk', ids.cash],
    [saturday, '10.00', 'card at the desk', ids.card],
  ])
  expect((await details(portal, staff, second)).deskPayments).toEqual([
    { transactionId: ids.cash, amount: 99, method: 'cash', takenAt: friday },
    { transactionId: ids.card, amount: 10, method: 'card', takenAt: saturday },
  ])
  expect(await findViolations(portal.database)).toEqual([])
})

test('removing a desk payment removes the newest one, or the one that is named', async () => {
  const { portal, second, ids, receipt, taken, exported, removePayment } = await openPaidTwice()
  const left = await accepted(await removePayment(second))
  expect(left).toMatchObject({ paid: 'no', paidAtDesk: 99, due: 10, transactionId: ids.cash })
  expect(await receipt()).toEqual([[friday, 99, 'cash', ids.cash]])
  expect(await taken()).toEqual([['2026-06-05', 99]])
  expect(await exported()).toEqual([[friday, '99.00', 'cash at the desk', ids.cash]])
  const gone = await removePayment(left, ids.card)
  expect(await refusal(gone)).toEqual({ status: 409, code: 'not_desk_paid' })
  const none = await accepted(await removePayment(left, ids.cash))
  expect(none).toMatchObject({ paid: 'no', paidAtDesk: 0, due: 109, transactionId: null })
  expect(await findViolations(portal.database)).toEqual([])
})

test('removing the older of two desk payments keeps the newer one', async () => {
  const { portal, second, ids, receipt, removePayment } = await openPaidTwice()
  const left = await accepted(await removePayment(second, ids.cash))
  expect(left).toMatchObject({ paidAtDesk: 10, due: 99, transactionId: ids.card })
  expect(await receipt()).toEqual([[saturday, 10, 'card', ids.card]])
  expect(await findViolations(portal.database)).toEqual([])
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
