import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MonthDay, StaffCounts, StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { accepted, actsOf, bookFor, openDesk } from '../testing/desk.ts'
import { type Person, type Portal, request, signIn } from '../testing/portal.ts'
import { asked } from '../testing/waitlist.ts'

async function dayOf(portal: Portal, { token }: Person, date: string): Promise<StaffDay> {
  const response = await request(portal, 'GET', `/staff/schedule?date=${date}`, { token })
  return StaffDay.parse(await response.json())
}

async function monthOf(portal: Portal, { token }: Person, month: string): Promise<MonthDay[]> {
  const response = await request(portal, 'GET', `/staff/month?month=${month}`, { token })
  return z.array(MonthDay).parse(await response.json())
}

test('a day has its treatments as columns and its appointments by start, including cancelled ones', async () => {
  const { portal, staff } = await openDesk()
  const at = (slot: string, treatment = 0) => ({ slot, treatment })
  const late = await bookFor(portal, staff, { email: null }, at('9:00 AM - 9:30 AM'))
  const early = await bookFor(
    portal,
    staff,
    { email: null, name: 'Ann' },
    at('8:00 AM - 8:30 AM', 1),
  )
  const { cancel } = actsOf(portal, staff)
  const gone = await accepted(await cancel(await accepted(early)))
  const day = await dayOf(portal, staff, 'Jun 8, 2026')
  expect(day).toMatchObject({ date: 'Jun 8, 2026', closed: null })
  expect(day.appointments).toEqual([gone, await accepted(late)])
  expect(day.columns.map(({ name, archived }) => ({ name, archived }))).toEqual(
    portal.treatments.map(({ name }) => ({ name, archived: false })),
  )
  expect(day.columns[0]?.slots).toHaveLength(16)
  expect(day.columns[0]?.slots[8]).toEqual({
    slot: '1:00 PM - 1:30 PM',
    startMinute: 780,
    heldUntil: null,
    heldFor: null,
    free: null,
    endMinute: 810,
  })
})

test('an archived treatment is shown as a column only on days with appointments for it', async () => {
  const { portal, staff } = await openDesk()
  await accepted(await bookFor(portal, staff, { email: null }))
  const archivedAt = portal.time.now.toISOString()
  const id = portal.treatments[0]?._id ?? ''
  await portal.database.query
    .updateTable('treatments')
    .set({ archivedAt })
    .where('id', '=', id)
    .execute()
  const columns = async (date: string) => (await dayOf(portal, staff, date)).columns
  expect((await columns('2026-06-08'))[0]).toMatchObject({ _id: id, archived: true })
  expect(await columns('2026-06-09')).toHaveLength(5)
})

test('a closed day gives its reason, and a treatment without slots is an empty column', async () => {
  const { portal, staff } = await openDesk()
  const { query } = portal.database
  const closure = { day: '2026-06-08', reason: 'Staff training' }
  await query.insertInto('closures').values(closure).execute()
  const id = portal.treatments[2]?._id ?? ''
  await query.deleteFrom('treatmentSlots').where('treatmentId', '=', id).execute()
  expect((await dayOf(portal, staff, '2026-06-08')).closed).toEqual({ text: 'Staff training' })
  const sunday = await dayOf(portal, staff, '2026-06-07')
  expect(sunday).toMatchObject({ closed: { code: 'closed_weekday' }, appointments: [] })
  expect(sunday.columns[2]).toMatchObject({ _id: id, slots: [] })
})

test('a month shows how full each day is, with no capacity on closed days and cancelled slots free', async () => {
  const { portal, staff } = await openDesk()
  const { query } = portal.database
  const closure = { day: '2026-06-09', reason: 'Staff training' }
  await query.insertInto('closures').values(closure).execute()
  await accepted(await bookFor(portal, staff, { email: null, name: 'Ann' }))
  const other = await accepted(await bookFor(portal, staff, { email: null }, { treatment: 1 }))
  await accepted(await actsOf(portal, staff).cancel(other))
  const month = await monthOf(portal, staff, '2026-06')
  expect(month).toHaveLength(30)
  expect(month.slice(5, 9)).toEqual([
    { day: '2026-06-06', booked: 0, capacity: 96, closed: null },
    { day: '2026-06-07', booked: 0, capacity: 0, closed: { code: 'closed_weekday' } },
    { day: '2026-06-08', booked: 1, capacity: 96, closed: null },
    { day: '2026-06-09', booked: 0, capacity: 0, closed: { text: 'Staff training' } },
  ])
  const february = await monthOf(portal, staff, '2028-02')
  expect(february.at(-1)?.day).toBe('2028-02-29')
})

test.each(['2026-13', '2026-6', 'June', ''])('%j is not a month', async (month) => {
  const { portal, staff } = await openDesk()
  const response = await request(portal, 'GET', `/staff/month?month=${month}`, staff)
  expect(response.status).toBe(400)
})

test('unread messages, reviews to approve and waitlist requests are counted for staff', async () => {
  const { portal, staff } = await openDesk()
  const read = async () => {
    const response = await request(portal, 'GET', '/staff/counts', staff)
    return StaffCounts.parse(await response.json())
  }
  expect(await read()).toEqual({ messages: 0, reviews: 0, waiting: 0 })
  const jane = await signIn(portal, 'jane@patients.example')
  await asked(portal, jane)
  const message = { email: 'pat@patients.example', subject: 'Hours', message: 'Open on Monday?' }
  await request(portal, 'POST', '/contact-messages', { body: message })
  expect(await read()).toEqual({ messages: 1, reviews: 0, waiting: 1 })
})
