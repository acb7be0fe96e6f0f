import { expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { Chair, StaffDoctorSchedule } from '../../contract/doctors/schedule.ts'
import { countTurns } from '../testing/count-turns.ts'
import {
  addWorking,
  nine,
  nineToFive,
  noSchedule,
  openIll,
  openSchedules,
} from '../testing/desk.ts'
import { monday, openPortal, request } from '../testing/portal.ts'
import { readPlanChange } from './plan-changes/read-change.ts'

const changes = 40

/** What three readers read while `change` is called with one revision after the other. */
async function readMeanwhile<T>(read: () => Promise<T>, change: (at: number) => Promise<unknown>) {
  const seen: T[] = []
  let isOver = false
  const reader = async () => {
    while (!isOver) seen.push(await read())
  }
  const readers = [reader(), reader(), reader()]
  for (let at = 0; at < changes; at += 1) await change(at)
  isOver = true
  await Promise.all(readers)
  return seen
}

async function openWith() {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  const { token } = schedules.admin
  const get = async (path: string): Promise<unknown> =>
    (await request(portal, 'GET', path, { token })).json()
  return { portal, schedules, get, treatments: portal.treatments.map(({ _id }) => _id) }
}

test('reading chairs while one is changed returns a single revision', async () => {
  const { schedules, get, treatments } = await openWith()
  const id = await schedules.addChair('0', [])
  const seen = await readMeanwhile(
    async () => z.array(Chair).parse(await get('/staff/chairs')),
    (at) => {
      const some = treatments.slice(0, (at + 1) % 3)
      const body = { name: String(at + 1), treatments: some, archived: false, confirmed: true }
      return schedules.act('PUT', `/staff/chairs/${id}`, { ...body, revision: at })
    },
  )
  for (const [chair] of seen) {
    expect([chair?.name, chair?.treatments.length]).toEqual([
      String(chair?.revision),
      (chair?.revision ?? 0) % 3,
    ])
  }
})

test('reading a schedule while it is changed returns a single revision', async () => {
  const { portal, schedules, get, treatments } = await openWith()
  const [id = ''] = await addWorking(portal, schedules, ['Ada'])
  const path = `/staff/doctors/${id}/schedule`
  const of = (reason: string) => ({
    ...{ ...noSchedule, treatments: treatments.slice(0, 1), weeks: nineToFive },
    timeOff: [{ from: '2027-01-01', to: '2027-01-02', reason }],
    blocks: [{ day: monday, time: { start: 540, end: 600 }, reason }],
  })
  await schedules.setSchedule(id, of('2'))
  const seen = await readMeanwhile(
    async () => StaffDoctorSchedule.parse(await get(path)),
    (at) => schedules.setSchedule(id, of(String(at + 3))),
  )
  for (const { revision, timeOff, blocks } of seen) {
    const reason = String(revision)
    expect([timeOff, blocks]).toMatchObject([[{ reason }], [{ reason }]])
  }
})

test.runIf(inject('engine') === 'sqlite')(
  'the list of a change of plan yields to other work before it looks for the place of each appointment',
  async () => {
    const { goIll, portal } = await openIll([nine, '9:30 AM - 10:00 AM', '10:00 AM - 10:30 AM'])
    const { change } = await goIll()
    const turns = countTurns()
    const asked = { id: change, limit: 50 }
    await readPlanChange(portal.database, asked, portal.deps.clinicTime())
    expect(turns()).toBeGreaterThanOrEqual(3)
  },
)
