import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { addDays } from '../../contract/date.ts'
import { mostEntries, StaffDoctorSchedule } from '../../contract/doctors/schedule.ts'
import { ErrorBody } from '../../contract/errors.ts'
import { StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { addWorking, openSchedules } from '../testing/desk.ts'
import { booked, monday, openPortal, refusal, request, signIn } from '../testing/portal.ts'

const nine = '9:00 AM - 9:30 AM'
const half = '9:30 AM - 10:00 AM'

async function openWith(names: readonly string[]) {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  const ids = await addWorking(portal, schedules, names)
  const { token } = schedules.admin
  return {
    ...{ portal, schedules, ids },
    blocks: async () => {
      const response = await request(portal, 'GET', `/staff/schedule?date=${monday}`, { token })
      const { doctors } = StaffDay.parse(await response.json())
      return doctors[0]?.blocks
    },
    call: (method: string, path: string, body: object) =>
      request(portal, method, path, { token, body }),
    readSchedule: (id = '') => request(portal, 'GET', `/staff/doctors/${id}/schedule`, { token }),
    available: async (doctor = '') => {
      const response = await request(portal, 'GET', `/available?date=${monday}&doctor=${doctor}`)
      const [first] = await response.json()
      return first.slots
    },
  }
}

test('part of a doctor’s day is blocked and freed, and blocking lists the affected appointments first', async () => {
  const { available, blocks, call, portal, ids } = await openWith(['Ada', 'Bo'])
  const [ada = '', bo = ''] = ids
  const booking = await booked(portal, await signIn(portal), { slot: nine, doctor: ada })
  const path = `/staff/doctors/${ada}/blocks`
  const block = { day: monday, time: { start: 540, end: 600 }, reason: 'Meeting' }
  const asks = await call('POST', path, block)
  const { code, affected } = ErrorBody.parse(await asks.json())
  expect([asks.status, code]).toEqual([409, 'appointments_affected'])
  expect(affected).toMatchObject([{ _id: booking._id, slot: nine }])
  expect(await available(ada)).toContain(half)

  expect((await call('POST', path, { ...block, confirmed: true })).status).toBe(200)
  expect(await available(ada)).not.toContain(half)
  expect(await available(bo)).toContain(half)
  expect(await blocks()).toEqual([{ startMinute: 540, endMinute: 600, reason: 'Meeting' }])
  const crossed = { ...block, time: { start: 570, end: 630 }, confirmed: true }
  expect(await refusal(await call('POST', path, crossed))).toEqual({
    status: 409,
    code: 'time_blocked',
  })
  const next = { ...block, time: { start: 600, end: 630 } }
  expect((await call('POST', path, next)).status).toBe(200)

  const freed = await call('DELETE', path, { day: monday, start: 540 })
  expect(freed.status).toBe(200)
  expect(await available(ada)).toContain(half)
  const again = await call('DELETE', path, { day: monday, start: 540 })
  expect(await refusal(again)).toEqual({ status: 404, code: 'not_found' })
  const nobody = await call('POST', '/staff/doctors/x/blocks', block)
  expect(await refusal(nobody)).toEqual({ status: 404, code: 'not_found' })
  const backwards = { ...block, time: { start: 600, end: 540 } }
  expect((await call('POST', path, backwards)).status).toBe(400)
})

test('when six requests block overlapping times of a doctor concurrently, one succeeds and adds one revision', async () => {
  const { blocks, call, ids, schedules, portal } = await openWith(['Ada'])
  const path = `/staff/doctors/${ids[0]}`
  const revision = async () => {
    const { token } = schedules.admin
    const response = await request(portal, 'GET', `${path}/schedule`, { token })
    return (await response.json()).revision
  }
  const before = await revision()
  const starts = [600, 605, 610, 615, 620, 625]
  const answers = await Promise.all(
    starts.map((start) =>
      call('POST', `${path}/blocks`, {
        ...{ day: monday, reason: '' },
        time: { start, end: 660 },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...starts.slice(1).fill(409),
  ])
  expect(await blocks()).toHaveLength(1)
  expect(await revision()).toBe(before + 1)
})

// On SQLite a doctor cannot be removed in the middle of another transaction.
if (inject('engine') === 'postgres')
  test('blocking time of a doctor who is removed at the same time answers 404', async () => {
    const { call, portal, schedules } = await openWith([])
    const id = await schedules.addDoctor('Ada')
    const block = { day: monday, time: { start: 540, end: 600 }, reason: 'Meeting' }
    let blocking: ReturnType<typeof call> | undefined
    await portal.database.query.transaction().execute(async (query) => {
      await query.deleteFrom('doctors').where('id', '=', id).execute()
      blocking = call('POST', `/staff/doctors/${id}/blocks`, block)
      const waiting = sql`select 1 from "pg_locks" where not "granted"`
      await expect.poll(async () => (await waiting.execute(query)).rows).not.toEqual([])
    })
    const blocked = await blocking
    expect(blocked && (await refusal(blocked))).toEqual({ status: 404, code: 'not_found' })
  })

/** A block of a quarter of an hour on each of so many days. */
const blocksOf = (count: number, start = 0) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ day: addDays(monday, n), time: { start, end: start + 15 }, reason: 'Paperwork' },
  }))

test('a doctor’s schedule with many blocks is read and saved', async () => {
  const { call, ids, readSchedule } = await openWith(['Ada'])
  const path = `/staff/doctors/${ids[0]}`
  for (const start of [0, 15, 30, 45, 60, 75, 90]) {
    const days = { from: addDays(monday, start), to: addDays(monday, start + 59) }
    const absence = { ...days, time: { start, end: start + 15 }, reason: 'Course', confirmed: true }
    expect((await call('POST', `${path}/absences`, absence)).status).toBe(200)
  }
  const response = await readSchedule(ids[0])
  expect(response.status).toBe(200)
  const { _id, name, specialty, ...schedule } = StaffDoctorSchedule.parse(await response.json())
  expect(schedule.blocks).toHaveLength(420)
  const longer = [...schedule.blocks, ...blocksOf(1000, 600)]
  const saved = await call('PUT', `${path}/schedule`, { ...schedule, blocks: longer })
  expect(StaffDoctorSchedule.parse(await saved.json()).blocks).toHaveLength(1420)
})

const off = (from: number, to: number, reason: string) => ({
  ...{ from: addDays(monday, from), to: addDays(monday, to), reason },
})

test.each([
  ['longer', [off(0, 0, 'Flu'), off(0, 4, 'Vacation')], [off(0, 0, 'Flu'), off(1, 4, 'Vacation')]],
  ['shorter', [off(0, 4, 'Vacation'), off(0, 0, 'Flu')], [off(0, 0, 'Flu'), off(1, 4, 'Vacation')]],
  [
    'longer than two that meet',
    [off(0, 0, 'Flu'), off(1, 1, 'Course'), off(0, 4, 'Vacation')],
    [off(0, 0, 'Flu'), off(1, 1, 'Course'), off(2, 4, 'Vacation')],
  ],
  ['as long', [off(0, 4, 'Course'), off(0, 4, 'Vacation')], [off(0, 4, 'Vacation')]],
  ['as long without a note', [off(0, 4, 'Course'), off(0, 4, '')], [off(0, 4, 'Course')]],
  ['longer for the same reason', [off(0, 0, 'Flu'), off(0, 4, 'Flu')], [off(0, 4, 'Flu')]],
])(
  'an absence that begins with another and is %s leaves each day its note',
  async (_, absences, timeOff) => {
    const { call, ids, readSchedule } = await openWith(['Ada'])
    for (const absence of absences) {
      const body = { ...absence, time: null, confirmed: true }
      expect((await call('POST', `/staff/doctors/${ids[0]}/absences`, body)).status).toBe(200)
    }
    expect(await (await readSchedule(ids[0])).json()).toMatchObject({ timeOff })
  },
)

test('what no schedule can hold is refused, and the schedule stays as it was', async () => {
  const { call, ids, portal, readSchedule } = await openWith(['Ada'])
  const [doctorId = ''] = ids
  const path = `/staff/doctors/${doctorId}`
  const rows = blocksOf(mostEntries - 1).map(({ day, reason }) => ({
    ...{ doctorId, day, startMinute: 0, endMinute: 15, reason },
  }))
  for (let at = 0; at < rows.length; at += 500) {
    const some = rows.slice(at, at + 500)
    await portal.database.query.insertInto('doctorBlocks').values(some).execute()
  }
  const block = { day: monday, time: { start: 1000, end: 1015 }, reason: 'Call', confirmed: true }
  const absence = { from: monday, to: addDays(monday, 1), reason: 'Course', confirmed: true }
  const full = { status: 409, code: 'schedule_full' }
  const away = await call('POST', `${path}/absences`, { ...absence, time: block.time })
  expect(await refusal(away)).toEqual(full)
  expect((await call('POST', `${path}/blocks`, block)).status).toBe(200)
  const next = { ...block, time: { start: 1015, end: 1030 } }
  expect(await refusal(await call('POST', `${path}/blocks`, next))).toEqual(full)
  const { revision, blocks } = StaffDoctorSchedule.parse(
    await (await readSchedule(doctorId)).json(),
  )
  expect([revision, blocks.length]).toEqual([2, mostEntries])
})
