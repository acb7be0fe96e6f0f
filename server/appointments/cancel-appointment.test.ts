import { expect, test } from 'vitest'
import { accepted, actsOf, bookFor, details, openDesk, told } from '../testing/desk.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { books, charge, openTill, pay, report } from '../testing/paying.ts'
import { booked, type Portal, refusal, request, signIn } from '../testing/portal.ts'

/** An appointment paid by card, and an admin. */
async function openPaid(options?: Parameters<typeof openTill>[0]) {
  const { portal, jane, booking } = await openTill(options)
  await pay(portal, jane, booking)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const { appointment } = await details(portal, staff, booking)
  return { portal, jane, staff, appointment, ...actsOf(portal, staff) }
}

/** The newest mail about a cancelling. */
async function cancelMail({ database }: Portal) {
  const { text } = await database.query
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'appointment-cancelled')
    .executeTakeFirstOrThrow()
  return text
}

test('a staff cancellation frees the slot immediately, and the mail gives the reason', async () => {
  const { portal, staff } = await openDesk()
  const { cancel } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email: 'jane@patients.example' }))
  const gone = await accepted(await cancel(made, { reason: 'The dentist is ill.' }))
  expect(gone).toMatchObject({ status: 'cancelled', revision: 1, paid: 'no' })
  const { treatment: name, slot, date } = made
  const free = await request(portal, 'GET', `/available?date=${encodeURIComponent(date)}`)
  const offered = { name, slots: expect.arrayContaining([slot]) }
  expect(await free.json()).toContainEqual(expect.objectContaining(offered))
  await booked(portal, await signIn(portal))
  const { history } = await details(portal, staff, made)
  expect(history).toMatchObject([
    { kind: 'booked' },
    {
      kind: 'cancelled',
      by: 'clinic',
      actor: staff.email,
      data: { reason: { text: 'The dentist is ill.' } },
    },
  ])
  expect(await queuedMails(portal)).toContain('appointment-cancelled to jane@patients.example')
  const text = await cancelMail(portal)
  expect(text).toContain('The reason: The dentist is ill.')
  expect(text).not.toContain('paid')
})

test('when staff cancel twice concurrently with a refund, the card payment is refunded once', async () => {
  const { portal, staff, appointment, cancel } = await openPaid()
  const asked = { reason: 'We are closed.', refund: true }
  const responses = await Promise.all([cancel(appointment, asked), cancel(appointment, asked)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const { payments, refunds, mails } = await books(portal)
  expect(payments.map(({ state }) => state)).toEqual(['refunded'])
  expect(refunds).toMatchObject([{ state: 'succeeded', actor: staff.email, reason: asked.reason }])
  expect(mails).toEqual(['receipt'])
  expect(await cancelMail(portal)).toContain('back to your card')
  const after = await details(portal, staff, appointment)
  expect(after).toMatchObject({
    appointment: { status: 'cancelled', paid: 'no' },
    refund: 'succeeded',
  })
  expect(after.history.map(({ kind }) => kind)).toEqual([
    ...['booked', 'paid', 'cancelled', 'refund_requested', 'refunded'],
  ])
})

test('a cancellation with a refund requires a proof of identity from the last five minutes, one without does not', async () => {
  const { portal, staff, appointment, cancel } = await openPaid()
  portal.time.now = new Date(portal.time.now.getTime() + 6 * 60_000)
  const refused = await cancel(appointment, { refund: true })
  expect(await refusal(refused)).toEqual({ status: 403, code: 'proof_needed' })
  expect(await details(portal, staff, appointment)).toMatchObject({
    appointment: { status: 'booked' },
  })
  await accepted(await cancel(appointment, { refund: false }))
})

test('when the provider does not answer, the refund remains requested and the appointment is cancelled', async () => {
  const away = async () => {
    throw new Error('The line is down')
  }
  const { portal, staff, appointment, cancel } = await openPaid({
    line: (sandbox) => ({ ...sandbox, refund: away }),
  })
  await accepted(await cancel(appointment, { refund: true }))
  expect(await details(portal, staff, appointment)).toMatchObject({
    appointment: { status: 'cancelled', paid: 'card' },
    refund: 'requested',
  })
})

test('a cancellation without a refund leaves the payment, and the mail asks the patient to call', async () => {
  const { portal, staff, appointment, cancel } = await openPaid()
  await accepted(await cancel(appointment))
  const { refunds } = await books(portal)
  expect(refunds).toEqual([])
  expect((await details(portal, staff, appointment)).appointment.paid).toBe('card')
  expect(await cancelMail(portal)).toContain('Please call us about it')
})

test('where card payments are off, a cancellation with a refund is refused and cancels nothing', async () => {
  const { portal, staff } = await openDesk({ settings: { PAYMENTS: 'off' } })
  const made = await accepted(await bookFor(portal, staff, { email: 'jane@patients.example' }))
  const paidAt = portal.time.now.toISOString()
  const paid = { paidAt, transactionId: 'pi_of_last_year', paidCents: 99_00 }
  await portal.database.query.updateTable('appointments').set(paid).execute()
  const { cancel } = actsOf(portal, staff)
  const refused = await cancel(made, { refund: true })
  expect(await refusal(refused)).toEqual({ status: 409, code: 'refund_unavailable' })
  await accepted(await cancel(made))
})

test('a charge that arrives after the cancellation is refunded automatically', async () => {
  const { portal, jane, booking } = await openTill()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const transactionId = await charge(portal, jane, booking)
  const { appointment } = await details(portal, staff, booking)
  await accepted(await actsOf(portal, staff).cancel(appointment))
  const reported = await report(portal, jane, booking._id, transactionId)
  expect(await refusal(reported)).toEqual({ status: 409, code: 'payment_returned' })
  expect((await books(portal)).payments.map(({ state }) => state)).toEqual(['refunded'])
})

test('a payment that arrives during a staff cancellation is either recorded or refunded', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { portal, jane, booking } = await openTill()
    const staff = await signIn(portal, 'staff@clinic.example', 'admin')
    const transactionId = await charge(portal, jane, booking)
    const { appointment } = await details(portal, staff, booking)
    const [cancelled] = await Promise.all([
      actsOf(portal, staff).cancel(appointment, { refund: true }),
      report(portal, jane, booking._id, transactionId),
    ])
    const { appointments, payments } = await books(portal)
    const isCancelled = cancelled.status === 200
    expect(appointments[0]?.cancelledAt !== null).toBe(isCancelled)
    expect(payments.map(({ state }) => state)).toEqual([isCancelled ? 'refunded' : 'succeeded'])
    if (!isCancelled)
      expect(await refusal(cancelled)).toMatchObject({ code: 'appointment_changed' })
    await portal.database.close()
  }
})

test('staff can cancel an appointment that has started until its day ends, and not after', async () => {
  const { portal, staff } = await openDesk()
  const soon = { date: 'Jun 5, 2026', slot: '9:30 AM - 10:00 AM' }
  const jane = { email: 'jane@patients.example' }
  const made = await accepted(await bookFor(portal, staff, jane, soon))
  const other = await accepted(
    await bookFor(portal, staff, { email: null }, { ...soon, treatment: 1 }),
  )
  portal.time.now = new Date('2026-06-05T23:00:00Z')
  const evening = actsOf(portal, staff)
  await accepted(await evening.cancel(made))
  const again = await evening.cancel({ ...made, revision: 1 })
  expect(await refusal(again)).toEqual({ status: 409, code: 'appointment_cancelled' })
  portal.time.now = new Date('2026-06-06T04:30:00Z')
  const late = await evening.cancel(other)
  expect(await refusal(late)).toEqual({ status: 409, code: 'appointment_over' })
  expect(await told(portal, staff, other)).toHaveLength(1)
})

test('a staff cancellation requires a reason', async () => {
  const { portal, staff } = await openDesk()
  const made = await accepted(await bookFor(portal, staff, { email: null }))
  const response = await actsOf(portal, staff).cancel(made, { reason: ' ' })
  expect(await response.json()).toMatchObject({ issues: [{ path: 'reason' }] })
})
