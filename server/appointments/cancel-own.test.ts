import { expect, test } from 'vitest'
import { sweepPayments } from '../payments/sweep-payments.ts'
import {
  acceptedCancel,
  cancelBy,
  mailOf,
  mondayAtEight,
  openPaid,
  readTerms,
  reschedulesOf,
  setPolicy,
  wait,
} from '../testing/changing.ts'
import { accepted, actsOf, details, told } from '../testing/desk.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { charge, openScreen, openTill, pay, report } from '../testing/paying.ts'
import { booked, fridayMorning, openPortal, refusal, request, signIn } from '../testing/portal.ts'

const minutesBefore = (minutes: number) => new Date(mondayAtEight.getTime() - minutes * 60_000)

test('a cancellation before the cut-off refunds the payment, frees the slot immediately, and is recorded', async () => {
  const { portal, jane, booking, money } = await openPaid()
  const terms = await readTerms(portal, jane, booking)
  expect(terms).toMatchObject({
    ...{ whyNotCancel: null, whyNotReschedule: null, paid: 99, refund: 99, paidAtDesk: false },
    ...{ cutoffMinutes: 1440, refundRule: 'before_cutoff' },
    ...{ beginsAt: '2026-06-08T12:00:00.000Z', cutoffAt: '2026-06-07T12:00:00.000Z' },
    bookedAt: fridayMorning.toISOString(),
  })
  const answer = await acceptedCancel(await cancelBy(portal, jane, terms))
  expect(answer).toMatchObject({ refund: 99, booking: { paid: false, due: 0 } })
  await booked(portal, await signIn(portal))
  expect(await money()).toEqual({
    paid: [0, 0],
    payments: [['refunded', 99_00]],
    refunds: [['succeeded', 99_00]],
  })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  expect(await told(portal, staff, booking)).toEqual(
    ['booked', 'paid', 'cancelled', 'refund_requested', 'refunded'].map(
      (kind) => `${kind} by ${jane.email}`,
    ),
  )
  const mail = await mailOf(portal, 'appointment-cancelled')
  expect(mail).toMatchObject({ recipient: jane.email, calendarMethod: 'CANCEL' })
  expect(mail.text).toContain('You have cancelled your appointment for Teeth Orthodontics')
  expect(mail.text).toContain('We are sending the $99 you paid back to your card.')
  expect(await queuedMails(portal)).not.toContain(`refund to ${jane.email}`)
})

test.each([
  ['before_cutoff', 1441, 99],
  ['before_cutoff', 1440, 0],
  ['always', 5, 99],
  ['never', 9000, 0],
] as const)(
  'with the refund rule %s, a cancellation %i minutes before the start refunds %i dollars',
  async (refundRule, minutes, refund) => {
    const till = await openTill({ now: minutesBefore(9500) })
    const { portal, jane, booking } = till
    await pay(portal, jane, booking)
    await setPolicy(portal, { refundRule })
    await wait(portal, minutesBefore(minutes))
    const terms = await readTerms(portal, jane, booking)
    expect(terms.refund).toBe(refund)
    await acceptedCancel(await cancelBy(portal, jane, terms))
    expect((await reschedulesOf(till).money()).paid).toEqual([99_00 - refund * 100])
    const { text } = await mailOf(portal, 'appointment-cancelled')
    expect(text.includes('the $99 you paid is not refunded')).toBe(refund === 0)
  },
)

test('a patient cannot cancel an appointment that has started, has another status, or is already cancelled', async () => {
  const { portal, jane, booking } = await openTill()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const terms = await readTerms(portal, jane, booking)
  await wait(portal, mondayAtEight)
  const begun = { status: 409, code: 'appointment_begun' }
  expect(await refusal(await cancelBy(portal, jane, terms))).toEqual(begun)
  await wait(portal, minutesBefore(10))
  const { appointment } = await details(portal, staff, booking)
  const there = await accepted(await actsOf(portal, staff).setStatus(appointment, 'arrived'))
  const checkedIn = await readTerms(portal, jane, booking)
  expect(checkedIn).toMatchObject({ whyNotCancel: begun.code, whyNotReschedule: begun.code })
  expect(await refusal(await cancelBy(portal, jane, checkedIn))).toEqual(begun)
  await accepted(await actsOf(portal, staff).cancel(there))
  const over = await readTerms(portal, jane, booking)
  const gone = { status: 409, code: 'appointment_cancelled' }
  expect(await refusal(await cancelBy(portal, jane, over))).toEqual(gone)
  expect(await refusal(await openScreen(portal, jane, booking))).toEqual(gone)
})

test('a cancellation is refused if its terms or the appointment changed since the patient read them', async () => {
  const { portal, jane, booking, money } = await openPaid()
  const terms = await readTerms(portal, jane, booking)
  await setPolicy(portal, { refundRule: 'never' })
  const changed = { status: 409, code: 'terms_changed' }
  expect(await refusal(await cancelBy(portal, jane, terms))).toEqual(changed)
  await setPolicy(portal, { refundRule: 'before_cutoff' })
  await wait(portal, minutesBefore(60))
  expect(await refusal(await cancelBy(portal, jane, terms))).toEqual(changed)
  const stale = await cancelBy(portal, jane, { ...terms, revision: terms.revision - 1 })
  expect(await refusal(stale)).toEqual({ status: 409, code: 'appointment_changed' })
  expect((await money()).paid).toEqual([99_00])
})

test('while the payment provider is unreachable, a cancellation succeeds and the refund follows later', async () => {
  let away = true
  const { portal, jane, booking, sandbox, money } = await openPaid({
    line: (line) => ({
      ...line,
      refund: async (order) => {
        if (away) throw new Error('The line is down')
        return line.refund(order)
      },
    }),
  })
  await acceptedCancel(await cancelBy(portal, jane, await readTerms(portal, jane, booking)))
  expect((await money()).refunds).toEqual([['requested', 99_00]])
  away = false
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments({ ...portal.deps, payments: sandbox })
  expect((await money()).refunds).toEqual([['succeeded', 99_00]])
})

test('where card payments were switched off, an appointment that would be refunded cannot be cancelled', async () => {
  const { portal, jane, booking } = await openPaid()
  const { database, time } = portal
  const real = { provider: 'stripe', testMode: 0 } as const
  await database.query.updateTable('payments').set(real).execute()
  const off = await openPortal({ database, now: time.now, settings: { PAYMENTS: 'off' } })
  const terms = await readTerms(off, jane, booking)
  expect(terms.whyNotCancel).toBe('refund_unavailable')
  const refused = await cancelBy(off, jane, terms)
  expect(await refusal(refused)).toEqual({ status: 409, code: 'refund_unavailable' })
})

test('a cancellation does not refund a payment made at the desk, and the mail refers to the desk', async () => {
  const { portal, jane, booking } = await openTill()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const { appointment } = await details(portal, staff, booking)
  await accepted(await actsOf(portal, staff).payAtDesk(appointment))
  const terms = await readTerms(portal, jane, booking)
  expect(terms).toMatchObject({ paid: 99, refund: 0, paidAtDesk: true, whyNotCancel: null })
  await acceptedCancel(await cancelBy(portal, jane, terms))
  const { text } = await mailOf(portal, 'appointment-cancelled')
  expect(text).toContain('You paid $99 at our desk. Please come by or call us to have it back.')
})

test('a charge that arrives after the cancellation is refunded automatically', async () => {
  const till = await openTill()
  const { portal, jane, booking } = till
  const transactionId = await charge(portal, jane, booking)
  await acceptedCancel(await cancelBy(portal, jane, await readTerms(portal, jane, booking)))
  const reported = await report(portal, jane, booking._id, transactionId)
  expect(await refusal(reported)).toMatchObject({ code: 'payment_returned' })
  expect((await reschedulesOf(till).money()).payments).toEqual([['refunded', 99_00]])
})

test('another account can neither read nor cancel an appointment', async () => {
  const { portal, jane, booking } = await openTill()
  const john = await signIn(portal)
  const terms = await readTerms(portal, jane, booking)
  const forbidden = { status: 403, code: 'forbidden' }
  const looked = await request(portal, 'GET', `/booking/${booking._id}/change`, john)
  expect(await refusal(looked)).toEqual(forbidden)
  expect(await refusal(await cancelBy(portal, john, terms))).toEqual(forbidden)
  const unknown = { ...terms, booking: { ...booking, _id: 'unknown' } }
  expect(await refusal(await cancelBy(portal, jane, unknown))).toMatchObject({ status: 404 })
})

test('a patient whose language is Spanish gets the cancellation mail in Spanish', async () => {
  const { portal, jane, booking } = await openPaid()
  const { query } = portal.database
  await query.updateTable('users').set({ language: 'es' }).where('email', '=', jane.email).execute()
  await acceptedCancel(await cancelBy(portal, jane, await readTerms(portal, jane, booking)))
  const { subject, text } = await mailOf(portal, 'appointment-cancelled')
  expect(subject).toBe('Su cita en Molar Dental del 8 jun 2026 está cancelada')
  expect(text).toContain('Le devolvemos a su tarjeta los $99 que pagó.')
})
