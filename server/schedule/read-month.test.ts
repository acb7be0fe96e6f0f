import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MonthDay } from '../../contract/schedule/staff-appointment.ts'
import { accepted, addWorking, bookFor, everyDay, openSchedules } from '../testing/desk.ts'
import { openPortal, request, signIn } from '../testing/portal.ts'
import { capacityOf, type Offer } from './read-month.ts'

const day = '2026-06-08'
const halves = Array.from({ length: 16 }, (_, n) => ({
  ...{ treatmentId: 't', doctorsFrom: '2026-06-01' },
  ...{ startMinute: 480 + n * 30, endMinute: 510 + n * 30, busyUntilMinute: 510 + n * 30 },
}))
const works = (doctorId: string, startMinute: number, endMinute: number, isBlock = 0) => ({
  ...{ day, doctorId, startMinute, endMinute, isBlock },
})
const offer = (part: Partial<Offer>): Offer => ({
  ...{ slots: halves, times: [], chairs: 0 },
  does: new Map(['a', 'b'].map((id) => [id, new Set(['t'])])),
  ...part,
})

test('a day’s capacity is the number of slots its doctors can do in sequence with the chairs available', () => {
  expect(capacityOf(offer({}), '2026-05-31')).toBe(16)
  expect(capacityOf(offer({}), day)).toBe(0)
  const both = [works('a', 480, 720), works('b', 600, 780)]
  expect(capacityOf(offer({ times: both }), day)).toBe(8 + 6)
  // From ten to noon one of the two has no chair.
  expect(capacityOf(offer({ times: both, chairs: 1 }), day)).toBe(10)
  expect(capacityOf(offer({ times: [...both, works('a', 500, 520, 1)] }), day)).toBe(6 + 6)
  const withBuffer = halves.map((slot) => ({ ...slot, busyUntilMinute: slot.endMinute + 10 }))
  expect(capacityOf(offer({ slots: withBuffer, times: both.slice(0, 1) }), day)).toBe(4)
})

test('a month’s capacity follows doctors’ hours, exceptions, time off and blocks, and is zero on closed days', async () => {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  const staff = schedules.admin
  const read = async () => {
    const response = await request(portal, 'GET', '/staff/month?month=2026-06', staff)
    const days = z.array(MonthDay).parse(await response.json())
    return (of: string) => days.find((one) => one.day === of)
  }
  const all = portal.treatments.reduce((count, { slots }) => count + slots.length, 0)
  expect((await read())(day)?.capacity).toBe(all)
  const [first] = portal.treatments
  const ada = await schedules.addDoctor('Ada')
  await schedules.setSchedule(ada, {
    treatments: [first?._id ?? ''],
    weeks: everyDay({ start: 540, end: 720 }),
    exceptions: [{ day: '2026-06-09', hours: [{ start: 540, end: 600 }] }],
    timeOff: [{ from: '2026-06-10', to: '2026-06-11', reason: '' }],
    blocks: [{ day: '2026-06-12', time: { start: 540, end: 630 }, reason: '' }],
  })
  const others = all - (first?.slots.length ?? 0)
  await accepted(await bookFor(portal, staff, { email: null }, { slot: '9:00 AM - 9:30 AM' }))
  const of = await read()
  expect(of(day)).toMatchObject({ booked: 1, capacity: others + 6 })
  expect(of('2026-06-09')?.capacity).toBe(others + 2)
  expect(of('2026-06-11')?.capacity).toBe(others)
  expect(of('2026-06-12')?.capacity).toBe(others + 3)
  expect(of('2026-06-07')?.capacity).toBe(0)
})

test('the capacity of past days counts who has left since, and that of later days does not', async () => {
  const portal = await openPortal()
  await addWorking(portal, await openSchedules(portal), ['Ada', 'Bo'])
  portal.time.now = new Date('2026-06-10T14:00:00Z')
  const staff = await signIn(portal, 'later@clinic.example', 'admin')
  const read = async () => {
    const response = await request(portal, 'GET', '/staff/month?month=2026-06', staff)
    const days = z.array(MonthDay).parse(await response.json())
    return ['2026-06-09', '2026-06-11'].map((of) => days.find((one) => one.day === of)?.capacity)
  }
  const [before = 0, after = 0] = await read()
  expect(before).toBe(after)
  const { status } = await request(portal, 'DELETE', '/doctors/bo@clinic.example', staff)
  expect(status).toBe(200)
  // Bo's part of the slots from nine to five.
  expect(await read()).toEqual([before, after - 14])
})
