import { expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { findFreeDay } from '../appointments/free-days.ts'
import { accepted, actsOf, bookFor, openDesk } from '../testing/desk.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { book, booked, monday, refusal, request, signIn } from '../testing/portal.ts'
import { askForAddress, whileAddressChanges } from '../testing/proving.ts'
import { accept, asked, listRequests, offerOf } from '../testing/waitlist.ts'

const eight = '8:00 AM - 8:30 AM'
const between = '8:15 AM - 8:45 AM'
const ann = { email: null, name: 'Ann Lee', phone: '718 555 0100' }

/** Jane is offered eight o'clock. */
async function openWithHold() {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const before = await booked(portal, await signIn(portal))
  await asked(portal, jane, { fromMinute: 480, untilMinute: 510 })
  await actsOf(portal, staff).cancel({ _id: before._id, revision: 0 })
  const offer = await offerOf(portal, jane)
  if (!offer) throw new Error('Jane is offered nothing')
  return { portal, staff, jane, offer }
}

test('staff see the patient that a slot is held for, and can book it after confirming', async () => {
  const { portal, staff, jane, offer } = await openWithHold()
  const held = { patientName: jane.name, until: offer.expiresAt }
  for (const slot of [eight, between]) {
    const asking = await bookFor(portal, staff, ann, { slot, despite: ['slots'] })
    expect({ slot, status: asking.status, body: await asking.json() }).toMatchObject({
      status: 409,
      body: { code: 'slot_held', held },
    })
  }
  const seen = await request(portal, 'GET', `/staff/schedule?date=${monday}`, staff)
  const { columns } = StaffDay.parse(await seen.json())
  expect(columns[0]?.slots[0]).toMatchObject({ slot: eight, heldFor: held.patientName })
  expect(await offerOf(portal, jane)).toMatchObject({ state: 'open' })

  await accepted(await bookFor(portal, staff, ann, { despite: ['hold'] }))
  expect(await queuedMails(portal)).toContain(`earlier-slot-withdrawn to ${jane.email}`)
  expect(await offerOf(portal, jane)).toBeUndefined()
  expect(await listRequests(portal, jane)).toMatchObject([{ state: 'waiting', paused: null }])
  const late = await accept(portal, offer)
  expect(await refusal(late)).toEqual({ status: 409, code: 'offer_withdrawn' })
  const page = await request(portal, 'POST', '/offers', { body: { token: offer.token } })
  expect(await page.json()).toMatchObject({ state: 'withdrawn' })
})

test('a booking over a hold that is refused for another reason leaves the offer open', async () => {
  const { portal, staff, jane } = await openWithHold()
  const input = { price: 1, despite: ['hold'] }
  expect(await refusal(await bookFor(portal, staff, ann, input))).toMatchObject({
    code: 'price_changed',
  })
  expect(await offerOf(portal, jane)).toMatchObject({ state: 'open' })
})

test.each([
  ['day_closed', 'closed', { date: 'Jun 7, 2026' }],
  ['day_too_far', 'window', { date: 'Dec 3, 2026' }],
  ['unknown_slot', 'slots', { slot: '12:15 PM - 12:45 PM' }],
])('%s applies to a booking until staff override it', async (code, rule, input) => {
  const { portal, staff } = await openDesk()
  const others = ['hold', 'closed', 'window', 'slots'].filter((one) => one !== rule)
  const asking = await bookFor(portal, staff, ann, { ...input, despite: others })
  expect(await refusal(asking)).toEqual({ status: 409, code })
  const made = await accepted(await bookFor(portal, staff, ann, { ...input, despite: [rule] }))
  expect(made).toMatchObject({ status: 'booked', ...input })
  const again = { ...ann, name: 'Bo Lee' }
  const second = await bookFor(portal, staff, again, { ...input, despite: [rule] })
  expect(await refusal(second)).toEqual({ status: 409, code: 'slot_taken' })
})

test.each([
  ['slot_begun', { date: 'Jun 5, 2026', slot: '9:05 AM - 9:35 AM' }],
  ['day_past', { date: 'Jun 4, 2026', slot: '9:05 AM - 9:35 AM' }],
  ['unknown_slot', { slot: 'noon' }],
])('%s cannot be overridden by staff', async (code, input) => {
  const { portal, staff } = await openDesk()
  const despite = ['hold', 'closed', 'window', 'slots']
  const response = await bookFor(portal, staff, ann, { ...input, despite })
  expect(await refusal(response)).toEqual({ status: 409, code })
})

test('a time outside the slots takes the slots it overlaps, of its own treatment only', async () => {
  const { portal, staff } = await openDesk()
  await accepted(await bookFor(portal, staff, ann, { slot: between, despite: ['slots'] }))
  const shown = await request(portal, 'GET', '/available?date=Jun%208,%202026')
  const free = z.array(z.object({ slots: z.array(z.string()) })).parse(await shown.json())
  expect(free.map(({ slots }) => slots.slice(0, 2))).toEqual([
    ['9:00 AM - 9:30 AM', '9:30 AM - 10:00 AM'],
    ...portal.treatments.slice(1).map(({ slots }) => slots.slice(0, 2)),
  ])
  const jane = await signIn(portal, 'jane@patients.example')
  for (const slot of [eight, '8:30 AM - 9:00 AM']) {
    expect(await refusal(await book(portal, jane, { slot }))).toMatchObject({ code: 'slot_taken' })
  }
  await booked(portal, jane, { slot: '9:00 AM - 9:30 AM' })
  const busy = await bookFor(portal, staff, ann, { slot: eight, treatment: 1 })
  expect(await refusal(busy)).toMatchObject({ code: 'patient_busy' })
})

test('a day whose last free slot is taken by a time outside the slots is not the next free day', async () => {
  const { portal, staff } = await openDesk()
  const { query } = portal.database
  const only = portal.treatments[0]?._id ?? ''
  await query.deleteFrom('treatmentSlots').where('treatmentId', '<>', only).execute()
  await query.deleteFrom('treatmentSlots').where('slot', '<>', eight).execute()
  const next = () => findFreeDay(query, '2026-06-07', portal.deps.clinicTime())
  expect(await next()).toBe('2026-06-08')
  await accepted(await bookFor(portal, staff, ann, { slot: between, despite: ['slots'] }))
  expect(await next()).toBe('2026-06-09')
})

test('of concurrent bookings for a slot and times that overlap it, only one succeeds', async () => {
  const { portal, staff } = await openDesk()
  const tries = Array.from({ length: 8 }, (_, n) => {
    const one = { ...ann, name: `Patient ${n}` }
    const slot = ['8:00 AM - 8:30 AM', between, '8:20 AM - 8:40 AM'][n % 3] ?? eight
    return bookFor(portal, staff, one, { slot, despite: ['slots'] })
  })
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
})

test.each([
  ['day_closed', 'closed', { date: 'Jun 7, 2026', slot: eight }],
  ['day_too_far', 'window', { date: 'Dec 3, 2026', slot: eight }],
  ['unknown_slot', 'slots', { date: 'Jun 8, 2026', slot: '12:15 PM - 12:45 PM' }],
])('%s applies to a reschedule until staff override it', async (code, rule, to) => {
  const { portal, staff } = await openDesk()
  const { move } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, ann))
  const others = ['hold', 'closed', 'window', 'slots'].filter((one) => one !== rule)
  expect(await refusal(await move(made, { ...to, despite: others }))).toEqual({ status: 409, code })
  const moved = await accepted(await move(made, { ...to, despite: [rule] }))
  expect(moved).toMatchObject({ ...to, price: made.price })
  const bo = { ...ann, name: 'Bo Lee' }
  const second = await accepted(await bookFor(portal, staff, bo))
  const taken = await move(second, { ...to, despite: [rule] })
  expect(await refusal(taken)).toEqual({ status: 409, code: 'slot_taken' })
  // Back among the slots, it crosses nothing there any more.
  await accepted(await move(moved, { date: 'Jun 9, 2026', slot: eight }))
  await accepted(await move(second, { ...to, despite: [rule] }))
})

test('staff reschedule over a hold after confirming, and its patient is notified and stays on the waitlist', async () => {
  const { portal, staff, jane, offer } = await openWithHold()
  const { move } = actsOf(portal, staff)
  const nine = { slot: '9:00 AM - 9:30 AM' }
  const made = await accepted(await bookFor(portal, staff, ann, nine))
  const to = { date: monday, slot: eight }
  const held = { patientName: jane.name, until: offer.expiresAt }
  const asking = await move(made, to)
  expect({ status: asking.status, body: await asking.json() }).toMatchObject({
    status: 409,
    body: { code: 'slot_held', held },
  })
  const { query } = portal.database
  const archive = (archivedAt: string | null) =>
    query.updateTable('treatments').set({ archivedAt }).where('id', '=', made.treatmentId).execute()
  await archive(portal.time.now.toISOString())
  const refused = await move(made, { ...to, despite: ['hold'] })
  expect(await refusal(refused)).toMatchObject({ code: 'unknown_treatment' })
  await archive(null)
  expect(await offerOf(portal, jane)).toMatchObject({ state: 'open' })

  await accepted(await move(made, { ...to, despite: ['hold'] }))
  expect(await queuedMails(portal)).toContain(`earlier-slot-withdrawn to ${jane.email}`)
  expect(await listRequests(portal, jane)).toMatchObject([{ state: 'waiting', paused: null }])
  expect(await refusal(await accept(portal, offer))).toEqual({
    status: 409,
    code: 'offer_withdrawn',
  })
})

test('rescheduling a patient to the slot held for them sends no mail about a withdrawn offer', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const before = await booked(portal, await signIn(portal))
  const own = await booked(portal, jane, { slot: '3:00 PM - 3:30 PM' })
  await asked(portal, jane, { appointment: own._id, fromMinute: 480, untilMinute: 510 })
  const { cancel, move } = actsOf(portal, staff)
  await accepted(await cancel({ _id: before._id, revision: 0 }))
  expect(await offerOf(portal, jane)).toMatchObject({ state: 'open' })
  const to = { date: monday, slot: eight, despite: ['hold'] }
  await accepted(await move({ _id: own._id, revision: 0 }, to))
  const mails = await queuedMails(portal)
  expect(mails).toContain(`appointment-moved to ${jane.email}`)
  expect(mails.filter((mail) => mail.startsWith('earlier-slot-withdrawn'))).toEqual([])
})

if (inject('engine') === 'postgres') {
  test('a patient whose address changes while staff override their hold is notified at the new one', async () => {
    const { portal, staff, jane } = await openWithHold()
    const next = 'jane.roe@patients.example'
    const change = await askForAddress(portal, jane, next)
    const override = async () => bookFor(portal, staff, ann, { despite: ['hold'] })
    await accepted(await whileAddressChanges(portal, change, override))
    expect(await queuedMails(portal)).toContain(`earlier-slot-withdrawn to ${next}`)
  })
}
