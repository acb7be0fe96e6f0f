import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { Treatment } from '../../contract/treatments/treatment.ts'
import { accepted, actsOf, bookFor, details, openDesk, told } from '../testing/desk.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { openTill, pay } from '../testing/paying.ts'
import { booked, monday, refusal, request, signIn } from '../testing/portal.ts'

const first = { date: monday, slot: '8:00 AM - 8:30 AM' }
const later = { date: '2026-06-09', slot: '10:00 AM - 10:30 AM' }

async function openWithBooking() {
  const { portal, staff } = await openDesk()
  const made = await accepted(await bookFor(portal, staff, { email: 'jane@patients.example' }))
  return { portal, staff, made, ...actsOf(portal, staff) }
}

test('a reschedule takes the new slot, frees the old one, and notifies the patient of both', async () => {
  const { portal, staff, made, move } = await openWithBooking()
  const moved = await accepted(await move(made, later))
  expect(moved).toMatchObject({
    ...{ _id: made._id, revision: 1, date: 'Jun 9, 2026', slot: later.slot },
    ...{ startMinute: 600, endMinute: 630, price: made.price },
  })
  await accepted(await bookFor(portal, staff, { email: 'john@patients.example' }, first))
  const taken = await bookFor(portal, staff, { email: 'jill@patients.example' }, later)
  expect(await refusal(taken)).toMatchObject({ code: 'slot_taken' })
  expect(await told(portal, staff, made)).toEqual([
    `booked by ${staff.email}`,
    `moved by ${staff.email}`,
  ])
  expect((await queuedMails(portal)).slice(0, 2)).toEqual([
    'appointment-booked to jane@patients.example',
    'appointment-moved to jane@patients.example',
  ])
  const mail = await portal.database.query
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'appointment-moved')
    .executeTakeFirstOrThrow()
  expect(mail.text).toContain('New: Tuesday, Jun 9, 2026, 10:00 AM - 10:30 AM')
  expect(mail.text).toContain('Before: Monday, Jun 8, 2026, 8:00 AM - 8:30 AM')
})

test('a reschedule preserves payment, price and history, and resets the status to booked', async () => {
  const { portal, jane, booking } = await openTill({
    input: { date: 'Jun 5, 2026', slot: '9:30 AM - 10:00 AM' },
  })
  const paid = await pay(portal, jane, booking)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const { move, setStatus } = actsOf(portal, staff)
  await portal.database.query.updateTable('treatments').set({ priceCents: 1_00 }).execute()
  const { appointment } = await details(portal, staff, booking)
  portal.time.now = new Date('2026-06-05T13:35:00Z')
  const missed = await accepted(await setStatus(appointment, 'no_show'))
  const moved = await accepted(await move(missed, later))
  expect(moved).toMatchObject({ status: 'booked', paid: 'card', price: booking.price })
  expect(moved.transactionId).toBe(paid.transactionId)
  expect(await told(portal, staff, booking)).toEqual([
    `booked by ${jane.email}`,
    `paid by ${jane.email}`,
    `no_show by ${staff.email}`,
    `moved by ${staff.email}`,
  ])
})

test.each([
  ['unknown_slot', { date: monday, slot: '8:15 AM - 8:45 AM' }],
  ['day_past', { date: 'Jun 4, 2026', slot: first.slot }],
  ['day_closed', { date: 'Jun 7, 2026', slot: first.slot }],
  ['day_too_far', { date: 'Dec 3, 2026', slot: first.slot }],
  ['slot_begun', { date: 'Jun 5, 2026', slot: '9:00 AM - 9:30 AM' }],
])('%s: the reschedule is refused and changes nothing', async (code, to) => {
  const { portal, staff, made, move } = await openWithBooking()
  expect(await refusal(await move(made, to))).toEqual({ status: 409, code })
  expect((await details(portal, staff, made)).appointment).toEqual(made)
})

test('an appointment of an archived treatment cannot be rescheduled', async () => {
  const { portal, made, move } = await openWithBooking()
  const archivedAt = portal.time.now.toISOString()
  await portal.database.query.updateTable('treatments').set({ archivedAt }).execute()
  expect(await refusal(await move(made, later))).toMatchObject({ code: 'unknown_treatment' })
})

test('a reschedule is refused for a taken slot or a conflict with the patient’s other appointments', async () => {
  const { portal, staff, made, move } = await openWithBooking()
  await booked(portal, await signIn(portal), later)
  expect(await refusal(await move(made, later))).toMatchObject({ code: 'slot_taken' })
  const jane = { email: 'jane@patients.example' }
  const nine = { date: monday, slot: '9:00 AM - 9:30 AM' }
  await accepted(await bookFor(portal, staff, jane, { ...nine, treatment: 1 }))
  expect(await refusal(await move(made, nine))).toMatchObject({ code: 'patient_busy' })
  const tuesday = { date: '2026-06-09', slot: first.slot }
  await accepted(await bookFor(portal, staff, jane, tuesday))
  const eleven = { date: '2026-06-09', slot: '11:00 AM - 11:30 AM' }
  expect(await refusal(await move(made, eleven))).toMatchObject({ code: 'already_booked' })
  await accepted(await move(made, { date: monday, slot: '8:30 AM - 9:00 AM' }))
})

test('a reschedule based on an outdated revision, or of a cancelled appointment, is refused', async () => {
  const { made, move, cancel } = await openWithBooking()
  await accepted(await move(made, later))
  expect(await refusal(await move(made, first))).toMatchObject({ code: 'appointment_changed' })
  await accepted(await cancel({ ...made, revision: 1 }))
  const again = await move({ ...made, revision: 2 }, first)
  expect(await refusal(again)).toEqual({ status: 409, code: 'appointment_cancelled' })
})

test('rescheduling to the same time changes nothing, and a past or unknown appointment is refused', async () => {
  const { portal, made, move } = await openWithBooking()
  expect(await accepted(await move(made, first))).toEqual(made)
  expect(await queuedMails(portal)).toHaveLength(1)
  const unknown = await move({ _id: 'no-such-appointment', revision: 0 }, later)
  expect(await refusal(unknown)).toEqual({ status: 404, code: 'not_found' })
  portal.time.now = new Date('2026-06-09T13:00:00Z')
  const staff = await signIn(portal, 'late@clinic.example', 'admin')
  const late = await actsOf(portal, staff).move(made, later)
  expect(await refusal(late)).toEqual({ status: 409, code: 'appointment_over' })
})

test('available slots reflect a reschedule immediately', async () => {
  const { portal, made, move } = await openWithBooking()
  const free = async (date: string) => {
    const response = await request(portal, 'GET', `/available?date=${date}`)
    return z.array(Treatment).parse(await response.json())[0]?.slots ?? []
  }
  expect(await free(monday)).not.toContain(first.slot)
  await free(later.date)
  await accepted(await move(made, later))
  expect(await free(monday)).toContain(first.slot)
  expect(await free(later.date)).not.toContain(later.slot)
})

test('a reschedule publishes both the old and the new day', async () => {
  const { portal, made, move } = await openWithBooking()
  const published = new Set<string>()
  onTestFinished(await portal.deps.changes.subscribe((day) => published.add(day)))
  await accepted(await move(made, later))
  await expect.poll(() => [...published].sort()).toEqual([monday, later.date])
})
