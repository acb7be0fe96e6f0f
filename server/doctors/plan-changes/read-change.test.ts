import { expect, test } from 'vitest'
import { StaffDoctorSchedule } from '../../../contract/doctors/schedule.ts'
import { accepted, actsOf, nine, openIll, toSame } from '../../testing/desk.ts'
import { monday, signIn } from '../../testing/portal.ts'
import { listPlanChanges, readPlanChange } from './read-change.ts'

const slots = [nine, '9:30 AM - 10:00 AM', '10:00 AM - 10:30 AM', '10:30 AM - 11:00 AM']

test('a change is read page by page: what is left to decide comes first, with proposals of its page alone', async () => {
  const { goIll, read, settle } = await openIll(slots)
  const { shown, change } = await goIll()
  const first = await read(change, '?limit=3')
  expect(first).toMatchObject({ counts: { left: 4 }, days: ['2026-06-08'] })
  expect(first.rows.map(({ before, same }) => [before.slot, same?.doctorName])).toEqual(
    slots.slice(0, 3).map((slot) => [slot, 'Bo']),
  )
  const pageAfter = ({ next }: typeof first, limit = 3) =>
    read(change, `?limit=${limit}&after=${encodeURIComponent(next ?? '')}`)
  const last = await pageAfter(first)
  expect(last.rows.map(({ before }) => before.slot)).toEqual(slots.slice(3))
  expect(last.next).toBeNull()

  // What is decided meanwhile goes behind what is left, and the page after an earlier one leaves nothing out.
  await settle(change, ...shown.slice(0, 2).map(toSame))
  const rest = await pageAfter(first)
  expect(rest.counts).toEqual({ left: 2, waiting: 2 })
  expect(rest.rows.map(({ before, answer }) => [before.slot, answer])).toEqual([
    [slots[3], 'left'],
    [slots[0], 'waiting'],
    [slots[1], 'waiting'],
  ])
  const whole = await read(change)
  expect(whole.rows.map(({ answer }) => answer)).toEqual(['left', 'left', 'waiting', 'waiting'])
  expect(whole.next).toBeNull()
})

test('an appointment nobody has decided on whose doctor is back is as planned, and has nothing proposed', async () => {
  const { ada, goIll, read, schedules, settle, staff } = await openIll(slots)
  const { shown, change } = await goIll()
  await settle(change, ...shown.slice(0, 1).map(toSame))
  const path = `/staff/doctors/${ada}/schedule`
  const { _id, name, specialty, revision, ...away } = StaffDoctorSchedule.parse(
    await (await staff('GET', path)).json(),
  )
  // Back at ten: the appointment at half past nine has no doctor.
  const blocks = [{ day: monday, time: { start: 540, end: 600 }, reason: 'Flu' }]
  await schedules.setSchedule(ada, { ...away, timeOff: [], blocks })
  const back = await read(change)
  expect(back.rows.map(({ before, answer, times }) => [before.slot, answer, times.length])).toEqual(
    [
      [slots[1], 'left', 3],
      [slots[0], 'waiting', 0],
      [slots[2], 'fits', 0],
      [slots[3], 'fits', 0],
    ],
  )
  expect(back.counts).toEqual({ left: 1, waiting: 1, fits: 2 })
  const list = async () => (await staff('GET', '/staff/plan-changes')).json()
  expect(await list()).toMatchObject([{ _id: change, appointments: 4, open: 2 }])

  await schedules.setSchedule(ada, away)
  expect((await read(change)).counts).toEqual({ left: 3, waiting: 1 })
})

test('what nobody has decided on before its patient came, or its day was over, is not to be decided', async () => {
  const { goIll, portal } = await openIll(slots.slice(0, 2))
  const { shown, change: id } = await goIll()
  const [first] = shown
  const read = async () => {
    const now = portal.deps.clinicTime()
    const change = await readPlanChange(portal.database, { id, limit: 50 }, now)
    const [summary] = await listPlanChanges(portal.database, '', now)
    return { open: summary?.open, counts: change?.counts }
  }
  portal.time.now = new Date('2026-06-08T13:40:00Z')
  const desk = actsOf(portal, await signIn(portal, 'desk@clinic.example', 'admin'))
  const come = { _id: first?._id ?? '', revision: first?.proposal?.revision ?? -1 }
  await accepted(await desk.setStatus(come, 'arrived'))
  expect(await read()).toEqual({ open: 1, counts: { left: 1, over: 1 } })
  portal.time.now = new Date('2026-06-09T13:00:00Z')
  expect(await read()).toEqual({ open: 0, counts: { over: 2 } })
})
