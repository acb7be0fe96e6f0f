import { expect, test } from 'vitest'
import { stayingIn } from '../testing/changing.ts'
import { accepted, actsOf, bookFor, openDesk, told } from '../testing/desk.ts'
import { refusal } from '../testing/portal.ts'

const todayAtTen = { date: 'Jun 5, 2026', slot: '10:00 AM - 10:30 AM' }

test('marks follow one another and can be taken away; each is told once', async () => {
  const { portal, staff } = await openDesk()
  const { mark } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email: null }, todayAtTen))
  const arrived = await accepted(await mark(made, 'arrived'))
  expect(arrived).toMatchObject({ state: 'arrived', revision: 1 })
  expect(await accepted(await mark(arrived, 'arrived'))).toEqual(arrived)
  const done = await accepted(await mark(arrived, 'done'))
  const cleared = await accepted(await mark(done, null))
  expect(cleared).toMatchObject({ state: 'booked', revision: 3 })
  expect(await told(portal, staff, made)).toEqual(
    ['booked', 'arrived', 'done', 'mark_removed'].map((kind) => `${kind} by ${staff.email}`),
  )
})

test('a day that is to come has no marks yet; one that is over may get them', async () => {
  const { portal, staff } = await openDesk()
  const { mark } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email: null }))
  expect(await refusal(await mark(made, 'no_show'))).toEqual({ status: 409, code: 'not_yet_begun' })
  portal.time.now = new Date('2026-06-08T12:00:00Z')
  await stayingIn(portal.database)
  await accepted(await mark(made, 'no_show'))
  portal.time.now = new Date('2026-06-20T12:00:00Z')
  await accepted(await mark({ ...made, revision: 1 }, 'done'))
})

test('a cancelled appointment has no marks, and an old view does not overwrite a new one', async () => {
  const { portal, staff } = await openDesk()
  const { mark, cancel } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email: null }, todayAtTen))
  const both = await Promise.all([mark(made, 'arrived'), mark(made, 'no_show')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await accepted(await cancel({ ...made, revision: 1 }))
  const late = await mark({ ...made, revision: 2 }, 'done')
  expect(await refusal(late)).toEqual({ status: 409, code: 'appointment_cancelled' })
})
