import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Booking } from '../../../contract/appointments/appointment.ts'
import { takeOverAddress } from '../../identity/claim-address.ts'
import { accepted, bookFor, openDesk, told } from '../../testing/desk.ts'
import { pay } from '../../testing/paying.ts'
import {
  book,
  booked,
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
} from '../../testing/portal.ts'
import { prove, setLimits, signInUnproved } from '../../testing/proving.ts'
import { releaseUnproved } from './release-unproved.ts'

const vera = 'vera@patients.example'
const early = '8:00 AM - 8:30 AM'
const later = '8:30 AM - 9:00 AM'
const hourMs = 3_600_000

async function listOwn(portal: Portal, { email, token }: Person): Promise<string[]> {
  const response = await request(portal, 'GET', `/booking?email=${email}`, { token })
  return z
    .array(Booking)
    .parse(await response.json())
    .map(({ _id }) => _id)
}

async function read(portal: Portal, id: string) {
  return portal.database.query
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function remove(portal: Portal, staff: Person, { email }: Person): Promise<void> {
  const removed = await request(portal, 'DELETE', `/users/${email}`, staff)
  expect(await removed.json()).toEqual({ deletedCount: 1 })
}

test('staff bookings for an address are hidden from its unconfirmed account, and conflict with it only by slot', async () => {
  const { portal, staff } = await openDesk()
  const patient = { email: vera, name: 'Vera Doe' }
  await accepted(await bookFor(portal, staff, patient, { slot: early }))
  const stranger = await signInUnproved(portal, vera)
  // A slot that is taken is taken, no matter who has it.
  expect((await refusal(await book(portal, stranger, { slot: early }))).code).toBe('slot_taken')
  // Her time at another treatment, and her treatment at another time: both are free to a stranger.
  const busy = await booked(portal, stranger, { treatment: 1, slot: early })
  await booked(portal, stranger, { treatment: 0, slot: later })
  // One's own is one's own.
  const again = { treatment: 1, slot: early }
  expect((await refusal(await book(portal, stranger, again))).code).toBe('already_booked')
  const chairs = { treatment: 2, slot: early }
  expect((await refusal(await book(portal, stranger, chairs))).code).toBe('patient_busy')
  // The stranger's appointments, rescheduled or not, do not block the clinic's for the address.
  await accepted(await bookFor(portal, staff, patient, { treatment: 3, slot: later }))
  const { revision } = await read(portal, busy._id)
  const moved = await request(portal, 'POST', `/booking/${busy._id}/reschedule`, {
    token: stranger.token,
    body: {
      revision,
      treatmentId: busy.treatmentId,
      date: busy.date,
      slot: later,
      price: busy.price,
    },
  })
  expect((await refusal(moved)).code).toBe('patient_busy')
  expect(await listOwn(portal, stranger)).toHaveLength(2)
})

test('once the e-mail is confirmed, the account’s appointments count as those of the address', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signInUnproved(portal)
  const own = await booked(portal, jane, { slot: early })
  await prove(portal, jane)
  expect((await read(portal, own._id)).unproved).toBe('')
  const busy = await bookFor(portal, staff, jane, { treatment: 1, slot: early })
  expect((await refusal(busy)).code).toBe('patient_busy')
  expect(await listOwn(portal, jane)).toEqual([own._id])
})

test('on confirmation, appointments that conflict with existing ones of the address are cancelled and refunded', async () => {
  const { portal, staff } = await openDesk()
  const patient = { email: vera, name: 'pat  DOE' }
  const kept = await accepted(await bookFor(portal, staff, patient, { slot: early }))
  const jane = await signInUnproved(portal, vera)
  const busy = await booked(portal, jane, { treatment: 1, slot: early })
  const same = await booked(portal, jane, { treatment: 0, slot: later })
  const free = await booked(portal, jane, { treatment: 2, slot: '9:00 AM - 9:30 AM' })
  await pay(portal, jane, busy)
  await prove(portal, jane)
  expect((await listOwn(portal, jane)).toSorted()).toHaveLength(4)
  await releaseUnproved(portal.deps)
  await releaseUnproved(portal.deps)
  expect((await listOwn(portal, jane)).toSorted()).toEqual([kept._id, free._id].toSorted())
  expect(await told(portal, staff, same)).toContain('cancelled by portal')
  const back = await read(portal, busy._id)
  expect([back.cancelledAt !== null, back.paidCents]).toEqual([true, 0])
  const refunds = await portal.database.query.selectFrom('refunds').select('state').execute()
  expect(refunds).toEqual([{ state: 'succeeded' }])
})

test('a patient with another name at the same address stays separate, and causes no cancellation', async () => {
  const { portal, staff } = await openDesk()
  const patient = { email: vera, name: 'Vera Doe' }
  const kept = await accepted(await bookFor(portal, staff, patient, { slot: early }))
  const jane = await signInUnproved(portal, vera)
  const own = await booked(portal, jane, { treatment: 1, slot: early })
  await prove(portal, jane)
  await releaseUnproved(portal.deps)
  expect((await listOwn(portal, jane)).toSorted()).toEqual([kept._id, own._id].toSorted())
  const { patientId } = await read(portal, own._id)
  expect((await read(portal, kept._id)).patientId).not.toBe(patientId)
})

test('a removed unconfirmed account’s appointments are cancelled and never belong to the next owner', async () => {
  const { portal, staff } = await openDesk()
  const stranger = await signInUnproved(portal, vera)
  const unpaid = await booked(portal, stranger, { slot: early })
  const paid = await booked(portal, stranger, { treatment: 1, slot: later })
  await pay(portal, stranger, paid)
  await remove(portal, staff, stranger)
  const owner = await signIn(portal, vera)
  expect(await listOwn(portal, owner)).toEqual([])
  // Nor are they in the owner's way until they are cancelled.
  await booked(portal, owner, { treatment: 2, slot: early })
  await releaseUnproved(portal.deps)
  for (const { _id } of [unpaid, paid]) {
    const { cancelledAt, paidCents } = await read(portal, _id)
    expect([cancelledAt !== null, paidCents]).toEqual([true, 0])
    const asked = await request(portal, 'GET', `/booking/${_id}`, { token: owner.token })
    expect(asked.status).toBe(403)
  }
  const past = await request(portal, 'GET', '/history', { token: owner.token })
  expect(await past.text()).not.toContain(unpaid._id)
})

test('after an address is proved by Google, bookings that a stranger made with it are cancelled', async () => {
  const portal = await openPortal()
  const stranger = await signInUnproved(portal, vera)
  const { _id } = await booked(portal, stranger)
  await takeOverAddress(portal.deps, { email: vera, name: 'Vera Doe' })
  await releaseUnproved(portal.deps)
  expect((await read(portal, _id)).cancelledAt).not.toBeNull()
})

test('an unconfirmed booking expires after the hours set by the clinic, unless it is paid or confirmed', async () => {
  const { portal, staff } = await openDesk()
  await setLimits(portal, { unprovedHours: 2 })
  const people = [
    await signInUnproved(portal),
    await signInUnproved(portal),
    await signInUnproved(portal),
  ]
  const bookings: Booking[] = []
  for (const [treatment, person] of people.entries()) {
    bookings.push(await booked(portal, person, { treatment }))
  }
  const [jane, john] = people
  const [left, paid, proved] = bookings
  if (!jane || !john || !people[2] || !left || !paid || !proved)
    throw new Error('Three have booked')
  await pay(portal, john, paid)
  await prove(portal, people[2])
  const mails = () => portal.database.query.selectFrom('outbox').select('recipient').execute()
  const before = await mails()
  portal.time.now = new Date(portal.time.now.getTime() + 2 * hourMs - 1)
  await releaseUnproved(portal.deps)
  expect(await listOwn(portal, jane)).toEqual([left._id])
  portal.time.now = new Date(portal.time.now.getTime() + 1)
  await Promise.all([releaseUnproved(portal.deps), releaseUnproved(portal.deps)])
  expect(await listOwn(portal, jane)).toEqual([])
  expect(await told(portal, staff, left)).toEqual([
    `booked by ${jane.email}`,
    'cancelled by portal',
  ])
  expect(await mails()).toEqual(before)
  expect(await listOwn(portal, john)).toEqual([paid._id])
  expect((await read(portal, proved._id)).cancelledAt).toBeNull()
  await booked(portal, jane)
})

test('an unconfirmed booking from before the expiry existed does not expire', async () => {
  const portal = await openPortal()
  const jane = await signInUnproved(portal)
  const { _id } = await booked(portal, jane)
  // As migration 0012 leaves what it finds.
  await portal.database.query.updateTable('appointments').set({ bookedOn: '' }).execute()
  portal.time.now = new Date(portal.time.now.getTime() + 48 * hourMs)
  await releaseUnproved(portal.deps)
  expect((await read(portal, _id)).cancelledAt).toBeNull()
})

test('an unconfirmed account can reschedule and cancel its own appointment', async () => {
  const { portal } = await openDesk()
  const jane = await signInUnproved(portal)
  const own = await booked(portal, jane, { slot: early })
  const act = (what: string, body: object) =>
    request(portal, 'POST', `/booking/${own._id}/${what}`, { token: jane.token, body })
  const { treatmentId, date, price } = own
  const moved = await act('reschedule', { revision: 0, treatmentId, date, slot: later, price })
  expect(moved.status).toBe(200)
  expect((await act('cancel', { revision: 1, refund: 0 })).status).toBe(200)
})
