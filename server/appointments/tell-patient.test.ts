import { expect, test } from 'vitest'
import { readEntries, receiveInvitations } from '../testing/calendar.ts'
import { accepted, actsOf, bookFor, openDesk } from '../testing/desk.ts'
import type { Portal } from '../testing/portal.ts'

async function entriesOf({ database }: Portal): Promise<string[]> {
  const mails = await database.query
    .selectFrom('outbox')
    .select('calendar')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return mails.map(({ calendar }) => calendar ?? '')
}

test('booking, rescheduling and cancelling by staff update one event in the patient’s calendar', async () => {
  const { portal, staff } = await openDesk()
  const { move, cancel } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email: 'jane@patients.example' }))
  const moved = await accepted(await move(made, { date: '2026-06-09', slot: '9:00 AM - 9:30 AM' }))
  const held = receiveInvitations(await entriesOf(portal))
  expect(held).toMatchObject([
    { start: Date.parse('2026-06-09T13:00:00Z'), end: Date.parse('2026-06-09T13:30:00Z') },
  ])
  await accepted(await cancel(moved))
  const entries = await entriesOf(portal)
  expect(entries.map((text) => readEntries(text).method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
  expect(receiveInvitations(entries)).toMatchObject([{ status: 'CANCELLED' }])
})

test('a patient without an e-mail gets no mail', async () => {
  const { portal, staff } = await openDesk()
  await accepted(await bookFor(portal, staff, { email: null, name: 'Joe Doe', phone: '555 0100' }))
  expect(await entriesOf(portal)).toEqual([])
})
