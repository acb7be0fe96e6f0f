import { expect, test } from 'vitest'
import { later } from '../testing/changing.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { accepted, actsOf, bookFor, nine, openIll } from '../testing/desk.ts'
import { monday, refusal } from '../testing/portal.ts'

// On PostgreSQL only: on SQLite a transaction holds the one connection, so nothing happens beside it.

const guest = { email: null, name: 'Karl Poe', phone: '718 555 0142' }

/** Ada and others work, and nobody has booked Ada on Monday. */
async function openFree(others: readonly string[] = []) {
  const { portal, ada, rest, absent, affected, schedules, staff, live } = await openIll([], others)
  const book = (input: object = { slot: nine, doctor: ada }) =>
    bookFor(portal, schedules.admin, guest, input)
  const { move } = actsOf(portal, schedules.admin)
  const rename = () => {
    const specialty = portal.treatments[0]?.name
    const face = { email: 'ada@clinic.example', specialty, img: '/images/0a-480.webp' }
    return staff('PUT', `/doctors/${ada}`, { name: 'Dr. Ada', ...face })
  }
  const toAda = { date: monday, slot: nine, doctor: ada }
  return { portal, rest, absent, affected, book, move, rename, toAda, live }
}

test('a booking that is not committed yet when its doctor’s absence is entered is listed first', async () => {
  const { portal, absent, affected, book } = await openFree()
  const entering = beginBeforeNextCommit(portal.database, () => absent())
  const { _id } = await accepted(await book())
  expect((await affected(await entering)).map((one) => one._id)).toEqual([_id])
})

test('a booking made before its doctor’s absence is committed waits, and is refused', async () => {
  const { portal, absent, book } = await openFree()
  const booking = beginBeforeNextCommit(portal.database, book)
  expect((await absent()).status).toBe(200)
  expect((await refusal(await booking)).status).toBe(409)
  expect(await portal.database.query.selectFrom('appointments').select('id').execute()).toEqual([])
})

test('an appointment moved to a doctor before their absence is committed waits, and stays where it was', async () => {
  const { portal, absent, book, move, toAda, live } = await openFree()
  const made = await accepted(await book(later))
  const moving = beginBeforeNextCommit(portal.database, () => move(made, toAda))
  expect((await absent()).status).toBe(200)
  expect(await refusal(await moving)).toMatchObject({ status: 409, code: 'doctor_unavailable' })
  expect(await live()).toMatchObject([{ day: later.date, slot: later.slot, revision: 0 }])
})

test('an appointment given to another doctor before their absence is committed stays with its own', async () => {
  const { portal, rest, absent, book, move, toAda, live } = await openFree(['Bo'])
  const [bo = ''] = rest
  const made = await accepted(await book({ slot: nine, doctor: bo }))
  const moving = beginBeforeNextCommit(portal.database, () => move(made, toAda))
  expect((await absent()).status).toBe(200)
  expect(await refusal(await moving)).toMatchObject({ status: 409, code: 'doctor_unavailable' })
  expect(await live()).toMatchObject([{ doctorId: bo, revision: 0 }])
})

test('a booking that is not committed yet when its doctor is renamed has the new name', async () => {
  const { portal, book, rename, live } = await openFree()
  const renaming = beginBeforeNextCommit(portal.database, rename)
  await accepted(await book())
  expect((await renaming).status).toBe(200)
  expect(await live()).toMatchObject([{ doctorName: 'Dr. Ada' }])
})

test('an appointment moved to a doctor before their new name is committed has the new name', async () => {
  const { portal, rest, book, move, rename, toAda, live } = await openFree(['Bo'])
  const made = await accepted(await book({ ...later, doctor: rest[0] }))
  const moving = beginBeforeNextCommit(portal.database, () => move(made, toAda))
  expect((await rename()).status).toBe(200)
  await accepted(await moving)
  expect(await live()).toMatchObject([{ doctorName: 'Dr. Ada' }])
})
