import { expect, test } from 'vitest'
import { accepted, bookFor, details, openDesk, told } from '../testing/desk.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { book, booked, bookingBody, refusal, request, signIn } from '../testing/portal.ts'

test('a staff booking notifies the patient and appears among their own appointments', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const made = await accepted(await bookFor(portal, staff, { email: jane.email, name: 'Jane Roe' }))
  expect(made).toMatchObject({
    patient: jane.email,
    patientName: 'Jane Roe',
    status: 'booked',
    paid: 'no',
    revision: 0,
  })
  expect(await told(portal, staff, made)).toEqual([`booked by ${staff.email}`])
  expect(await queuedMails(portal)).toEqual([`appointment-booked to ${jane.email}`])
  const own = await request(portal, 'GET', `/booking?email=${jane.email}`, jane)
  expect(await own.json()).toMatchObject([{ _id: made._id }])
})

test('a patient without an e-mail is booked by name and phone, and gets no mail', async () => {
  const { portal, staff } = await openDesk()
  const guest = { email: null, name: 'José Álvarez', phone: '(718) 555-0100' }
  const made = await accepted(await bookFor(portal, staff, guest))
  expect(made).toMatchObject({ patient: null, patientName: guest.name, phone: guest.phone })
  expect(await queuedMails(portal)).toEqual([])
  const same = { ...guest, name: 'jose  alvarez', phone: '718-555-0100' }
  const second = await bookFor(portal, staff, same, { treatment: 1 })
  expect(await refusal(second)).toEqual({ status: 409, code: 'patient_busy' })
  const another = { ...guest, phone: '718-555-0199' }
  await accepted(await bookFor(portal, staff, another, { treatment: 1 }))
})

test('refusals that address a patient directly refer to the patient in the third person for staff', async () => {
  const { portal, staff } = await openDesk()
  const jane = { email: 'jane@patients.example' }
  await accepted(await bookFor(portal, staff, jane))
  for (const [input, code, message] of [
    [{ treatment: 1 }, 'patient_busy', 'This patient has another appointment at that time.'],
    [
      { slot: '9:00 AM - 9:30 AM' },
      'already_booked',
      'This patient already has this treatment on that day.',
    ],
  ] as const) {
    const response = await bookFor(portal, staff, jane, input)
    expect(await response.json()).toEqual({ code, message })
  }
})

test('two callers with the same name and no phone are two patients', async () => {
  const { portal, staff } = await openDesk()
  const caller = { email: null, name: 'Anna Lee' }
  await accepted(await bookFor(portal, staff, caller))
  await accepted(await bookFor(portal, staff, caller, { slot: '9:00 AM - 9:30 AM' }))
})

test.each([
  ['unknown_treatment', { treatmentId: 'no-such-treatment' }],
  ['unknown_slot', { slot: '8:15 AM - 8:45 AM' }],
  ['day_past', { date: 'Jun 4, 2026' }],
  ['day_closed', { date: 'Jun 7, 2026' }],
  ['day_too_far', { date: 'Dec 3, 2026' }],
  ['slot_begun', { date: 'Jun 5, 2026', slot: '9:00 AM - 9:30 AM' }],
  ['price_changed', { price: 98.5 }],
])('%s is refused for staff too, and stores nothing', async (code, input) => {
  const { portal, staff } = await openDesk()
  const response = await bookFor(portal, staff, { email: 'jane@patients.example' }, input)
  expect(await refusal(response)).toEqual({ status: 409, code })
  const { query } = portal.database
  expect(await query.selectFrom('appointments').selectAll().execute()).toEqual([])
  expect(await query.selectFrom('appointmentEvents').selectAll().execute()).toEqual([])
  expect(await queuedMails(portal)).toEqual([])
})

test('a taken slot is refused for staff too', async () => {
  const { portal, staff } = await openDesk()
  await booked(portal, await signIn(portal))
  const response = await bookFor(portal, staff, { email: 'jane@patients.example' })
  expect(await refusal(response)).toEqual({ status: 409, code: 'slot_taken' })
})

test('the minimum notice applies to patients and not to staff', async () => {
  const { portal, staff } = await openDesk()
  await portal.database.query.updateTable('clinic').set({ leadMinutes: 120 }).execute()
  const soon = { date: 'Jun 5, 2026', slot: '10:00 AM - 10:30 AM' }
  const jane = await signIn(portal)
  expect(await refusal(await book(portal, jane, soon))).toEqual({ status: 409, code: 'too_soon' })
  await accepted(await bookFor(portal, staff, { email: jane.email }, soon))
})

test('a booking without a name is refused with an error for that field', async () => {
  const { portal, staff } = await openDesk()
  const response = await bookFor(portal, staff, { email: null, name: '  ' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    issues: [{ path: 'patientName', message: 'Name is required' }],
  })
})

test('a patient’s own booking has one history entry, by the patient', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal)
  const booking = await booked(portal, jane, { phone: '555-0100' })
  const { appointment, history, refund } = await details(portal, staff, booking)
  expect(appointment).toMatchObject({ patient: jane.email, phone: '555-0100', startMinute: 480 })
  expect(history).toMatchObject([{ kind: 'booked', by: 'patient', actor: jane.email }])
  expect(refund).toBeNull()
})

test('the audit records a staff booking under its appointment, and a refused one with its status', async () => {
  const { portal, staff } = await openDesk()
  const made = await accepted(await bookFor(portal, staff, { email: 'jane@patients.example' }))
  await bookFor(portal, staff, { email: 'jane@patients.example' })
  const { treatment } = bookingBody(portal, staff)
  const entries = await portal.database.query
    .selectFrom('auditEntries')
    .select(['action', 'subject', 'data', 'status'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    {
      action: 'appointment_booked',
      subject: made._id,
      data: JSON.stringify({ treatment, day: '2026-06-08', slot: '8:00 AM - 8:30 AM' }),
      status: 200,
    },
    { action: 'appointment_booked', subject: '', data: 'null', status: 409 },
  ])
})
