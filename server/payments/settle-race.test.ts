import { expect, test } from 'vitest'
import { books, cancel, charge, openTill, report } from '../testing/paying.ts'
import { signIn } from '../testing/portal.ts'
import { receiveEvent } from './receive-event.ts'
import { requestRefund } from './request-refund.ts'
import { settlePayment } from './settle-payment.ts'
import { sweepPayments } from './sweep-payments.ts'

/** Everybody who may bring news of a transaction, all at once. */
async function everybodyKnocks(till: Awaited<ReturnType<typeof openTill>>, id: string) {
  const { portal, jane, booking, sandbox } = till
  const parts = { ...portal.deps, payments: sandbox }
  const kind = 'payment_intent.succeeded'
  await Promise.all([
    ...Array.from({ length: 10 }, () => report(portal, jane, booking._id, id)),
    ...['a', 'a', 'a', 'b'].map((event) => receiveEvent(parts, { id: event, kind, intentId: id })),
    ...Array.from({ length: 4 }, () => sweepPayments(parts, { everything: true })),
    settlePayment(parts, id),
  ])
}

test('whoever comes first, and all at once: one receipt, one line of history, one paid row', async () => {
  const till = await openTill()
  const transactionId = await charge(till.portal, till.jane, till.booking)
  await everybodyKnocks(till, transactionId)
  const { appointments, payments, events, mails } = await books(till.portal)
  expect(appointments).toMatchObject([{ transactionId }])
  expect(payments.map(({ state }) => state)).toEqual(['succeeded'])
  expect(events.map(({ kind }) => kind)).toEqual(['paid'])
  expect(mails).toEqual(['receipt'])
})

test('the same for money that has to go back: one refund, one mail', async () => {
  const till = await openTill()
  const transactionId = await charge(till.portal, till.jane, till.booking)
  await cancel(till.portal, till.booking._id)
  await everybodyKnocks(till, transactionId)
  const { payments, refunds, events, mails } = await books(till.portal)
  expect(payments.map(({ state }) => state)).toEqual(['refunded'])
  expect(refunds.map(({ state }) => state)).toEqual(['succeeded'])
  expect(events.map(({ kind }) => kind)).toEqual(['payment_surplus', 'refunded'])
  expect(mails).toEqual(['refund'])
})

test('staff who cancel while the money arrives: kept or given back, never neither, never both', async () => {
  for (let round = 0; round < 10; round += 1) {
    const till = await openTill()
    const transactionId = await charge(till.portal, till.jane, till.booking)
    await Promise.all([everybodyKnocks(till, transactionId), cancel(till.portal, till.booking._id)])
    const { appointments, payments, mails } = await books(till.portal)
    const kept = appointments[0]?.paidAt !== null
    expect(payments.map(({ state }) => state)).toEqual([kept ? 'succeeded' : 'refunded'])
    expect(mails).toEqual([kept ? 'receipt' : 'refund'])
  }
})

test('many admins who give the same money back give it back once', async () => {
  const till = await openTill()
  const { portal, sandbox, booking } = till
  const transactionId = await charge(portal, till.jane, booking)
  await settlePayment({ ...portal.deps, payments: sandbox }, transactionId)
  const { email } = await signIn(portal, 'staff@clinic.example', 'admin')
  const wish = { appointmentId: booking._id, actor: email, reason: 'Closed.' }
  const parts = { ...portal.deps, payments: sandbox }
  await Promise.all(Array.from({ length: 8 }, () => requestRefund(parts, wish)))
  const { refunds, events, mails } = await books(portal)
  expect(refunds.map(({ state }) => state)).toEqual(['succeeded'])
  expect(events.map(({ kind }) => kind)).toEqual(['paid', 'refund_requested', 'refunded'])
  expect(mails).toEqual(['receipt', 'refund'])
})
