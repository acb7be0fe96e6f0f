import { expect } from 'vitest'
import type { Life } from './payment-life.ts'

const sum = (rows: readonly { amountCents: number }[]) =>
  rows.reduce((total, { amountCents }) => total + amountCents, 0)

async function readBooks({ clinic, bookings }: Life) {
  const { query } = clinic.database
  const ids = bookings.map(({ _id }) => _id)
  const payments = await query
    .selectFrom('payments')
    .selectAll()
    .where('appointmentId', 'in', ids)
    .execute()
  const paymentIds = ['', ...payments.map(({ id }) => id)]
  const intents = await query
    .selectFrom('sandboxIntents')
    .selectAll()
    .where('appointmentId', 'in', ids)
    .execute()
  const intentIds = ['', ...intents.map(({ id }) => id)]
  return {
    payments,
    intents,
    appointments: await query
      .selectFrom('appointments')
      .selectAll()
      .where('id', 'in', ids)
      .execute(),
    refunds: await query
      .selectFrom('refunds')
      .selectAll()
      .where('paymentId', 'in', paymentIds)
      .execute(),
    given: await query
      .selectFrom('sandboxRefunds')
      .selectAll()
      .where('intentId', 'in', intentIds)
      .execute(),
    history: await query
      .selectFrom('appointmentEvents')
      .selectAll()
      .where('appointmentId', 'in', ids)
      .execute(),
    mails: await query
      .selectFrom('outbox')
      .select(['kind', 'text'])
      .where('recipient', '=', bookings[0]?.patient ?? '')
      .execute(),
  }
}
export type Books = Awaited<ReturnType<typeof readBooks>>

/** What holds at every instant: nothing is paid that the provider has not collected, nothing twice. */
export async function expectNothingInvented(life: Life): Promise<void> {
  const { appointments, intents, payments, refunds } = await readBooks(life)
  for (const { id, paidAt, paidCents, priceCents, cancelledAt, transactionId } of appointments) {
    const kept = payments.filter((one) => one.appointmentId === id && one.state === 'succeeded')
    expect(paidCents).toBe(sum(kept) - sum(kept.map(returnedOf)))
    expect(paidAt === null).toBe(kept.length === 0)
    if (paidAt !== null) expect(kept.map(({ intentId }) => intentId)).toContain(transactionId)
    for (const { intentId, amountCents } of kept) {
      const intent = intents.find((one) => one.id === intentId)
      expect(intent).toMatchObject({ status: 'succeeded', appointmentId: id, amountCents })
    }
    const isOwnPrice = cancelledAt === null && !life.repriced.has(id)
    if (isOwnPrice && life.refundRule !== 'never') expect(paidCents).toBeLessThanOrEqual(priceCents)
  }
  if (life.refundRule === 'never') {
    for (const { reasonCode } of refunds) expect(['cancelled', 'cheaper']).not.toContain(reasonCode)
  }
  for (const payment of payments) {
    const promised = refunds.filter(
      ({ paymentId, state }) => paymentId === payment.id && state !== 'failed',
    )
    expect(sum(promised)).toBe(payment.returnedCents)
  }
}

const returnedOf = ({ returnedCents }: { returnedCents: number }) => ({
  amountCents: returnedCents,
})

/** What holds once the sweep has had its time: taken less given back is what is recorded. */
export async function expectNothingLost(life: Life): Promise<Books> {
  await expectNothingInvented(life)
  const books = await readBooks(life)
  const { appointments, intents, given, payments, refunds, history, mails } = books
  for (const { id, paidCents, cancelledAt } of appointments) {
    const own = <T extends { appointmentId: string }>(rows: T[]) =>
      rows.filter(({ appointmentId }) => appointmentId === id)
    const taken = own(intents).filter(({ status }) => status === 'succeeded')
    const back = given.filter(({ intentId }) => taken.some((intent) => intent.id === intentId))
    expect(sum(taken) - sum(back)).toBe(paidCents)
    // These patients cancel before the cut-off alone.
    const byPatient = own(history).some(({ kind }) => kind === 'cancelled')
    if (byPatient) expect(cancelledAt).toEqual(expect.any(String))
    if (byPatient && life.refundRule !== 'never') expect(paidCents).toBe(0)
    // An intent without a row in `payments` was never sent to a client, so it cannot be paid.
    const payable = own(intents).filter(
      (intent) =>
        intent.status.startsWith('requires') &&
        own(payments).some((one) => one.intentId === intent.id),
    )
    expect(payable).toEqual([])
  }
  expect(payments.filter(({ state }) => state === 'open' || state === 'surplus')).toEqual([])
  expect(refunds.filter(({ state }) => state !== 'succeeded')).toEqual([])
  // Everything that happened was said once.
  const told = (kind: string) => mails.filter((mail) => mail.kind === kind).length
  const noted = (kind: string) => history.filter((event) => event.kind === kind).length
  expect(told('receipt')).toBe(noted('paid'))
  // What a cancelling gives back is said by the mail about it.
  expect(told('refund')).toBe(refunds.filter(({ announced }) => announced === 0).length)
  expect(told('appointment-moved')).toBe(noted('moved'))
  expect(told('appointment-cancelled')).toBe(noted('cancelled'))
  expect(noted('refunded')).toBe(given.length)
  expect(noted('paid') + noted('payment_surplus')).toBe(
    intents.filter(({ status }) => status === 'succeeded').length,
  )
  return books
}
