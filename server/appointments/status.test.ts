import { expect, test } from 'vitest'
import { type StaffAppointment, VisitStatus } from '../../contract/schedule/staff-appointment.ts'
import { stayingIn } from '../testing/changing.ts'
import { accepted, actsOf, bookFor, details, openDesk, told } from '../testing/desk.ts'
import { refusal } from '../testing/portal.ts'

const todayAtTen = { date: 'Jun 5, 2026', slot: '10:00 AM - 10:30 AM' }
const noTimes = { arrivedAt: null, seatedAt: null, completedAt: null, noShowAt: null }

/** Today's appointment at ten o'clock; the clock can be set. */
async function openVisit() {
  const { portal, staff } = await openDesk()
  const made = await accepted(await bookFor(portal, staff, { email: null }, todayAtTen))
  const at = (minute: string) => {
    portal.time.now = new Date(`2026-06-05T14:${minute}:00Z`)
    return portal.time.now.toISOString()
  }
  return { portal, staff, made, at, ...actsOf(portal, staff) }
}

test('a visit goes from arrived to seated to completed, and each step has its time', async () => {
  const { portal, staff, made, at, setStatus } = await openVisit()
  expect(made).toMatchObject({ status: 'booked', ...noTimes })
  const arrivedAt = at('02')
  const arrived = await accepted(await setStatus(made, 'arrived'))
  expect(arrived).toMatchObject({ ...noTimes, status: 'arrived', revision: 1, arrivedAt })
  expect(await accepted(await setStatus(arrived, 'arrived'))).toEqual(arrived)
  const seatedAt = at('14')
  const seated = await accepted(await setStatus(arrived, 'seated'))
  expect(seated).toMatchObject({ ...noTimes, status: 'seated', arrivedAt, seatedAt })
  const completedAt = at('40')
  const completed = await accepted(await setStatus(seated, 'completed'))
  expect(completed).toMatchObject({ ...noTimes, arrivedAt, seatedAt, completedAt })
  expect(await told(portal, staff, made)).toEqual(
    ['booked', 'arrived', 'seated', 'completed'].map((kind) => `${kind} by ${staff.email}`),
  )
})

test('undoing a wrong status preserves the times of earlier steps', async () => {
  const { portal, staff, made, at, setStatus } = await openVisit()
  const arrivedAt = at('02')
  const arrived = await accepted(await setStatus(made, 'arrived'))
  at('14')
  const wrong = await accepted(await setStatus(arrived, 'completed'))
  expect(wrong).toMatchObject({ arrivedAt, seatedAt: null })
  at('15')
  const again = await accepted(await setStatus(wrong, 'arrived'))
  expect(again).toMatchObject({ ...noTimes, status: 'arrived', arrivedAt })
  const booked = await accepted(await setStatus(again, 'booked'))
  expect(booked).toMatchObject({ ...noTimes, status: 'booked' })
  const { history } = await details(portal, staff, made)
  expect(history.slice(3).map(({ kind, data }) => [kind, data])).toEqual([
    ['status_undone', { status: 'arrived' }],
    ['status_undone', { status: 'booked' }],
  ])
})

/** The steps that bring a booked appointment to a status. */
const way: Record<VisitStatus, VisitStatus[]> = {
  booked: [],
  no_show: ['no_show'],
  arrived: ['arrived'],
  seated: ['arrived', 'seated'],
  completed: ['arrived', 'seated', 'completed'],
}

/** An appointment that took place cannot become a no-show; all else can be set, and undone. */
const refusedPairs = ['arrived to no_show', 'seated to no_show', 'completed to no_show']

test.each(VisitStatus.options)(
  'from %s, every other status is set or refused with a code',
  async (from) => {
    const { portal, staff, made, at, setStatus } = await openVisit()
    at('30')
    for (const to of VisitStatus.options) {
      let now: StaffAppointment = made
      for (const step of ['booked' as const, ...way[from]]) {
        const { appointment } = await details(portal, staff, made)
        now = await accepted(await setStatus(appointment, step))
      }
      const answer = await setStatus(now, to)
      if (refusedPairs.includes(`${from} to ${to}`)) {
        expect(await refusal(answer)).toEqual({ status: 409, code: 'patient_arrived' })
      } else {
        expect(await accepted(answer)).toMatchObject({ status: to })
      }
    }
  },
)

test.each([
  ['arrived', { arrivedAt: null }],
  ['seated', { seatedAt: null }],
  ['seated', { arrivedAt: '2026-06-05T14:00:00.000Z', seatedAt: '2026-06-05T13:00:00.000Z' }],
  ['completed', { completedAt: null }],
  ['no_show', { arrivedAt: '2026-06-05T14:00:00.000Z', noShowAt: '2026-06-05T15:00:00.000Z' }],
  ['booked', { arrivedAt: '2026-06-05T14:00:00.000Z' }],
] as const)('the database refuses %s with %j', async (status, times) => {
  const { portal, made } = await openVisit()
  const change = portal.database.query
    .updateTable('appointments')
    .set({ status, ...times })
    .where('id', '=', made._id)
  await expect(change.execute()).rejects.toThrow(/appointments_visit/)
})

test('a no-show is refused before the start, and every status before the day of the appointment', async () => {
  const { portal, staff } = await openDesk()
  const { setStatus } = actsOf(portal, staff)
  const early = { status: 409, code: 'not_yet_begun' }
  const today = await accepted(await bookFor(portal, staff, { email: null }, todayAtTen))
  expect(await refusal(await setStatus(today, 'no_show'))).toEqual(early)
  const made = await accepted(await bookFor(portal, staff, { email: null }))
  expect(await refusal(await setStatus(made, 'arrived'))).toEqual(early)
  portal.time.now = new Date('2026-06-09T12:00:00Z')
  await stayingIn(portal.database)
  await accepted(await setStatus(made, 'no_show'))
  portal.time.now = new Date('2026-06-20T12:00:00Z')
  await accepted(await setStatus({ ...made, revision: 1 }, 'completed'))
})

test('when two members of staff set a status concurrently, one succeeds and the other is refused as changed', async () => {
  const { made, at, setStatus } = await openVisit()
  at('30')
  const both = await Promise.all([setStatus(made, 'arrived'), setStatus(made, 'no_show')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = both.find(({ status }) => status === 409)
  expect(late && (await refusal(late))).toEqual({ status: 409, code: 'appointment_changed' })
})

test('a cancelled appointment accepts no status, and a completed one cannot be cancelled or rescheduled', async () => {
  const { portal, staff, made, setStatus, cancel, move } = await openVisit()
  const completed = await accepted(await setStatus(made, 'completed'))
  const done = { status: 409, code: 'visit_completed' }
  expect(await refusal(await cancel(completed))).toEqual(done)
  const later = { date: 'Jun 5, 2026', slot: '11:00 AM - 11:30 AM' }
  expect(await refusal(await move(completed, later))).toEqual(done)
  await accepted(await cancel(await accepted(await setStatus(completed, 'arrived'))))
  const { appointment } = await details(portal, staff, made)
  const late = await setStatus(appointment, 'completed')
  expect(await refusal(late)).toEqual({ status: 409, code: 'appointment_cancelled' })
})
