import { expect, test } from 'vitest'
import type { DoctorSchedule } from '../../contract/doctors/schedule.ts'
import { ErrorBody } from '../../contract/errors.ts'
import { DayNote } from '../../contract/schedule/day-parts.ts'
import { DoctorWeek } from '../../contract/schedule/endpoints.ts'
import { StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { accepted, actsOf, addWorking, everyDay, openSchedules } from '../testing/desk.ts'
import {
  book,
  booked,
  monday,
  openPortal,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import { asked, sweepAll } from '../testing/waitlist.ts'

const nine = '9:00 AM - 9:30 AM'
const half = '9:30 AM - 10:00 AM'

async function openWith(names: readonly string[]) {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  const ids = await addWorking(portal, schedules, names)
  const { token } = schedules.admin
  const read = async (path: string) => (await request(portal, 'GET', path, { token })).json()
  return {
    ...{ portal, schedules, ids, token },
    day: async (date = monday) => StaffDay.parse(await read(`/staff/schedule?date=${date}`)),
    week: async (id = ids[0], date = monday) =>
      DoctorWeek.parse(await read(`/staff/doctors/${id}/week?date=${date}`)),
    call: (method: string, path: string, body: object) =>
      request(portal, method, path, { token, body }),
  }
}

async function available(portal: Portal, doctor = '', date = monday) {
  const response = await request(portal, 'GET', `/available?date=${date}&doctor=${doctor}`)
  const [first] = await response.json()
  return first.slots
}

test('the day of a clinic without working doctors lists no doctors', async () => {
  const { day, portal, schedules } = await openWith([])
  await schedules.addDoctor('Ada')
  await booked(portal, await signIn(portal), { slot: nine })
  const { doctors, chairs, holds, note, appointments } = await day()
  expect({ doctors, chairs, holds, note }).toEqual({
    doctors: [],
    chairs: [],
    holds: [],
    note: { text: '', revision: 0 },
  })
  expect(appointments).toMatchObject([{ doctor: null, chair: null, busyUntilMinute: null }])
})

const span = (start: number, end: number) => ({ startMinute: start, endMinute: end })

test('a doctor’s hours are those of the day’s exception or else of the current week, with time off and blocks', async () => {
  const { day, portal, schedules, ids } = await openWith(['Bo', 'Ada'])
  const [bo = '', ada = ''] = ids
  const treatments = [portal.treatments[0]?._id ?? '']
  const [week] = everyDay({ start: 780, end: 900 }, { start: 540, end: 720 })
  const later = { from: '2026-06-09', days: everyDay({ start: 600, end: 660 })[0]?.days ?? [] }
  const schedule: Partial<DoctorSchedule> = {
    treatments,
    weeks: week ? [week, later] : [],
    exceptions: [
      { day: '2026-06-10', hours: [{ start: 480, end: 510 }] },
      { day: '2026-06-11', hours: [] },
    ],
    timeOff: [{ from: '2026-06-12', to: '2026-06-13', reason: 'Conference' }],
    blocks: [
      { day: monday, time: { start: 840, end: 855 }, reason: '' },
      { day: monday, time: { start: 540, end: 570 }, reason: 'Meeting' },
    ],
  }
  await schedules.setSchedule(ada, schedule)
  const onDays = async (date: string) => (await day(date)).doctors
  const first = await onDays(monday)
  expect(first).toEqual([
    {
      ...{ _id: ada, name: 'Ada', treatments, off: null },
      hours: [span(540, 720), span(780, 900)],
      blocks: [
        { ...span(540, 570), reason: 'Meeting' },
        { ...span(840, 855), reason: '' },
      ],
    },
    { _id: bo, name: 'Bo', treatments, off: null, hours: [span(540, 1020)], blocks: [] },
  ])
  const hours = async (date: string) => {
    const [one] = await onDays(date)
    return { hours: one?.hours, off: one?.off }
  }
  expect(await hours('2026-06-09')).toEqual({ hours: [span(600, 660)], off: null })
  expect(await hours('2026-06-10')).toEqual({ hours: [span(480, 510)], off: null })
  expect(await hours('2026-06-11')).toEqual({ hours: [], off: null })
  expect(await hours('2026-06-13')).toEqual({ hours: [], off: 'Conference' })
  // The same is offered to patients.
  for (const date of [monday, '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12']) {
    const [one] = await onDays(date)
    const slots = portal.treatments[0]?.slots ?? []
    const free = slots.filter((slot) => isWithin(slot, one))
    expect({ date, free: await available(portal, ada, date) }).toEqual({ date, free })
  }
})

function isWithin(slot: string, one: StaffDay['doctors'][number] | undefined): boolean {
  const [start = 0, end = 0] = slot.split(' - ').map(minuteOf)
  const { hours = [], blocks = [] } = one ?? {}
  return (
    hours.some((each) => each.startMinute <= start && end <= each.endMinute) &&
    !blocks.some((each) => each.startMinute < end && start < each.endMinute)
  )
}

function minuteOf(time: string): number {
  const [clock = '', half] = time.split(' ')
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return ((hour % 12) + (half === 'PM' ? 12 : 0)) * 60 + minute
}

test('the day lists its chairs, until when each doctor is busy, and the holds on doctors', async () => {
  const { day, portal, schedules, ids } = await openWith(['Ada'])
  const { _id, name, price, slots } = portal.treatments[0] ?? {}
  await schedules.act('PUT', `/staff/treatments/${_id}`, { name, price, slots, buffer: 10 })
  const window = await schedules.addChair('Window')
  const [first] = await available(portal)
  const bookings = []
  for (const slot of await available(portal)) {
    const response = await book(portal, await signIn(portal), { slot })
    if (response.status === 200) bookings.push((await response.json()).booking)
  }
  const waiting = await signIn(portal)
  await asked(portal, waiting)
  const seen = { _id: bookings[0]._id, revision: 0 }
  await accepted(await actsOf(portal, schedules.admin).cancel(seen))
  await sweepAll(portal)
  const { appointments, chairs, holds } = await day()
  expect(chairs).toEqual([{ _id: window, name: 'Window' }])
  const live = appointments.find(({ status }) => status === 'booked')
  expect(live?.busyUntilMinute).toBe((live?.endMinute ?? 0) + 10)
  expect(live).toMatchObject({ chair: window, doctor: { _id: ids[0], name: 'Ada' } })
  expect(holds).toMatchObject([
    { doctor: ids[0], chair: window, treatment: name, patientName: waiting.name },
  ])
  expect(first).toBe('9:00 AM - 9:30 AM')
  expect(holds[0]?.startMinute).toBe(540)
  portal.time.now = new Date('2026-06-05T23:00:00Z')
  expect((await day()).holds).toEqual([])
})

test('a doctor’s week has seven days, with only their own appointments', async () => {
  const { week, portal, schedules, ids, call } = await openWith(['Ada', 'Bo'])
  const [ada = '', bo = ''] = ids
  const jane = await signIn(portal)
  await booked(portal, jane, { slot: nine, doctor: ada })
  await booked(portal, await signIn(portal), { slot: nine, doctor: bo })
  const tuesday = { slot: half, doctor: ada, date: 'Jun 9, 2026' }
  const gone = await booked(portal, await signIn(portal), tuesday)
  await accepted(await actsOf(portal, schedules.admin).cancel({ _id: gone._id, revision: 0 }))
  await portal.database.query
    .insertInto('closures')
    .values({ day: '2026-06-12', reason: 'Training' })
    .execute()
  await portal.database.query.updateTable('patients').set({ alert: 'penicillin' }).execute()
  const { doctor, days, alerts, slots } = await week()
  expect(doctor).toMatchObject({ _id: ada, name: 'Ada' })
  expect(days.map((one) => one.day)).toEqual(
    ['07', '08', '09', '10', '11', '12', '13'].map((date) => `2026-06-${date}`),
  )
  expect(days.map(({ closed }) => closed)).toEqual([
    { code: 'closed_weekday' },
    ...[null, null, null, null],
    { text: 'Training' },
    null,
  ])
  expect(days.flatMap(({ appointments }) => appointments)).toMatchObject([
    { patient: jane.email, date: 'Jun 8, 2026', slot: nine },
  ])
  expect(days[1]?.on.hours).toEqual([span(540, 1020)])
  expect(Object.values(alerts)).toEqual(['penicillin'])
  expect(slots[portal.treatments[0]?._id ?? '']?.[0]).toEqual(span(480, 510))
  // Removed, they keep their past by name.
  await call('DELETE', '/doctors/ada@clinic.example', {})
  expect((await week()).days[1]?.appointments).toHaveLength(1)
  const unknown = await request(portal, 'GET', `/staff/doctors/x/week?date=${monday}`, {
    token: schedules.admin.token,
  })
  expect(await refusal(unknown)).toEqual({ status: 404, code: 'not_found' })
})

test('of two concurrent writes of a day’s note one is stored, and it is audited and published', async () => {
  const { day, call, portal, token } = await openWith([])
  const changed: string[] = []
  await portal.deps.changes.subscribe(
    (one) => changed.push(one),
    () => {},
  )
  const write = (text: string, revision: number) =>
    call('PUT', '/staff/schedule/note', { date: monday, text, revision })
  const texts = ['The compressor is serviced at noon.', 'Bo leaves at three.']
  const answers = await Promise.all(texts.map((text) => write(text, 0)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [won] = answers.filter(({ status }) => status === 200)
  const [lost] = answers.filter(({ status }) => status === 409)
  expect(ErrorBody.parse(await lost?.json()).code).toBe('changed_meanwhile')
  const stored = DayNote.parse(await won?.json())
  expect((await day()).note).toEqual(stored)
  expect(stored.revision).toBe(1)

  const second = await Promise.all(texts.map((text) => write(`${text} Twice.`, 1)))
  expect(second.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await write('   ', 2)).status).toBe(200)
  expect((await day()).note).toEqual({ text: '', revision: 3 })
  expect((await day('2026-06-09')).note).toEqual({ text: '', revision: 0 })
  expect((await write('x'.repeat(2001), 3)).status).toBe(400)
  await expect.poll(() => changed).toContain(monday)
  const audit = await request(portal, 'GET', '/staff/audit', { token })
  const entries = JSON.stringify(await audit.json())
  expect(entries).toContain('"action":"day_note_changed"')
  expect(entries).toContain(monday)
})
