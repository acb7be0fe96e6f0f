import { expect, test } from 'vitest'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { sweepPayments } from '../payments/sweep-payments.ts'
import { moveBy, readTerms, wait } from '../testing/changing.ts'
import { accepted, actsOf, by, nine, openIll, toSame } from '../testing/desk.ts'
import { books, openScreen, openTill, pay, secretOf } from '../testing/paying.ts'
import { type Person, type Portal, refusal, request, signIn } from '../testing/portal.ts'

const ten = '10:00 AM - 10:30 AM'
const eleven = '11:00 AM - 11:30 AM'
const refused = { status: 409, code: 'appointment_impossible' }

/** The same in a patient's list and by itself. */
async function impossibleOf(portal: Portal, { token, email }: Person, { _id }: Booking) {
  const list = await (await request(portal, 'GET', `/booking?email=${email}`, { token })).json()
  const one = await (await request(portal, 'GET', `/booking/${_id}`, { token })).json()
  expect(list).toEqual([one])
  return one.impossible
}

test('an appointment whose patient was asked to choose another time cannot be paid until they have chosen', async () => {
  const { goIll, settle, portal, people } = await openIll([nine, ten, eleven])
  const [asked, moved, come] = people
  if (!asked || !moved || !come) throw new Error('somebody has not booked')
  const { shown, change } = await goIll()
  expect(await impossibleOf(portal, asked.person, asked.booking)).toBe(null)
  const [first, second, third] = shown
  if (!first || !second || !third) throw new Error('somebody is not affected')
  await settle(change, by('ask', first), toSame(second), by('ask', third))
  expect(await impossibleOf(portal, asked.person, asked.booking)).toBe('displaced')
  expect(await refusal(await openScreen(portal, asked.person, asked.booking))).toEqual(refused)
  const byPrice = { ...asked.person, body: { price: asked.booking.price } }
  const unnamed = await request(portal, 'POST', '/create-payment-intent', byPrice)
  expect(await refusal(unnamed)).toEqual(refused)

  expect(await impossibleOf(portal, moved.person, moved.booking)).toBe(null)
  await pay(portal, moved.person, moved.booking)

  const terms = await readTerms(portal, asked.person, asked.booking)
  const later = { date: '2026-06-09', slot: ten }
  expect((await moveBy(portal, asked.person, terms, later)).status).toBe(200)
  expect(await impossibleOf(portal, asked.person, asked.booking)).toBe(null)
  await pay(portal, asked.person, asked.booking)

  await wait(portal, new Date('2026-06-08T14:55:00Z'))
  const staff = await signIn(portal, 'desk@clinic.example', 'admin')
  const { revision } = await readTerms(portal, come.person, come.booking)
  await accepted(await actsOf(portal, staff).setStatus({ ...come.booking, revision }, 'arrived'))
  expect(await impossibleOf(portal, come.person, come.booking)).toBe(null)
  await pay(portal, come.person, come.booking)
})

test('an appointment on a closed day cannot be paid once its patient was asked, until the day is open again', async () => {
  const { portal, jane, booking, sandbox } = await openTill()
  const { token } = await signIn(portal, 'staff@clinic.example', 'admin')
  const day = { from: '2026-06-08', to: '2026-06-08' }
  const staff = async (method: string, path: string, body?: object) =>
    expect((await request(portal, method, path, { token, body })).status).toBe(200)
  await secretOf(await openScreen(portal, jane, booking))
  await staff('POST', '/staff/closures', { ...day, reason: 'Burst pipe', confirmed: true })
  expect(await impossibleOf(portal, jane, booking)).toBe(null)
  await staff('POST', '/staff/closures/settle', { ...day, way: 'ask' })
  expect(await impossibleOf(portal, jane, booking)).toBe('closed')
  expect(await refusal(await openScreen(portal, jane, booking))).toEqual(refused)

  await sweepPayments({ ...portal.deps, payments: sandbox }, { everything: true })
  expect((await books(portal)).payments).toMatchObject([{ state: 'cancelled' }])

  await staff('DELETE', '/staff/closures/2026-06-08')
  expect(await impossibleOf(portal, jane, booking)).toBe(null)
  await pay(portal, jane, booking)
})
