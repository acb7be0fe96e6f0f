import { expect, inject, test } from 'vitest'
import { Receipt } from '../../../contract/payments/endpoints.ts'
import { findViolations } from '../../db/rules.ts'
import { cancelBy, readTerms } from '../../testing/changing.ts'
import { afterNextCommit } from '../../testing/database/database.ts'
import { queuedMails } from '../../testing/mailbox.ts'
import { misbehave } from '../../testing/misbehave.ts'
import { books, charge, openTill, pay, report } from '../../testing/paying.ts'
import { type Person, type Portal, refusal, request, signIn } from '../../testing/portal.ts'
import { askForAddress, whileAddressChanges } from '../../testing/proving.ts'
import { settlePayment } from '../settle-payment.ts'
import { sweepPayments } from '../sweep-payments.ts'
import { endRefund, requestRefund } from './refund.ts'

const staff = 'staff@clinic.example'

function refund(portal: Portal, { token }: Person, id: string, reason = 'We had to close early.') {
  return request(portal, 'POST', `/booking/${id}/refund`, { token, body: { reason } })
}

async function receiptOf(portal: Portal, { token }: Person, id: string) {
  const response = await request(portal, 'GET', `/receipts/${id}`, { token })
  return Receipt.parse(await response.json())
}

test('a refund by an admin makes the appointment unpaid and notifies the patient', async () => {
  const { portal, jane, booking } = await openTill()
  const admin = await signIn(portal, staff, 'admin')
  const { transactionId } = await pay(portal, jane, booking)
  const response = await refund(portal, admin, booking._id)
  expect(await response.json()).toMatchObject({
    state: 'succeeded',
    reason: 'We had to close early.',
  })
  const { appointments, payments, events, mails } = await books(portal)
  expect(appointments).toMatchObject([{ paidAt: null, transactionId: null }])
  expect(payments).toMatchObject([{ state: 'refunded', intentId: transactionId }])
  expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['paid', jane.email],
    ['refund_requested', staff],
    ['refunded', staff],
  ])
  expect(mails).toEqual(['receipt', 'refund'])
  expect(await refusal(await refund(portal, admin, booking._id))).toEqual({
    status: 409,
    code: 'already_refunded',
  })
  expect(await refusal(await report(portal, jane, booking._id, transactionId ?? ''))).toEqual({
    status: 409,
    code: 'payment_returned',
  })
})

test('the provider in use is not asked to refund what another one has charged', async () => {
  const { portal, jane, booking } = await openTill()
  const admin = await signIn(portal, staff, 'admin')
  await pay(portal, jane, booking)
  const made = { provider: 'stripe', testMode: 0 } as const
  await portal.database.query.updateTable('payments').set(made).execute()
  const answer = await refund(portal, admin, booking._id)
  expect(await answer.json()).toMatchObject({ state: 'requested', waits: true })
  expect((await books(portal)).refunds).toMatchObject([{ state: 'requested', attempts: 0 }])
})

test('a refunded appointment can be paid again with a new transaction', async () => {
  const { portal, jane, booking } = await openTill()
  const admin = await signIn(portal, staff, 'admin')
  const first = await pay(portal, jane, booking)
  await refund(portal, admin, booking._id)
  const second = await pay(portal, jane, booking)
  expect(second.transactionId).not.toBe(first.transactionId)
  const { payments } = await receiptOf(portal, jane, booking._id)
  const both = [first.transactionId, second.transactionId]
  expect(payments.map(({ transactionId }) => transactionId)).toEqual(both)
})

test('a refund that the provider does not answer is retried, and the money is refunded once', async () => {
  let away = true
  const { portal, jane, booking, sandbox } = await openTill({
    line: (sandbox) =>
      misbehave(sandbox, { losesAnswer: (call) => (away && call === 'refund' ? 'after' : null) }),
  })
  const admin = await signIn(portal, staff, 'admin')
  await pay(portal, jane, booking)
  expect(await (await refund(portal, admin, booking._id)).json()).toMatchObject({
    state: 'requested',
  })
  expect((await books(portal)).appointments).toMatchObject([{ paidAt: expect.any(String) }])
  expect(await (await refund(portal, admin, booking._id)).json()).toMatchObject({
    state: 'requested',
  })
  away = false
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments({ ...portal.deps, payments: sandbox })
  const { refunds, mails } = await books(portal)
  expect(refunds).toMatchObject([{ state: 'succeeded', attempts: 2 }])
  expect(mails).toEqual(['receipt', 'refund'])
  const given = await portal.database.query.selectFrom('sandboxRefunds').selectAll().execute()
  expect(given).toHaveLength(1)
})

test.each([
  ['live', false],
  ['test', true],
])(
  'a refund in the sandbox that waits ends once Stripe’s %s keys are in use, and asks no provider',
  async (_, testMode) => {
    const { portal, jane, booking, sandbox } = await openTill({
      line: (sandbox) =>
        misbehave(sandbox, { losesAnswer: (c) => (c === 'refund' ? 'before' : null) }),
    })
    const admin = await signIn(portal, staff, 'admin')
    await pay(portal, jane, booking)
    await refund(portal, admin, booking._id)
    expect((await books(portal)).refunds).toMatchObject([{ state: 'requested' }])
    portal.time.now = new Date(portal.time.now.getTime() + 60_000)
    const inUse = { ...sandbox, name: 'stripe' as const, testMode }
    await sweepPayments({ ...portal.deps, payments: inUse })
    const { appointments, payments, refunds } = await books(portal)
    expect(refunds).toMatchObject([{ state: 'succeeded', attempts: 1, providerRefundId: null }])
    expect(payments).toMatchObject([{ state: 'refunded' }])
    expect(appointments).toMatchObject([{ paidCents: 0 }])
    const { query } = portal.database
    const mails = query.selectFrom('outbox').select('text').where('kind', '=', 'refund')
    const { text } = await mails.executeTakeFirstOrThrow()
    expect(text).toContain('no card was charged, so no money goes back')
    expect(await findViolations(portal.database)).toEqual([])
  },
)

test('after 20 failures a refund is given up and recorded, the payment stays, and a new refund can be requested', async () => {
  let away = true
  const { portal, jane, booking, sandbox } = await openTill({
    line: (sandbox) =>
      misbehave(sandbox, { losesAnswer: (call) => (away && call === 'refund' ? 'before' : null) }),
  })
  const admin = await signIn(portal, staff, 'admin')
  const paid = await pay(portal, jane, booking)
  await refund(portal, admin, booking._id)
  for (let hour = 0; hour < 22; hour += 1) {
    portal.time.now = new Date(portal.time.now.getTime() + 3_600_000)
    await sweepPayments({ ...portal.deps, payments: sandbox })
  }
  const { refunds, appointments, events } = await books(portal)
  expect(refunds).toMatchObject([{ state: 'failed', attempts: 20 }])
  expect(appointments).toMatchObject([{ transactionId: paid.transactionId }])
  expect(events.at(-1)).toMatchObject({ kind: 'refund_failed' })
  away = false
  const later = await signIn(portal, 'another@clinic.example', 'admin')
  const again = await refund(portal, later, booking._id, 'Second try.')
  expect(await again.json()).toMatchObject({ state: 'succeeded', reason: 'Second try.' })
})

test('a refund attempt that gives up does not undo a refund that has succeeded', async () => {
  const { portal, jane, booking, sandbox } = await openTill()
  const admin = await signIn(portal, staff, 'admin')
  await pay(portal, jane, booking)
  await refund(portal, admin, booking._id)
  const before = await books(portal)
  const { payments, refunds } = before
  if (!payments[0] || !refunds[0]) throw new Error('It was given back')
  const parts = { ...portal.deps, payments: sandbox }
  await endRefund(parts, refunds[0], payments[0], { state: 'failed', lastError: 'too late' })
  expect(await books(portal)).toEqual(before)
})

test('a request for a refund that fails at the same time is not answered as refunded', async () => {
  const { portal, jane, booking, sandbox } = await openTill({
    line: (sandbox) =>
      misbehave(sandbox, { losesAnswer: (c) => (c === 'refund' ? 'before' : null) }),
  })
  const parts = { ...portal.deps, payments: sandbox }
  await pay(portal, jane, booking)
  const asked = { appointmentId: booking._id, actor: staff, reason: 'Closed.' }
  await requestRefund(parts, asked)
  const { payments, refunds } = await books(portal)
  const [payment] = payments
  const [waiting] = refunds
  if (!payment || !waiting) throw new Error('It is on its way back')
  const end = { state: 'failed', lastError: 'given up' } as const
  afterNextCommit(portal.database, () => endRefund(parts, waiting, payment, end))
  expect(await requestRefund(parts, asked)).toMatchObject({ ok: true, refund: { id: waiting.id } })
  expect((await books(portal)).refunds).toMatchObject([{ state: 'failed' }])
})

test('a refund to a patient whose address changes while the provider is asked is theirs in the history', async () => {
  let beforeAnswer = async (): Promise<unknown> => undefined
  const { portal, jane, booking } = await openTill({
    line: (sandbox) => ({
      ...sandbox,
      async refund(order) {
        await beforeAnswer()
        return sandbox.refund(order)
      },
    }),
  })
  await pay(portal, jane, booking)
  const terms = await readTerms(portal, jane, booking)
  const email = 'jane.roe@patients.example'
  beforeAnswer = await askForAddress(portal, jane, email)
  expect((await cancelBy(portal, jane, terms)).status).toBe(200)
  const events = portal.database.query.selectFrom('appointmentEvents').select(['kind', 'actor'])
  expect(await events.execute()).toContainEqual({ kind: 'refunded', actor: email })
})

// On SQLite a transaction holds the one connection, so nothing happens beside it.
if (inject('engine') === 'postgres') {
  test('a mail about a refund that succeeds while its patient’s address changes is sent to the new one', async () => {
    const { portal, jane, booking, sandbox } = await openTill({
      line: (sandbox) =>
        misbehave(sandbox, { losesAnswer: (c) => (c === 'refund' ? 'before' : null) }),
    })
    const parts = { ...portal.deps, payments: sandbox }
    await pay(portal, jane, booking)
    await requestRefund(parts, { appointmentId: booking._id, actor: staff, reason: 'Closed.' })
    const { payments, refunds } = await books(portal)
    const [payment] = payments
    const [waiting] = refunds
    if (!payment || !waiting) throw new Error('It is on its way back')
    const change = await askForAddress(portal, jane, 'jane.roe@patients.example')
    const end = { state: 'succeeded', id: 're_1' } as const
    await whileAddressChanges(portal, change, () => endRefund(parts, waiting, payment, end))
    expect(await queuedMails(portal)).toContain('refund to jane.roe@patients.example')
  })
}

test('a refund request during which the payment arrives is not answered as refunded', async () => {
  const { portal, jane, booking, sandbox } = await openTill()
  const parts = { ...portal.deps, payments: sandbox }
  const transactionId = await charge(portal, jane, booking)
  afterNextCommit(portal.database, async () => {
    expect(await settlePayment(parts, transactionId)).toEqual({ ok: true })
  })
  const asked = { appointmentId: booking._id, actor: staff, reason: 'Closed.' }
  expect(await requestRefund(parts, asked)).toEqual({ ok: false, reason: 'not_paid' })
})

test('only a paid appointment can be refunded, and only by staff', async () => {
  const { portal, jane, booking } = await openTill()
  const admin = await signIn(portal, staff, 'admin')
  expect(await refusal(await refund(portal, admin, booking._id))).toEqual({
    status: 409,
    code: 'not_paid',
  })
  expect(await refusal(await refund(portal, admin, 'unknown'))).toEqual({
    status: 404,
    code: 'not_found',
  })
  expect(await refusal(await refund(portal, jane, booking._id))).toEqual({
    status: 403,
    code: 'forbidden',
  })
  expect((await refund(portal, admin, booking._id, '  ')).status).toBe(400)
})

test('the receipt shows the payment, and later its refund', async () => {
  const { portal, jane, booking } = await openTill()
  const unpaid = await request(portal, 'GET', `/receipts/${booking._id}`, { token: jane.token })
  expect(await refusal(unpaid)).toEqual({ status: 409, code: 'not_paid' })
  const { transactionId } = await pay(portal, jane, booking)
  const receipt = await receiptOf(portal, jane, booking._id)
  const card = { brand: 'visa', last4: '4242' }
  const payment = {
    amount: 99,
    card,
    atDesk: null,
    transactionId,
    paidAt: portal.time.now.toISOString(),
  }
  expect(receipt).toEqual({
    clinic: { name: 'Molar Dental', address: expect.any(String), phone: '(718) 555-0142' },
    patient: jane.email,
    patientName: jane.name,
    dependent: null,
    bookedBy: null,
    treatment: booking.treatment,
    date: booking.date,
    slot: booking.slot,
    testMode: true,
    payments: [{ ...payment, refunds: [] }],
  })
  const admin = await signIn(portal, staff, 'admin')
  await refund(portal, admin, booking._id)
  const returned = { amount: 99, state: 'succeeded' }
  expect(await receiptOf(portal, jane, booking._id)).toMatchObject({
    payments: [{ ...payment, refunds: [returned] }],
  })
})
