import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { addDays } from '../../contract/date.ts'
import { findById } from '../appointments/find-appointment.ts'
import { afterNextCommit, beginBeforeNextCommit } from '../testing/database/database.ts'
import { accepted, actsOf } from '../testing/desk.ts'
import {
  books,
  cancel,
  charge,
  openScreen,
  openTill,
  report,
  secretOf,
  tryCard,
} from '../testing/paying.ts'
import { booked, monday, signIn } from '../testing/portal.ts'
import { openPayment } from './open-payment.ts'
import { requestRefund } from './refunds/refund.ts'
import { receiveEvent, settlePayment } from './settle-payment.ts'
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

test('concurrent reports, events and sweeps record one payment, one receipt and one history entry', async () => {
  const till = await openTill()
  const transactionId = await charge(till.portal, till.jane, till.booking)
  await everybodyKnocks(till, transactionId)
  const { appointments, payments, events, mails } = await books(till.portal)
  expect(appointments).toMatchObject([{ transactionId }])
  expect(payments.map(({ state }) => state)).toEqual(['succeeded'])
  expect(events.map(({ kind }) => kind)).toEqual(['paid'])
  expect(mails).toEqual(['receipt'])
})

test('concurrent reports, events and sweeps for a charge to be refunded make one refund and one mail', async () => {
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

test('when staff cancel while a payment arrives, it is either recorded or refunded, never both or neither', async () => {
  for (let round = 0; round < 10; round += 1) {
    const till = await openTill()
    const transactionId = await charge(till.portal, till.jane, till.booking)
    await Promise.all([everybodyKnocks(till, transactionId), cancel(till.portal, till.booking._id)])
    const { appointments, payments, mails } = await books(till.portal)
    const kept = appointments[0]?.paidAt !== null
    expect(payments.map(({ state }) => state)).toEqual([kept ? 'succeeded' : 'refunded'])
    expect(mails).toEqual([kept ? 'receipt' : 'refund'])
    await till.portal.database.close()
  }
})

test('payment screens opened while a payment is recorded get no second payment', async () => {
  const { portal, sandbox, jane } = await openTill()
  const parts = { ...portal.deps, payments: sandbox }
  const { database } = portal
  for (let round = 0; round < 15; round += 1) {
    const date = addDays(monday, round * 7 + 1)
    const booking = await booked(portal, jane, { date })
    const transactionId = await charge(portal, jane, booking)
    const asRead = await findById(database.query, booking._id)
    if (!asRead) throw new Error('Booked just now')
    /** A tab that saw the appointment unpaid and comes that many questions later. */
    const openLate = async (questions: number) => {
      for (let asked = 0; asked < questions; asked += 1) await sql`select 1`.execute(database.query)
      return openPayment(parts, asRead)
    }
    const tabs = [0, 2, 4, 6, 8, 10, 12, 14].map(openLate)
    const [settled, ...opened] = await Promise.all([settlePayment(parts, transactionId), ...tabs])
    expect(settled).toEqual({ ok: true })
    for (const one of opened) expect(one).toEqual({ ok: false, reason: 'already_paid' })
  }
  const { payments } = await books(portal)
  expect(new Set(payments.map(({ state }) => state))).toEqual(new Set(['succeeded']))
})

test('a payment recorded as cancelled that succeeds after all closes the one opened since', async () => {
  const till = await openTill()
  const { portal, sandbox, jane, booking } = till
  const transactionId = await charge(portal, jane, booking)
  // As after an answer of the provider that knew nothing of it.
  const now = portal.time.now.toISOString()
  const given = { state: 'cancelled', settledAt: now } as const
  await portal.database.query.updateTable('payments').set(given).execute()
  const secret = await secretOf(await openScreen(portal, jane, booking))
  expect((await report(portal, jane, booking._id, transactionId)).status).toBe(200)
  const { payments } = await books(portal)
  expect(payments.map(({ state }) => state)).toEqual(['succeeded', 'cancelled'])
  expect(await sandbox.readIntent(secret.split('_secret_')[0] ?? '')).toMatchObject({
    status: 'cancelled',
  })
  expect((await tryCard(portal, jane, secret)).status).toBe(400)
})

test('a payment opened after the recorded one was refunded stays open', async () => {
  const { portal, sandbox, jane, booking } = await openTill()
  const parts = { ...portal.deps, payments: sandbox }
  const transactionId = await charge(portal, jane, booking)
  const asked = { appointmentId: booking._id, actor: 'staff@clinic.example', reason: 'Closed.' }
  let secret = ''
  afterNextCommit(portal.database, async () => {
    expect(await requestRefund(parts, asked)).toMatchObject({ ok: true })
    secret = await secretOf(await openScreen(portal, jane, booking))
  })
  await settlePayment(parts, transactionId)
  const { payments } = await books(portal)
  expect(payments.map(({ state }) => state)).toEqual(['refunded', 'open'])
  expect((await tryCard(portal, jane, secret)).status).toBe(200)
})

test('concurrent refund requests for one payment refund it once', async () => {
  const till = await openTill()
  const { portal, sandbox, booking } = till
  const transactionId = await charge(portal, till.jane, booking)
  await settlePayment({ ...portal.deps, payments: sandbox }, transactionId)
  const { email } = await signIn(portal, 'staff@clinic.example', 'admin')
  const input = { appointmentId: booking._id, actor: email, reason: 'Closed.' }
  const parts = { ...portal.deps, payments: sandbox }
  await Promise.all(Array.from({ length: 8 }, () => requestRefund(parts, input)))
  const { refunds, events, mails } = await books(portal)
  expect(refunds.map(({ state }) => state)).toEqual(['succeeded'])
  expect(events.map(({ kind }) => kind)).toEqual(['paid', 'refund_requested', 'refunded'])
  expect(mails).toEqual(['receipt', 'refund'])
})

// On SQLite a transaction holds the one connection, so nothing happens beside it.
if (inject('engine') === 'postgres') {
  test('a charge that is reported before a cancellation is committed goes back, and the history says why', async () => {
    const { portal, jane, booking } = await openTill()
    const transactionId = await charge(portal, jane, booking)
    const staff = await signIn(portal, 'staff@clinic.example', 'admin')
    const reporting = beginBeforeNextCommit(portal.database, () =>
      report(portal, jane, booking._id, transactionId),
    )
    await accepted(await actsOf(portal, staff).cancel({ ...booking, revision: 0 }))
    expect((await reporting).status).toBe(409)
    const { refunds, events } = await books(portal)
    expect(refunds).toMatchObject([{ state: 'succeeded' }])
    const surplus = events.find(({ kind }) => kind === 'payment_surplus')
    expect(JSON.parse(surplus?.data ?? '{}')).toMatchObject({
      reason: { code: 'cancelled_before' },
    })
  })
}
