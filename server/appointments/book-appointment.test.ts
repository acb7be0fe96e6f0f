import { expect, test } from 'vitest'
import { Booking } from '../../contract/appointments/appointment.ts'
import {
  book,
  booked,
  bookingBody,
  openPortal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'

test('an accepted booking returns the stored appointment', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const booking = await booked(portal, jane, { phone: 'after six: 555-0100' })
  expect(booking).toMatchObject({
    treatment: 'Teeth Orthodontics',
    date: 'Jun 8, 2026',
    slot: '8:00 AM - 8:30 AM',
    price: 99,
    patient: jane.email,
    patientName: 'Pat Doe',
    phone: 'after six: 555-0100',
    paid: false,
    transactionId: null,
  })
  const read = await request(portal, 'GET', `/booking/${booking._id}`, { token: jane.token })
  expect(Booking.parse(await read.json())).toEqual(booking)
})

test('the patient’s name comes from the account, whatever the request contains', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const body = { ...bookingBody(portal, jane), patientName: 'Somebody Else', treatment: 'Free' }
  const response = await request(portal, 'POST', '/booking', { token: jane.token, body })
  expect(await response.json()).toMatchObject({
    booking: { patientName: 'Pat Doe', treatment: 'Teeth Orthodontics' },
  })
})

test.each([
  ['unknown_treatment', { treatmentId: 'no-such-treatment' }],
  ['unknown_slot', { slot: '8:15 AM - 8:45 AM' }],
  ['day_past', { date: 'Jun 4, 2026' }],
  ['day_closed', { date: 'Jun 7, 2026' }],
  ['day_too_far', { date: 'Dec 3, 2026' }],
  ['slot_begun', { date: 'Jun 5, 2026', slot: '9:00 AM - 9:30 AM' }],
  ['price_changed', { price: 98.5 }],
])('a booking refused as %s answers 409 and stores nothing', async (code, input) => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  expect(await refusal(await book(portal, jane, input))).toEqual({ status: 409, code })
  const rows = await portal.database.query.selectFrom('appointments').selectAll().execute()
  expect(rows).toEqual([])
})

test('the last day of the booking window and the next slot to start can still be booked', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  await booked(portal, jane, { date: 'Dec 2, 2026' })
  await booked(portal, jane, { date: '2026-06-05', slot: '9:30 AM - 10:00 AM' })
})

test('a booking on a day with a one-off closure is refused', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const closure = { day: '2026-06-08', reason: 'Staff training' }
  await portal.database.query.insertInto('closures').values(closure).execute()
  expect(await refusal(await book(portal, jane))).toEqual({ status: 409, code: 'day_closed' })
})

test('a taken slot, an overlapping appointment and a repeated treatment are refused with different codes', async () => {
  const portal = await openPortal()
  const [jane, john] = [await signIn(portal), await signIn(portal)]
  await booked(portal, jane)
  const codeOf = async (response: Response) => (await refusal(response)).code
  expect(await codeOf(await book(portal, john))).toBe('slot_taken')
  expect(await codeOf(await book(portal, jane))).toBe('already_booked')
  const later = { slot: '9:00 AM - 9:30 AM' }
  expect(await codeOf(await book(portal, jane, later))).toBe('already_booked')
  expect(await codeOf(await book(portal, jane, { treatment: 1 }))).toBe('patient_busy')
  await booked(portal, jane, { treatment: 1, ...later })
})

test('a patient cannot book overlapping slots of two treatments, but can book adjacent ones', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const treatmentId = portal.treatments[1]?._id ?? ''
  const long = { treatmentId, slot: '8:15 AM - 9:00 AM', startMinute: 495, endMinute: 540 }
  await portal.database.query.insertInto('treatmentSlots').values(long).execute()
  await booked(portal, jane)
  const overlapping = await book(portal, jane, { treatment: 1, slot: long.slot })
  expect(await refusal(overlapping)).toMatchObject({ code: 'patient_busy' })
  await booked(portal, jane, { treatment: 1, slot: '8:30 AM - 9:00 AM' })
})

test('a cancelled appointment frees its slot', async () => {
  const portal = await openPortal()
  const [jane, john] = [await signIn(portal), await signIn(portal)]
  await booked(portal, jane)
  const cancelledAt = portal.time.now.toISOString()
  await portal.database.query.updateTable('appointments').set({ cancelledAt }).execute()
  await booked(portal, john)
  await booked(portal, jane, { slot: '9:00 AM - 9:30 AM' })
})

test('a booking for another account’s e-mail is refused with wrong_patient', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const response = await book(portal, jane, { patient: 'john@patients.example' })
  expect(await refusal(response)).toEqual({ status: 403, code: 'wrong_patient' })
})

test('the refusal of a malformed booking names every invalid field', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const body = { ...bookingBody(portal, jane), date: 'Feb 30, 2026', price: '99' }
  const response = await request(portal, 'POST', '/booking', { token: jane.token, body })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'date' }, { path: 'price' }],
  })
})

test('a refused booking answers with success false, whatever the reason', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const good = bookingBody(portal, jane)
  const post = (body: string, type = 'application/json', token = jane.token) =>
    portal.app.request('/booking', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    })
  const refused = [
    await post(JSON.stringify({ ...good, price: 'much' })),
    await post('{'),
    await post(JSON.stringify(good), 'application/json', 'not-a-token'),
    await post(JSON.stringify({ ...good, patient: 'john@patients.example' })),
    await post(JSON.stringify({ ...good, slot: 'never' })),
    await post(JSON.stringify({ ...good, phone: 'x'.repeat(70_000) })),
    await post(JSON.stringify(good), 'text/plain'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 401, 403, 409, 413, 415])
  for (const response of refused) expect(await response.json()).toMatchObject({ success: false })
})
