import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '../app.ts'
import { settleClosed } from '../clinic/close-days.ts'
import { farewell } from '../notifications/notification.ts'
import {
  acceptedCancel,
  acceptedReschedule,
  cancelBy,
  moveBy,
  readTerms,
  wait,
} from '../testing/changing.ts'
import { actsOf, details } from '../testing/desk.ts'
import { books, openTill, pay } from '../testing/paying.ts'
import { type Person, type Portal, request, signIn } from '../testing/portal.ts'
import { insertRefund } from './queries.ts'
import { sweepPayments } from './sweep-payments.ts'

const noneBack =
  'Your payment of $99 was made in test mode: no card was charged, so no money goes back.'

const modes = ['live', 'off'] as const

/** A clinic whose patient has paid $99 in test mode, which takes real money since, or no cards. */
async function openAfterTests(cards: 'live' | 'off' = 'live', now?: string) {
  const { portal, jane, booking, sandbox } = await openTill()
  await pay(portal, jane, booking)
  if (now !== undefined) await wait(portal, new Date(now))
  const payments = cards === 'live' ? { ...sandbox, testMode: false } : undefined
  const deps = { ...portal.deps, payments }
  const { app } = createApp(deps)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  return { before: portal, portal: { ...portal, app, deps }, jane, booking, staff }
}

async function get(portal: Portal, path: string, person: Person): Promise<string> {
  const response = await request(portal, 'GET', path, { token: person.token })
  expect(response.status).toBe(200)
  return response.text()
}

async function textOf({ database }: Portal, kind: string): Promise<string> {
  const mail = database.query.selectFrom('outbox').select('text').where('kind', '=', kind)
  return (await mail.executeTakeFirstOrThrow()).text
}

test.each(modes)(
  'with cards %s, what was paid in test mode is no money received in My History, on the patient’s page and in the table of appointments',
  async (cards) => {
    const { before, portal, jane, booking, staff } = await openAfterTests(
      cards,
      '2026-06-09T14:00:00Z',
    )
    const patientId = z.object({ appointment: z.object({ patientId: z.string() }) })
    const details = await get(portal, `/staff/appointments/${booking._id}`, staff)
    const { appointment } = patientId.parse(JSON.parse(details))
    const read = async (of: Portal) => {
      const past = JSON.parse(await get(of, `/history?email=${jane.email}&limit=10`, jane))
      const patient = JSON.parse(await get(of, `/staff/patients/${appointment.patientId}`, staff))
      const table = await get(
        of,
        '/staff/export/appointments.csv?from=2026-06-08&to=2026-06-08',
        staff,
      )
      const [head = '', row = ''] = table.split('\r\n')
      const at = head.split(',').indexOf('Paid in test mode')
      const [{ paid, paidInTest }] = past.rows
      return {
        past: { paid, paidInTest },
        patient: [patient.paid, patient.visits[0].paid, patient.due],
        table: row.split(',')[at],
      }
    }
    const received = { past: { paid: true, paidInTest: 0 }, patient: [99, 99, 0], table: '' }
    expect(await read(before)).toEqual(received)
    const tested = { past: { paid: true, paidInTest: 99 }, patient: [0, 0, 0], table: '99.00' }
    expect(await read(portal)).toEqual(tested)
  },
)

test.each(modes)(
  'with cards %s, the last mail to a removed account promises no money that was paid in test mode',
  async (cards) => {
    const { portal, jane, staff } = await openAfterTests(cards)
    const ending = JSON.parse(await get(portal, '/account/deletion', jane))
    expect(ending).toMatchObject({ refund: 99, appointments: [{ refund: 99, paidInTest: 99 }] })
    const removal = JSON.parse(await get(portal, `/users/removal/${jane.email}`, staff))
    expect(removal).toEqual({ appointments: 1, refund: 0 })
    const removed = await request(
      portal,
      'DELETE',
      `/users/${jane.email}?appointments=cancel`,
      staff,
    )
    expect(await removed.json()).toEqual({ deletedCount: 1 })
    const text = await textOf(portal, farewell)
    expect(text).toContain(noneBack)
    expect(text).not.toContain('back to your card')
  },
)

test.each(modes)(
  'with cards %s, the mail about a cheaper treatment promises no difference that was paid in test mode',
  async (cards) => {
    const { portal, jane, booking } = await openAfterTests(cards)
    const treatment = portal.treatments.findIndex(({ price }) => price < 99)
    const { price = 0, slots: [slot = ''] = [] } = portal.treatments[treatment] ?? {}
    const terms = await readTerms(portal, jane, booking)
    const to = { treatment, date: '2026-06-09', slot }
    const moved = await acceptedReschedule(await moveBy(portal, jane, terms, to))
    expect(moved).toMatchObject({ returned: 99 - price, booking: { paidInTest: price } })
    const text = await textOf(portal, 'appointment-moved')
    expect(text).toContain(noneBack)
    expect(text).not.toContain('back to your card')
  },
)

async function money(portal: Portal) {
  const { payments, refunds, appointments } = await books(portal)
  const [{ paidCents } = {}] = appointments
  return [...[...payments, ...refunds].map(({ state }) => state), `${paidCents} left`]
}

const takenOff = ['refunded', 'succeeded', '0 left']

test.each(modes)('with cards %s, a patient cancels what was paid in test mode', async (cards) => {
  const { portal, jane, booking } = await openAfterTests(cards)
  const terms = await readTerms(portal, jane, booking)
  expect(terms.whyNotCancel).toBeNull()
  await acceptedCancel(await cancelBy(portal, jane, terms))
  expect(await money(portal)).toEqual(takenOff)
  expect(await textOf(portal, 'appointment-cancelled')).toContain(noneBack)
})

test.each(modes)(
  'with cards %s, staff take a test payment off the record, by itself or with a cancellation',
  async (cards) => {
    for (const way of ['refund', 'cancel']) {
      const { portal, booking, staff } = await openAfterTests(cards)
      const { appointment } = await details(portal, staff, booking)
      const path = `/booking/${booking._id}/refund`
      const { token } = staff
      const done = await (way === 'cancel'
        ? actsOf(portal, staff).cancel(appointment, { refund: true })
        : request(portal, 'POST', path, { token, body: { reason: 'It was a test.' } }))
      expect(done.status).toBe(200)
      expect(await money(portal)).toEqual(takenOff)
    }
  },
)

test.each(modes)(
  'with cards %s, a cancellation on a closed day counts no test payment among what goes back',
  async (cards) => {
    const { portal, staff } = await openAfterTests(cards)
    const days = { from: '2026-06-08', to: '2026-06-08' }
    const closing = { ...days, reason: 'Burst pipe', confirmed: true }
    await request(portal, 'POST', '/staff/closures', { token: staff.token, body: closing })
    const actor = { email: staff.email, userId: '', isStaff: true }
    const { deps } = portal
    const settled = await settleClosed(deps, { ...days, way: 'cancel', actor })
    expect(settled).toMatchObject({ settled: [{ failed: null, refund: 0 }] })
    expect(await money(portal)).toEqual(takenOff)
  },
)

test('without cards, a refund of a test payment that a crash has left behind is ended by the sweep, and one of real money waits', async () => {
  for (const [made, states] of [
    [{ provider: 'sandbox', testMode: 1 }, takenOff],
    [{ provider: 'stripe', testMode: 0 }, ['succeeded', 'requested', '9900 left']],
  ] as const) {
    const { portal } = await openAfterTests('off')
    const { query } = portal.database
    await query.updateTable('payments').set(made).execute()
    const [payment] = (await books(portal)).payments
    if (!payment) throw new Error('Nothing was paid')
    const { id: paymentId, amountCents } = payment
    const cause = { actor: 'portal', reason: { text: 'Ill.' }, now: portal.time.now }
    await insertRefund(query, { paymentId, amountCents, ...cause })
    await sweepPayments(portal.deps)
    expect(await money(portal)).toEqual(states)
  }
})
