import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Booking } from '../../contract/appointments/appointment.ts'
import {
  Chair,
  NextTime,
  StaffDoctorSchedule,
  WorkingDoctor,
} from '../../contract/doctors/schedule.ts'
import { ErrorBody } from '../../contract/errors.ts'
import { StaffAppointment, StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { Treatment } from '../../contract/treatments/treatment.ts'
import { pairTreatmentsQuery } from '../appointments/queries.ts'
import { dayParams } from '../appointments/slot-rules.ts'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import { explain, readsWholeTable } from '../testing/database/query-plan.ts'
import { addWorking, everyDay, nineToFive, noSchedule, openSchedules } from '../testing/desk.ts'
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
import { accept, asked, offerOf, sweepAll } from '../testing/waitlist.ts'
import { selectUnfit } from './schedule-queries.ts'

const nine = '9:00 AM - 9:30 AM'
const half = '9:30 AM - 10:00 AM'

async function openWith(names: readonly string[]) {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  const ids = await addWorking(portal, schedules, names)
  return { portal, schedules, ids }
}

async function available(portal: Portal, doctor = '') {
  const query = `date=2026-06-08${doctor && `&doctor=${doctor}`}`
  const response = await request(portal, 'GET', `/available?${query}`)
  const [first] = z.array(Treatment).parse(await response.json())
  return first?.slots ?? []
}

const liveRows = ({ database }: Portal) =>
  database.query.selectFrom('appointments').selectAll().where('cancelledAt', 'is', null).execute()

async function bookEach(portal: Portal, slots: readonly string[], doctor?: string) {
  const bookings: Booking[] = []
  for (const slot of slots) {
    const person = await signIn(portal)
    bookings.push(await booked(portal, person, { slot, ...(doctor !== undefined && { doctor }) }))
  }
  return bookings
}

test('when 100 patients book one slot at the same time, as many succeed as there are doctors', async () => {
  const { portal, ids } = await openWith(['Ada', 'Bo', 'Cy'])
  const patients = await Promise.all(Array.from({ length: 100 }, () => signIn(portal)))
  const responses = await Promise.all(
    patients.map((patient) => book(portal, patient, { slot: nine })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
  for (const response of responses.filter(({ status }) => status !== 200)) {
    expect(await refusal(response)).toEqual({ status: 409, code: 'slot_taken' })
  }
  const rows = await liveRows(portal)
  expect(rows.map(({ doctorId }) => doctorId).toSorted()).toEqual(ids.toSorted())
  expect(await available(portal)).not.toContain(nine)
})

test('when 40 patients book one slot at the same time, as many succeed as there are chairs for its doctors', async () => {
  const { portal, schedules } = await openWith(['Ada', 'Bo', 'Cy'])
  for (const name of ['One', 'Two']) await schedules.addChair(name)
  const patients = await Promise.all(Array.from({ length: 40 }, () => signIn(portal)))
  const responses = await Promise.all(
    patients.map((patient) => book(portal, patient, { slot: nine })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(2)
  const rows = await liveRows(portal)
  expect(new Set(rows.map(({ chairId }) => chairId)).size).toBe(2)
})

test('a booking gets the doctor with the fewest appointments that day, or the requested one', async () => {
  const { portal, ids } = await openWith(['Ada', 'Bo'])
  const [ada = '', bo = ''] = ids
  await bookEach(portal, [nine, half], ada)
  const [third] = await bookEach(portal, ['10:00 AM - 10:30 AM'])
  expect(third?.doctor).toEqual({ _id: bo, name: 'Bo' })
  expect(await available(portal, ada)).not.toContain(nine)
  expect(await available(portal, bo)).toContain(nine)
  const response = await book(portal, await signIn(portal), { slot: nine, doctor: ada })
  expect(await refusal(response)).toEqual({ status: 409, code: 'doctor_unavailable' })
  const unknown = await book(portal, await signIn(portal), { slot: nine, doctor: 'nobody' })
  expect(await refusal(unknown)).toEqual({ status: 409, code: 'doctor_unavailable' })
})

test('patients see the working doctors and their treatments, but never an e-mail', async () => {
  const { portal, schedules, ids } = await openWith(['Cy', 'Ada'])
  await schedules.addDoctor('Bo')
  const response = await request(portal, 'GET', '/available/doctors')
  const doctors = z.array(WorkingDoctor).parse(await response.json())
  const [first] = portal.treatments
  expect(doctors.map(({ name, treatments }) => [name, treatments])).toEqual([
    ['Ada', [first?._id]],
    ['Cy', [first?._id]],
  ])
  expect(doctors.map(({ _id }) => _id).toSorted()).toEqual(ids.toSorted())
  expect(JSON.stringify(doctors)).not.toContain('@')
})

test('the buffer after an appointment blocks only its doctor', async () => {
  const { portal, schedules, ids } = await openWith(['Ada'])
  const { _id, name, price, slots } = portal.treatments[0] as Treatment
  await schedules.act('PUT', `/staff/treatments/${_id}`, { name, price, slots, buffer: 10 })
  await bookEach(portal, [nine])
  const free = await available(portal)
  expect(free).not.toContain(half)
  expect(free).toContain('10:00 AM - 10:30 AM')
  await schedules.setSchedule(await schedules.addDoctor('Bo'), {
    treatments: [_id],
    weeks: nineToFive,
  })
  expect(await available(portal)).toContain(half)
  expect(await available(portal, ids[0])).not.toContain(half)
})

test('slots at a fixed interval follow the hours of the doctors', async () => {
  const { portal, schedules, ids } = await openWith(['Ada'])
  const { _id, name, price } = portal.treatments[0] as Treatment
  const starts = { length: 45, every: 30 }
  const change = { name, price, slots: [], starts }
  await schedules.act('PUT', `/staff/treatments/${_id}`, change)
  const weeks = everyDay({ start: 540, end: 630 }, { start: 660, end: 700 })
  await schedules.setSchedule(ids[0] ?? '', { treatments: [_id], weeks })
  expect(await available(portal)).toEqual(['9:00 AM - 9:45 AM', '9:30 AM - 10:15 AM'])
  await bookEach(portal, ['9:30 AM - 10:15 AM'])
  expect(await available(portal)).toEqual([])
})

test('hours that leave appointments without their doctor are stored only after confirmation', async () => {
  const { portal, schedules, ids } = await openWith(['Ada'])
  const [id = ''] = ids
  const [booking] = await bookEach(portal, [nine])
  const path = `/staff/doctors/${id}/schedule`
  const { token } = schedules.admin
  const before = StaffDoctorSchedule.parse(
    await (await request(portal, 'GET', path, { token })).json(),
  )
  const timeOff = [{ from: '2026-06-08', to: '2026-06-09', reason: 'Conference' }]
  const body = { ...before, timeOff, confirmed: false }
  const asks = await request(portal, 'PUT', path, { token, body })
  const { code, affected } = ErrorBody.parse(await asks.json())
  expect([asks.status, code]).toEqual([409, 'appointments_affected'])
  expect(affected).toMatchObject([{ _id: booking?._id, slot: nine }])
  expect(await available(portal)).toContain(half)

  const stored = await request(portal, 'PUT', path, { token, body: { ...body, confirmed: true } })
  expect(await stored.json()).toMatchObject({ timeOff, revision: before.revision + 1 })
  expect(await available(portal)).toEqual([])
  // Read once, they are not asked about again.
  const again = { ...body, revision: before.revision + 1 }
  expect((await request(portal, 'PUT', path, { token, body: again })).status).toBe(200)
  const late = await request(portal, 'PUT', path, { token, body })
  expect(await refusal(late)).toEqual({ status: 409, code: 'changed_meanwhile' })
})

test('existing appointments get a doctor when the first hours are set, and a chair when the first one is added', async () => {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  await bookEach(portal, [nine, half])
  expect(await liveRows(portal)).toMatchObject([{ doctorId: null }, { doctorId: null }])
  const [ada] = await addWorking(portal, schedules, ['Ada'])
  expect(await liveRows(portal)).toMatchObject([{ doctorId: ada }, { doctorId: ada }])
  expect(await available(portal)).not.toContain(nine)
  const chair = await schedules.addChair('Window')
  expect(await liveRows(portal)).toMatchObject([{ chairId: chair }, { chairId: chair }])
  const body = { name: 'Window', treatments: [], archived: true }
  const { token } = schedules.admin
  await schedules.addChair('Door')
  const archived = await request(portal, 'PUT', `/staff/chairs/${chair}`, { token, body })
  expect(Chair.parse(await archived.json()).archived).toBe(true)
  for (const { chairId } of await liveRows(portal)) expect(chairId).not.toBe(chair)
})

test('appointments in a chair that serves another treatment or doctor get another chair, and are listed where none is free', async () => {
  const { portal, schedules, ids } = await openWith(['Ada'])
  const { token } = schedules.admin
  const [window, door] = [await schedules.addChair('Window'), await schedules.addChair('Door')]
  await bookEach(portal, [nine])
  const other = portal.treatments[1]?._id ?? ''
  const only = async (chair: string, name: string, treatments: string[]) => {
    const body = { name, treatments, archived: false }
    return request(portal, 'PUT', `/staff/chairs/${chair}`, { token, body })
  }
  const chairs = async () => (await liveRows(portal)).map(({ chairId }) => chairId)
  expect(await chairs()).toEqual([window])
  expect((await only(window, 'Window', [other])).status).toBe(200)
  expect(await chairs()).toEqual([door])
  const affected = { status: 409, code: 'appointments_affected' }
  expect(await refusal(await only(door, 'Door', [other]))).toEqual(affected)

  expect((await only(window, 'Window', [])).status).toBe(200)
  const path = `/staff/doctors/${ids[0]}/schedule`
  const { _id, name, specialty, revision, ...schedule } = StaffDoctorSchedule.parse(
    await (await request(portal, 'GET', path, { token })).json(),
  )
  const worksIn = (chair: string) =>
    request(portal, 'PUT', path, { token, body: { ...schedule, chairs: [chair] } })
  expect((await worksIn(window)).status).toBe(200)
  expect(await chairs()).toEqual([window])
  await bookEach(portal, [half])
  await only(door, 'Door', [other])
  expect(await refusal(await worksIn(door))).toEqual(affected)
})

test('rescheduling stays with the same doctor if free, and otherwise assigns another', async () => {
  const { portal, ids } = await openWith(['Ada', 'Bo'])
  const [ada = '', bo = ''] = ids
  const jane = await signIn(portal)
  const booking = await booked(portal, jane, { slot: nine, doctor: bo })
  const move = async (revision: number, slot: string, doctor?: string) => {
    const { treatmentId, date, price } = booking
    const body = { revision, treatmentId, date, price, slot, doctor }
    const path = `/booking/${booking._id}/reschedule`
    return request(portal, 'POST', path, { token: jane.token, body })
  }
  const doctorOf = async (response: Response) => {
    const { booking: moved } = z.object({ booking: Booking }).parse(await response.json())
    return moved.doctor?._id
  }
  expect(await doctorOf(await move(0, half))).toBe(bo)
  await bookEach(portal, ['11:00 AM - 11:30 AM'], bo)
  expect(await doctorOf(await move(1, '11:00 AM - 11:30 AM'))).toBe(ada)
  expect(await doctorOf(await move(2, nine, bo))).toBe(bo)
  const busy = await move(3, '11:00 AM - 11:30 AM', bo)
  expect(await refusal(busy)).toEqual({ status: 409, code: 'doctor_unavailable' })
})

test('the next free time of each doctor is correct immediately after a booking, the earliest first', async () => {
  const { portal, schedules, ids } = await openWith(['Ada', 'Bo'])
  const [ada = '', bo = ''] = ids
  const treatments = [portal.treatments[0]?._id ?? '']
  // Bo works in the afternoon; Cy does another treatment, Di has no time for months.
  const weeks = everyDay({ start: 780, end: 1020 })
  await schedules.setSchedule(bo, { treatments, weeks })
  const timeOff = [{ from: '2026-06-01', to: '2026-12-01', reason: '' }]
  const di = await schedules.addDoctor('Di')
  await schedules.setSchedule(di, { treatments, weeks: nineToFive, timeOff })
  const next = async () => {
    const path = `/available/doctors/next?treatment=${treatments[0]}`
    return z.array(NextTime).parse(await (await request(portal, 'GET', path)).json())
  }
  // The clinic's Friday, a quarter past nine, with the demo clinic's minimum notice.
  const date = 'Jun 5, 2026'
  const [first, second] = await next()
  expect([first?._id, second?._id]).toEqual([ada, bo])
  expect(second).toMatchObject({ date, slot: '1:00 PM - 1:30 PM' })
  await booked(portal, await signIn(portal), { date, slot: second?.slot ?? '', doctor: bo })
  expect(await next()).toEqual([first, { _id: bo, date, slot: '1:30 PM - 2:00 PM' }])
  expect(await next()).toHaveLength(2)
})

test('staff see a slot as free while one of its doctors is', async () => {
  const { portal, schedules } = await openWith(['Ada', 'Bo'])
  const isFree = async () => {
    const { token } = schedules.admin
    const response = await request(portal, 'GET', '/staff/schedule?date=2026-06-08', { token })
    const { columns } = StaffDay.parse(await response.json())
    return columns.slice(0, 2).map(({ slots }) => slots.find((one) => one.slot === nine)?.free)
  }
  expect(await isFree()).toEqual([true, null])
  await bookEach(portal, [nine])
  expect(await isFree()).toEqual([true, null])
  await bookEach(portal, [nine])
  expect(await isFree()).toEqual([false, null])
})

test('a slot held for the waitlist occupies its doctor, and accepting the offer books that doctor', async () => {
  const { portal, schedules, ids } = await openWith(['Ada'])
  const slots = await available(portal)
  const bookings = await bookEach(portal, slots)
  const waiting = await signIn(portal)
  await asked(portal, waiting)
  const [first] = bookings
  const { token } = schedules.admin
  const cancel = { revision: 0, reason: 'ill', refund: false }
  const path = `/staff/appointments/${first?._id}/cancel`
  expect((await request(portal, 'POST', path, { token, body: cancel })).status).toBe(200)
  await sweepAll(portal)
  expect(await available(portal)).toEqual([])
  const other = await book(portal, await signIn(portal), { slot: slots[0] ?? '' })
  expect(await refusal(other)).toEqual({ status: 409, code: 'slot_taken' })
  const offer = await offerOf(portal, waiting)
  if (!offer) throw new Error('The freed slot is offered')
  expect((await accept(portal, offer)).status).toBe(200)
  const rows = await liveRows(portal)
  expect(rows.filter(({ patient }) => patient === waiting.email)).toMatchObject([
    { doctorId: ids[0], slot: slots[0] },
  ])
})

test('staff can book a doctor outside the hours explicitly, but never a busy one', async () => {
  const { portal, schedules, ids } = await openWith(['Ada'])
  const { token } = schedules.admin
  const { _id: treatmentId, price } = portal.treatments[0] as Treatment
  const bookFor = (patientName: string, despite: string[]) => {
    const who = { patient: null, patientName, phone: '', doctor: ids[0] }
    const what = { treatmentId, price, date: 'Jun 8, 2026', slot: '6:00 PM - 6:20 PM' }
    const body = { ...who, ...what, despite }
    return request(portal, 'POST', '/staff/appointments', { token, body })
  }
  expect(await refusal(await bookFor('Pat One', []))).toMatchObject({ code: 'unknown_slot' })
  const made = StaffAppointment.parse(await (await bookFor('Pat One', ['slots'])).json())
  expect(made.doctor).toEqual({ _id: ids[0], name: 'Ada' })
  const busy = await bookFor('Pat Two', ['slots'])
  expect(await refusal(busy)).toMatchObject({ code: 'doctor_unavailable' })
})

test('appointments of a removed doctor show the doctor’s name, and another doctor is booked instead', async () => {
  const { portal, schedules, ids } = await openWith(['Ada', 'Bo'])
  await bookEach(portal, [nine], ids[0])
  const { token } = schedules.admin
  const path = '/doctors/ada@clinic.example'
  const asks = await request(portal, 'DELETE', `${path}?unless=affected`, { token })
  const { code, affected } = ErrorBody.parse(await asks.json())
  expect([asks.status, code, affected?.map(({ slot }) => slot)]).toEqual([
    409,
    'appointments_affected',
    [nine],
  ])
  expect(await (await request(portal, 'GET', '/doctors', { token })).json()).toHaveLength(2)

  const removed = await request(portal, 'DELETE', path, { token })
  expect(await removed.json()).toEqual({ deletedCount: 1 })
  expect(await (await request(portal, 'GET', '/doctors', { token })).json()).toHaveLength(1)
  expect(await liveRows(portal)).toMatchObject([{ doctorName: 'Ada' }])
  expect(await available(portal)).toContain(nine)
  const [next] = await bookEach(portal, [half])
  expect(next?.doctor?.name).toBe('Bo')
  // Without a working doctor, one appointment per slot is the rule again, and Ada's appointment stays.
  await request(portal, 'DELETE', '/doctors/bo@clinic.example', { token })
  const free = await available(portal)
  expect(free).toContain('8:00 AM - 8:30 AM')
  expect(free).not.toContain(nine)
  const taken = await book(portal, await signIn(portal), { slot: nine })
  expect(await refusal(taken)).toEqual({ status: 409, code: 'slot_taken' })
})

test('a schedule with unknown treatments, overlapping hours or a duplicate day is refused', async () => {
  const { portal, schedules, ids } = await openWith(['Ada'])
  const put = (schedule: object) => {
    const body = { ...noSchedule, ...schedule }
    const path = `/staff/doctors/${ids[0]}/schedule`
    return request(portal, 'PUT', path, { token: schedules.admin.token, body })
  }
  expect(await refusal(await put({ treatments: ['x'] }))).toMatchObject({ code: 'treatment_gone' })
  expect(await refusal(await put({ chairs: ['x'] }))).toMatchObject({ code: 'unknown_chair' })
  const overlapping = everyDay({ start: 540, end: 600 }, { start: 590, end: 700 })
  for (const [wrong, issue] of [
    [{ weeks: overlapping }, 'hours_overlap'],
    [{ weeks: everyDay({ start: 600, end: 540 }) }, 'hours_backwards'],
    [{ timeOff: [{ from: '2026-06-09', to: '2026-06-08', reason: '' }] }, 'days_backwards'],
    [{ exceptions: [1, 2].map(() => ({ day: '2026-06-09', hours: [] })) }, 'day_twice'],
  ] as const) {
    const { issues } = ErrorBody.parse(await (await put(wrong)).json())
    expect(issues?.[0]?.code).toBe(issue)
  }
})

test('queries for free doctors and for appointments that lose their doctor use an index', async () => {
  const portal = await openPortal({ database: await openUnusedDatabase() })
  const { database, deps } = portal
  await fillAppointments(database, 5000)
  const day = dayParams(monday, deps.clinicTime())
  const lost = selectUnfit(database.query, database.engine, deps.clinicTime()).compile()
  const free = pairTreatmentsQuery(database.query, { ...day, now: '2026-06-05' }).compile()
  for (const [query, tables] of [
    [lost, ['a']],
    [free, ['ba']],
  ] as const) {
    const plan = await explain(database, query)
    for (const table of tables) expect(readsWholeTable(plan, table), plan).toBe(false)
  }
})
