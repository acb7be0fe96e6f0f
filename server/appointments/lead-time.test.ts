import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Treatment } from '../../contract/treatments/treatment.ts'
import {
  book,
  booked,
  openPortal,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'

const hours = 60

/** The clinic with a lead time, in minutes, as staff set it. */
async function openWithLead(leadMinutes: number, closedWeekdays = [0]) {
  const portal = await openPortal()
  const admin = await signIn(portal, 'admin@clinic.example', 'admin')
  const body = { closedWeekdays, horizonDays: 180, leadMinutes }
  const response = await request(portal, 'PUT', '/staff/opening', { token: admin.token, body })
  expect(response.status).toBe(200)
  return { ...portal, admin }
}

async function firstFree(portal: Portal, date: string): Promise<string | undefined> {
  const response = await request(portal, 'GET', `/available?date=${date}`)
  return z.array(Treatment).parse(await response.json())[0]?.slots[0]
}

async function nextFree(portal: Portal, date: string): Promise<unknown> {
  return (await request(portal, 'GET', `/available/next?date=${date}`)).json()
}

test('slots disappear as the minimum notice reaches them, also from days that were read before', async () => {
  const portal = await openWithLead(2 * hours)
  expect(await firstFree(portal, '2026-06-05')).toBe('11:30 AM - 12:00 PM')
  portal.time.now = new Date('2026-06-05T13:29:59Z')
  expect(await firstFree(portal, '2026-06-05')).toBe('11:30 AM - 12:00 PM')
  portal.time.now = new Date('2026-06-05T13:30:00Z')
  expect(await firstFree(portal, '2026-06-05')).toBe('1:00 PM - 1:30 PM')
})

test('the minimum notice reaches into later days by the minute, and no further than its length', async () => {
  const portal = await openWithLead(3 * 24 * hours)
  expect(await firstFree(portal, '2026-06-06')).toBeUndefined()
  expect(await firstFree(portal, '2026-06-08')).toBe('9:30 AM - 10:00 AM')
  expect(await firstFree(portal, '2026-06-09')).toBe('8:00 AM - 8:30 AM')
  portal.time.now = new Date('2026-06-05T13:30:00Z')
  expect(await firstFree(portal, '2026-06-08')).toBe('10:00 AM - 10:30 AM')
})

test('a slot within the minimum notice is refused to a patient with too_soon, and not to staff', async () => {
  const portal = await openWithLead(24 * hours)
  const input = { date: 'Jun 6, 2026', slot: '9:00 AM - 9:30 AM' }
  const jane = await signIn(portal)
  expect(await refusal(await book(portal, jane, input))).toEqual({ status: 409, code: 'too_soon' })
  const begun = { date: 'Jun 5, 2026', slot: '9:00 AM - 9:30 AM' }
  expect((await refusal(await book(portal, jane, begun))).code).toBe('slot_begun')
  await booked(portal, jane, { ...input, slot: '9:30 AM - 10:00 AM' })

  const { _id: treatmentId, price } = portal.treatments[0] ?? {}
  const caller = { patient: null, patientName: 'Rose Bell', phone: '718 555 0199' }
  const body = { treatmentId, price, ...input, ...caller }
  const { token } = portal.admin
  const byStaff = await request(portal, 'POST', '/staff/appointments', { token, body })
  expect(byStaff.status).toBe(200)
  const late = await request(portal, 'POST', '/staff/appointments', {
    token,
    body: { ...body, ...begun },
  })
  expect((await refusal(late)).code).toBe('slot_begun')
})

test('the next free day has a slot after the minimum notice', async () => {
  const portal = await openWithLead(24 * hours)
  expect(await nextFree(portal, '2026-06-05')).toEqual({ date: 'Jun 6, 2026' })
  // 4:45 in the afternoon: tomorrow's last slot begins at 4:30.
  portal.time.now = new Date('2026-06-05T20:45:00Z')
  expect(await firstFree(portal, '2026-06-06')).toBeUndefined()
  expect(await nextFree(portal, '2026-06-05')).toEqual({ date: 'Jun 8, 2026' })
  expect(await nextFree(portal, '2020-01-01')).toEqual({ date: 'Jun 8, 2026' })
})

test('the next free day skips a day whose last bookable slots are taken', async () => {
  const portal = await openWithLead(3 * 24 * hours)
  // 4:15 on Friday afternoon leaves one slot of each treatment on Monday.
  portal.time.now = new Date('2026-06-05T20:15:00Z')
  expect(await nextFree(portal, '2026-06-05')).toEqual({ date: 'Jun 8, 2026' })
  for (const treatment of portal.treatments.keys()) {
    await booked(portal, await signIn(portal), { treatment, slot: '4:30 PM - 5:00 PM' })
  }
  expect(await nextFree(portal, '2026-06-05')).toEqual({ date: 'Jun 9, 2026' })
})
