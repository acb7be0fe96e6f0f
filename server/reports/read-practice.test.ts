import { expect, test } from 'vitest'
import { addDays, type Day } from '../../contract/date.ts'
import { Overview, PracticeReport } from '../../contract/reports/endpoints.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import { accepted, actsOf, bookFor, everyDay, openDesk, openSchedules } from '../testing/desk.ts'
import { type Person, type Portal, request, signIn, today } from '../testing/portal.ts'

async function ask(portal: Portal, { token }: Person, from: Day, to: Day) {
  return request(portal, 'GET', `/staff/practice?from=${from}&to=${to}`, { token })
}

async function reportOf(portal: Portal, staff: Person, from: Day, to: Day) {
  return PracticeReport.parse(await (await ask(portal, staff, from, to)).json())
}

const week = { from: '2026-06-08', to: '2026-06-14' }
const minutes = (hours: number) => hours * 60

test('the practice report shows hours offered, booked and lost by doctor and chair, and money by doctor', async () => {
  const { portal, staff } = await openDesk()
  const schedules = await openSchedules(portal)
  const treatments = [portal.treatments[0]?._id ?? '']
  const chair = await schedules.addChair('Chair 1')
  const ada = await schedules.addDoctor('Ada')
  await schedules.setSchedule(ada, {
    ...{ treatments, weeks: everyDay({ start: 480, end: 720 }, { start: 780, end: 1020 }) },
    timeOff: [{ from: '2026-06-13', to: '2026-06-13', reason: '' }],
    blocks: [{ day: '2026-06-12', time: { start: 960, end: 1080 }, reason: 'Meeting' }],
    exceptions: [{ day: '2026-06-11', hours: [{ start: 480, end: 540 }] }],
  })
  const { cancel, payAtDesk, removePayment } = actsOf(portal, staff)
  const at = async (slot: string, name: string, treatment = 0, by = staff) => {
    const guest = { email: null, name, phone: name }
    return accepted(await bookFor(portal, by, guest, { slot, treatment }))
  }
  const paid = await at('8:00 AM - 8:30 AM', 'A')
  const missed = await at('8:30 AM - 9:00 AM', 'B')
  const lost = await at('9:00 AM - 9:30 AM', 'C')
  const refilled = await at('9:30 AM - 10:00 AM', 'D')
  const early = await at('10:00 AM - 10:30 AM', 'E')
  // A treatment that no doctor does.
  await at('8:00 AM - 8:30 AM', 'F', 1)
  await accepted(await payAtDesk(paid))
  const takenBack = await accepted(await removePayment(await accepted(await payAtDesk(early))))
  await accepted(await cancel(takenBack))
  portal.time.now = new Date('2026-06-08T12:45:00Z')
  const monday = await signIn(portal, 'monday@clinic.example', 'admin')
  const late = actsOf(portal, monday)
  await accepted(await late.setStatus(missed, 'no_show'))
  await accepted(await late.cancel(lost))
  await accepted(await late.cancel(refilled))
  await at('9:30 AM - 10:00 AM', 'G', 0, monday)
  const { doctors, chairs, cutoffMinutes } = await reportOf(portal, monday, week.from, week.to)
  expect(cutoffMinutes).toBe(1440)
  const use = {
    appointments: 3,
    // Monday to Wednesday, an hour, Friday less a meeting; off on Saturday, closed on Sunday.
    offered: minutes(8 * 3 + 1 + 7),
    ...{ booked: 90, missed: 30, cancelledLate: 30 },
  }
  const none = { offered: 0, missed: 0, cancelledLate: 0 }
  expect(doctors).toEqual([
    { _id: ada, name: 'Ada', ...use, collected: 0, returned: 0 },
    {
      ...{ _id: null, name: null, appointments: 1, booked: 30, ...none },
      ...{ collected: 0, returned: 0 },
    },
  ])
  expect(chairs).toEqual([
    { _id: chair, name: 'Chair 1', ...use },
    { _id: null, name: null, appointments: 1, booked: 30, ...none },
  ])
  // The money was taken on the Friday before.
  const [before] = (await reportOf(portal, monday, today, today)).doctors
  expect(before).toMatchObject({ _id: ada, appointments: 0, collected: paid.price, returned: 0 })
})

test('a doctor who has left keeps the hours offered until then, and their chair too, without the reasons of absences', async () => {
  const { portal } = await openDesk()
  const schedules = await openSchedules(portal)
  const treatments = [portal.treatments[0]?._id ?? '']
  await schedules.addChair('Chair 1')
  const second = await schedules.addChair('Chair 2')
  const ada = await schedules.addDoctor('Ada')
  await schedules.setSchedule(ada, {
    ...{ treatments, chairs: [second], weeks: everyDay({ start: 480, end: 720 }) },
    timeOff: [{ from: '2026-06-09', to: '2026-06-12', reason: 'Flu' }],
    blocks: [{ day: '2026-06-08', time: { start: 480, end: 540 }, reason: 'Dentist' }],
    exceptions: [{ day: '2026-06-13', hours: [{ start: 480, end: 540 }] }],
  })
  portal.time.now = new Date('2026-06-10T14:00:00Z')
  const later = await signIn(portal, 'later@clinic.example', 'admin')
  const path = '/doctors/ada@clinic.example'
  expect((await request(portal, 'DELETE', path, { token: later.token })).status).toBe(200)
  const { doctors, chairs } = await reportOf(portal, later, '2026-06-05', week.to)
  // Friday, Saturday, and Monday less what was blocked.
  const offered = minutes(4 + 4 + 3)
  expect(doctors).toMatchObject([{ _id: ada, name: 'Ada', offered }])
  expect(chairs).toMatchObject([{ _id: second, offered }])
  const { query } = portal.database
  const reasons = [
    ...(await query.selectFrom('doctorTimeOff').select('reason').execute()),
    ...(await query.selectFrom('doctorBlocks').select('reason').execute()),
  ]
  expect(reasons).toEqual([{ reason: '' }, { reason: '' }])
})

test('the rows of the practice report add up to the overview, including appointments without a doctor', async () => {
  const { portal, staff } = await openDesk({ now: new Date('2026-01-25T15:00:00Z') })
  await fillAppointments(portal.database, 3_000)
  const answer = await request(portal, 'GET', '/staff/overview', staff)
  const { days } = Overview.parse(await answer.json())
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
  const [from = '', to = ''] = [days[0]?.day, days.at(-1)?.day]
  const { doctors } = await reportOf(portal, staff, from, to)
  expect(doctors.map(({ name }) => name)).toEqual([null])
  expect(sum(doctors.map(({ appointments }) => appointments))).toBe(
    sum(days.map(({ appointments }) => appointments)),
  )
  expect(sum(doctors.map(({ collected, returned }) => collected - returned))).toBe(
    sum(days.map(({ taken }) => taken)),
  )
})

test('the practice report is exported as CSV, and invalid ranges are refused', async () => {
  const { portal, staff } = await openDesk()
  await accepted(await bookFor(portal, staff, { email: null }))
  const path = `/staff/export/practice.csv?from=${week.from}&to=${week.to}`
  const csv = await (await request(portal, 'GET', path, staff)).text()
  expect(csv.replace('\ufeff', '').split('\r\n')).toEqual([
    'Kind,Name,Appointments,Hours offered,Hours booked,Filled,Hours lost to no-shows,Hours lost to late cancellations,Collected,Refunded',
    'doctor,,1,0.00,0.50,,0.00,0.00,0.00,0.00',
    '',
  ])
  for (const [to, code] of [
    ['2026-06-07', 'days_backwards'],
    [addDays(week.from, 92), 'range_long'],
  ] as const) {
    const response = await ask(portal, staff, week.from, to)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ issues: [{ path: 'to', code }] })
  }
  expect((await ask(portal, staff, week.from, addDays(week.from, 91))).status).toBe(200)
})
