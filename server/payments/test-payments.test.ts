import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '../app.ts'
import { farewell } from '../notifications/notification.ts'
import { acceptedReschedule, moveBy, readTerms, wait } from '../testing/changing.ts'
import { openTill, pay } from '../testing/paying.ts'
import { type Person, type Portal, request, signIn } from '../testing/portal.ts'

const noneBack =
  'Your payment of $99 was made in test mode: no card was charged, so no money goes back.'

/** A clinic whose patient has paid $99 in test mode, which takes real money since, or no cards. */
async function openAfterTests(cards: 'live' | 'off' = 'live', now?: string) {
  const { portal, jane, booking, sandbox } = await openTill()
  await pay(portal, jane, booking)
  if (now !== undefined) await wait(portal, new Date(now))
  const payments = cards === 'live' ? { ...sandbox, testMode: false } : undefined
  const { app } = createApp({ ...portal.deps, payments })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  return { before: portal, portal: { ...portal, app }, jane, booking, staff }
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

test.each(['live', 'off'] as const)(
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

test('the last mail to a removed account promises no money that was paid in test mode', async () => {
  const { portal, jane, staff } = await openAfterTests()
  const ending = JSON.parse(await get(portal, '/account/deletion', jane))
  expect(ending).toMatchObject({ refund: 99, appointments: [{ refund: 99, paidInTest: 99 }] })
  const removal = JSON.parse(await get(portal, `/users/removal/${jane.email}`, staff))
  expect(removal).toEqual({ appointments: 1, refund: 0 })
  const removed = await request(portal, 'DELETE', `/users/${jane.email}?appointments=cancel`, staff)
  expect(await removed.json()).toEqual({ deletedCount: 1 })
  const text = await textOf(portal, farewell)
  expect(text).toContain(noneBack)
  expect(text).not.toContain('back to your card')
})

test('the mail about a cheaper treatment promises no difference that was paid in test mode', async () => {
  const { portal, jane, booking } = await openAfterTests()
  const treatment = portal.treatments.findIndex(({ price }) => price < 99)
  const { price = 0, slots: [slot = ''] = [] } = portal.treatments[treatment] ?? {}
  const terms = await readTerms(portal, jane, booking)
  const to = { treatment, date: '2026-06-09', slot }
  const moved = await acceptedReschedule(await moveBy(portal, jane, terms, to))
  expect(moved).toMatchObject({ returned: 99 - price, booking: { paidInTest: price } })
  const text = await textOf(portal, 'appointment-moved')
  expect(text).toContain(noneBack)
  expect(text).not.toContain('back to your card')
})
