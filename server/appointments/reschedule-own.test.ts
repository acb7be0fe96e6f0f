import { expect, test } from 'vitest'
import {
  acceptedReschedule,
  later,
  mailOf,
  mondayAtEight,
  moveBy,
  openPaid,
  readTerms,
  wait,
} from '../testing/changing.ts'
import { accepted, actsOf, bookFor, details } from '../testing/desk.ts'
import { books, openTill } from '../testing/paying.ts'
import { booked, type Person, refusal, request, signIn } from '../testing/portal.ts'

/** Of the demo clinic: 109 dollars, and the first costs 99. */
const dearer = 5

test('a reschedule frees the old slot, leaves payment and price unchanged, and the mail names both times', async () => {
  const { portal, jane, booking, move, money } = await openPaid()
  await portal.database.query.updateTable('treatments').set({ priceCents: 1_00 }).execute()
  const before = await money()
  const moved = await acceptedReschedule(await move(later))
  expect(moved).toMatchObject({
    ...{ due: 0, returned: 0 },
    booking: { _id: booking._id, date: 'Jun 9, 2026', slot: later.slot, price: 99, paid: true },
  })
  expect(await money()).toEqual(before)
  await booked(portal, await signIn(portal), { price: 1 })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const { history } = await details(portal, staff, booking)
  expect(history.at(-1)).toMatchObject({ kind: 'moved', by: 'patient', actor: jane.email })
  const mail = await mailOf(portal, 'appointment-moved')
  expect(mail).toMatchObject({ recipient: jane.email, calendarMethod: 'REQUEST' })
  expect(mail.text).toContain('We have changed your appointment as you asked.')
  expect(mail.text).toContain(
    'New: Tuesday, Jun 9, 2026, 10:00 AM - 10:30 AM\nBefore: Monday, Jun 8, 2026, 8:00 AM - 8:30 AM',
  )
})

test('a reschedule follows the booking rules: minimum notice, taken, closed and unknown slots, changed price', async () => {
  const { portal, jane, move } = await openPaid()
  const code = async (to: Parameters<typeof move>[0]) => (await refusal(await move(to))).code
  await booked(portal, await signIn(portal), later)
  expect(await code(later)).toBe('slot_taken')
  expect(await code({ ...later, date: '2026-06-14' })).toBe('day_closed')
  expect(await code({ ...later, date: '2026-06-04' })).toBe('day_past')
  expect(await code({ ...later, slot: '3:00 AM - 3:30 AM' })).toBe('unknown_slot')
  expect(await code({ ...later, treatment: dearer, price: 99 })).toBe('price_changed')
  await booked(portal, jane, { ...later, treatment: 4 })
  expect(await code({ ...later, treatment: 4 })).toBe('already_booked')
  expect(await code({ ...later, treatment: 2 })).toBe('patient_busy')
  await portal.database.query.updateTable('clinic').set({ leadMinutes: 600 }).execute()
  expect(await code({ date: '2026-06-05', slot: '4:30 PM - 5:00 PM' })).toBe('too_soon')
})

test('rescheduling to the same time changes nothing', async () => {
  const { portal, booking, terms, move } = await openPaid()
  const before = await terms()
  const { date, slot } = booking
  expect(await acceptedReschedule(await move({ date, slot }))).toMatchObject({
    due: 0,
    returned: 0,
  })
  expect(await terms()).toEqual(before)
  expect((await books(portal)).events).toHaveLength(1)
})

test('a patient cannot reschedule from the cut-off on or after the start, but staff can', async () => {
  const { portal, booking, terms, move } = await openPaid()
  await wait(portal, new Date('2026-06-07T12:00:00Z'))
  expect(await terms()).toMatchObject({ whyNotReschedule: 'past_cutoff', whyNotCancel: null })
  expect(await refusal(await move(later))).toEqual({ status: 409, code: 'past_cutoff' })
  await wait(portal, mondayAtEight)
  expect(await refusal(await move(later))).toEqual({ status: 409, code: 'appointment_begun' })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const { appointment } = await details(portal, staff, booking)
  await accepted(await actsOf(portal, staff).move(appointment, later))
})

test('an unconfirmed account can reschedule its own bookings and not those that staff made for its address', async () => {
  const { portal, jane, booking } = await openTill()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const forJane = { email: jane.email }
  const input = { treatment: 1, slot: '9:00 AM - 9:30 AM' }
  const byStaff = await accepted(await bookFor(portal, staff, forJane, input))
  const known = await readTerms(portal, jane, byStaff)
  await unprove(portal, jane)
  await acceptedReschedule(
    await moveBy(portal, jane, await readTerms(portal, jane, booking), later),
  )
  const forbidden = { status: 403, code: 'forbidden' }
  expect(await refusal(await moveBy(portal, jane, known, later))).toEqual(forbidden)
  const looked = await request(portal, 'GET', `/booking/${byStaff._id}/change`, jane)
  expect(await refusal(looked)).toEqual(forbidden)
})

/** Makes an account one that has never confirmed its e-mail. */
async function unprove(
  { database }: Awaited<ReturnType<typeof openTill>>['portal'],
  { email }: Person,
) {
  const emailVerified = database.engine === 'postgres' ? false : 0
  const user = await database.query
    .updateTable('users')
    .set({ emailVerified })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.query
    .updateTable('appointments')
    .set({ unproved: user.id })
    .where('bookedBy', '=', user.id)
    .execute()
}
