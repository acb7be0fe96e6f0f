import { expect, test } from 'vitest'
import { accepted, bookFor, details, openDesk, told } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { book, booked, openPortal, refusal, request, signIn } from '../testing/portal.ts'

test('an appointment for a dependent names the patient and the account holder who booked', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const { _id: dependent } = await addDependent(portal, jane)
  const made = await booked(portal, jane, { dependent })
  const treated = {
    patient: jane.email,
    patientName: 'Timmy Doe',
    dependent: { name: 'Timmy Doe', relation: 'child' },
    bookedBy: 'Pat Doe',
  }
  expect(made).toMatchObject(treated)
  const { appointment } = await details(portal, staff, made)
  expect(appointment).toMatchObject(treated)
  expect(await told(portal, staff, made)).toEqual([`booked by ${jane.email}`])
})

test('an appointment for the account holder names no dependent and no other booker', async () => {
  const portal = await openPortal()
  const made = await booked(portal, await signIn(portal))
  expect(made).toMatchObject({ patientName: 'Pat Doe', dependent: null, bookedBy: null })
})

test('staff find a dependent’s appointment by the dependent’s name and by the account’s e-mail', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const { _id: dependent } = await addDependent(portal, jane, { name: 'Zoé Roe' })
  await booked(portal, jane, { dependent })
  for (const search of ['zoe', 'roe', 'jane@pat']) {
    const path = `/staff/appointments?${new URLSearchParams({ search })}`
    const response = await request(portal, 'GET', path, { token: staff.token })
    expect(await response.json()).toMatchObject({ rows: [{ patientName: 'Zoé Roe' }] })
  }
})

test('two family members can be treated at the same time, but no patient can be booked twice at one time', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const { _id: dependent } = await addDependent(portal, jane)
  await booked(portal, jane)
  await booked(portal, jane, { dependent, treatment: 1 })
  const busy = await book(portal, jane, { dependent, treatment: 2 })
  expect(busy.status).toBe(409)
  expect(await busy.json()).toMatchObject({
    code: 'patient_busy',
    message: 'This person has another appointment at that time.',
  })
  const later = { slot: '9:00 AM - 9:30 AM' }
  const twice = await book(portal, jane, { dependent, treatment: 1, ...later })
  expect(await twice.json()).toMatchObject({
    code: 'already_booked',
    message: 'This person already has this treatment on that day.',
  })
  await booked(portal, jane, { dependent, ...later })
  const mine = await book(portal, jane, { ...later, treatment: 1 })
  expect(mine.status).toBe(200)
})

test('a booking for another account’s dependent or for a removed dependent is refused', async () => {
  const portal = await openPortal()
  const [jane, john] = [await signIn(portal), await signIn(portal)]
  const { _id: dependent } = await addDependent(portal, jane)
  const refused = { status: 409, code: 'unknown_dependent' }
  expect(await refusal(await book(portal, john, { dependent }))).toEqual(refused)
  const made = await booked(portal, jane, { dependent })
  await request(portal, 'DELETE', `/family/${dependent}`, { token: jane.token })
  const again = await book(portal, jane, { dependent, treatment: 1, slot: '9:00 AM - 9:30 AM' })
  expect(await refusal(again)).toEqual(refused)
  const kept = await request(portal, 'GET', `/booking/${made._id}`, { token: jane.token })
  expect(await kept.json()).toEqual({ ...made, impossible: null, paymentBegun: false })
})

test('an appointment retains the dependent’s name at the time of the booking', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const { _id: dependent } = await addDependent(portal, jane)
  const made = await booked(portal, jane, { dependent })
  const body = { name: 'Timothy Doe', relation: 'other' }
  await request(portal, 'PUT', `/family/${dependent}`, { token: jane.token, body })
  const kept = await request(portal, 'GET', `/booking/${made._id}`, { token: jane.token })
  expect(await kept.json()).toMatchObject({ dependent: { name: 'Timmy Doe', relation: 'child' } })
})

test('a booking for a dependent is refused with the same codes as one for the account holder', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const { _id: dependent } = await addDependent(portal, jane)
  for (const [code, input] of [
    ['day_closed', { date: 'Jun 7, 2026' }],
    ['price_changed', { price: 98.5 }],
    ['unknown_slot', { slot: '8:15 AM - 8:45 AM' }],
  ] as const) {
    expect(await refusal(await book(portal, jane, { dependent, ...input }))).toMatchObject({ code })
  }
})

test('of concurrent bookings at one time for an account holder and a dependent, one succeeds for each', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const people = [{}, { dependent: (await addDependent(portal, jane))._id }]
  const inputs = Array.from({ length: 24 }, (_, click) => ({
    treatment: click % 6,
    ...people[click % 2],
  }))
  const responses = await Promise.all(inputs.map((input) => book(portal, jane, input)))
  const rows = await portal.database.query.selectFrom('appointments').select('patientId').execute()
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(new Set(rows.map(({ patientId }) => patientId)).size).toBe(2)
})

test('staff book for a dependent, who can be treated at the same time as the account holder', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const { _id: id } = await addDependent(portal, jane)
  await booked(portal, jane)
  const child = { email: jane.email, name: 'timmy  DOE', relation: 'other' }
  const made = await accepted(await bookFor(portal, staff, child, { treatment: 1 }))
  // Who the patient calls their child stays that.
  expect(made).toMatchObject({
    patient: jane.email,
    patientName: 'timmy  DOE',
    dependent: { relation: 'child' },
    bookedBy: 'Pat Doe',
  })
  const twice = await bookFor(portal, staff, child, { treatment: 2 })
  expect(await refusal(twice)).toEqual({ status: 409, code: 'patient_busy' })
  const again = await bookFor(portal, staff, child, { treatment: 1 })
  expect(await refusal(again)).toEqual({ status: 409, code: 'already_booked' })
  const own = await book(portal, jane, { dependent: id, treatment: 2 })
  expect(await refusal(own)).toEqual({ status: 409, code: 'patient_busy' })
})

test('an unknown dependent for whom staff book is added to the family, unless the booking is refused', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const list = async () => (await request(portal, 'GET', '/family', { token: jane.token })).json()
  const ann = { email: 'Jane@patients.example', name: 'Ann Doe', relation: 'partner' }
  const closed = await bookFor(portal, staff, ann, { date: 'Jun 7, 2026' })
  expect(await refusal(closed)).toEqual({ status: 409, code: 'day_closed' })
  await booked(portal, jane)
  expect(await refusal(await bookFor(portal, staff, ann))).toMatchObject({ code: 'slot_taken' })
  expect(await list()).toEqual([])
  const { patient, dependent } = await accepted(await bookFor(portal, staff, ann, { treatment: 1 }))
  expect({ patient, dependent }).toEqual({
    patient: jane.email,
    dependent: { name: 'Ann Doe', relation: 'partner' },
  })
  expect(await list()).toMatchObject([{ name: 'Ann Doe', relation: 'partner' }])
})

test('staff can add a dependent only to a confirmed account, and only up to the limit of a family', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const ask = async (email: string | null, name = 'Ann Doe') =>
    refusal(await bookFor(portal, staff, { email, name, phone: '1', relation: 'child' }))
  const nobody = { status: 409, code: 'unknown_account' }
  expect(await ask(null)).toEqual(nobody)
  expect(await ask('nobody@patients.example')).toEqual(nobody)
  for (let n = 0; n < 20; n += 1) await addDependent(portal, jane, { name: `Child ${n}` })
  expect(await ask(jane.email)).toEqual({ status: 409, code: 'family_full' })
  const unverified = portal.database.engine === 'postgres' ? false : 0
  const { query } = portal.database
  await query
    .updateTable('users')
    .set({ emailVerified: unverified })
    .where('role', '=', 'patient')
    .execute()
  expect(await ask(jane.email, 'Child 3')).toEqual(nobody)
})

test('a new dependent in several concurrent staff bookings is added to the family once', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const ann = { email: jane.email, name: 'Ann Doe', relation: 'partner' }
  const days = ['Jun 8, 2026', 'Jun 9, 2026', 'Jun 10, 2026']
  await Promise.all(days.map(async (date) => accepted(await bookFor(portal, staff, ann, { date }))))
  const list = await request(portal, 'GET', '/family', { token: jane.token })
  expect(await list.json()).toHaveLength(1)
})
