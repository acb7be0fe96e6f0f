import { expect, test } from 'vitest'
import { stayingIn } from '../testing/changing.ts'
import { accepted, actsOf, bookFor, openDesk, told } from '../testing/desk.ts'
import { refusal } from '../testing/portal.ts'

const todayAtTen = { date: 'Jun 5, 2026', slot: '10:00 AM - 10:30 AM' }

test('statuses follow one another and can be taken back; each is told once', async () => {
  const { portal, staff } = await openDesk()
  const { setStatus } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email: null }, todayAtTen))
  const arrived = await accepted(await setStatus(made, 'arrived'))
  expect(arrived).toMatchObject({ status: 'arrived', revision: 1 })
  expect(await accepted(await setStatus(arrived, 'arrived'))).toEqual(arrived)
  const completed = await accepted(await setStatus(arrived, 'completed'))
  const cleared = await accepted(await setStatus(completed, 'booked'))
  expect(cleared).toMatchObject({ status: 'booked', revision: 3 })
  expect(await told(portal, staff, made)).toEqual(
    ['booked', 'arrived', 'completed', 'status_removed'].map((kind) => `${kind} by ${staff.email}`),
  )
})

test('a day that is to come has no status yet; one that is over may get one', async () => {
  const { portal, staff } = await openDesk()
  const { setStatus } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email: null }))
  expect(await refusal(await setStatus(made, 'no_show'))).toEqual({
    status: 409,
    code: 'not_yet_begun',
  })
  portal.time.now = new Date('2026-06-08T12:00:00Z')
  await stayingIn(portal.database)
  await accepted(await setStatus(made, 'no_show'))
  portal.time.now = new Date('2026-06-20T12:00:00Z')
  await accepted(await setStatus({ ...made, revision: 1 }, 'completed'))
})

test('a cancelled appointment keeps its status, and an old view does not overwrite a new one', async () => {
  const { portal, staff } = await openDesk()
  const { setStatus, cancel } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email: null }, todayAtTen))
  const both = await Promise.all([setStatus(made, 'arrived'), setStatus(made, 'no_show')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await accepted(await cancel({ ...made, revision: 1 }))
  const late = await setStatus({ ...made, revision: 2 }, 'completed')
  expect(await refusal(late)).toEqual({ status: 409, code: 'appointment_cancelled' })
})
