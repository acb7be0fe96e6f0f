import { expect, test } from 'vitest'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { accepted, bookFor, nine, openIll } from '../testing/desk.ts'
import { refusal, request } from '../testing/portal.ts'

// On PostgreSQL only: on SQLite a transaction holds the one connection, so nothing happens beside it.

const guest = { email: null, name: 'Karl Poe', phone: '718 555 0142' }

/** Ada alone works, and nobody has booked her. */
async function openFree() {
  const { portal, ada, absent, affected, schedules } = await openIll([], [])
  const book = () => bookFor(portal, schedules.admin, guest, { slot: nine, doctor: ada })
  return { portal, ada, absent, affected, schedules, book }
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

test('a booking that is not committed yet when its doctor is renamed has the new name', async () => {
  const { portal, ada, schedules, book } = await openFree()
  const { token } = schedules.admin
  const specialty = portal.treatments[0]?.name
  const body = {
    name: 'Dr. Ada',
    email: 'ada@clinic.example',
    specialty,
    img: '/images/0a-480.webp',
  }
  const renaming = beginBeforeNextCommit(portal.database, () =>
    request(portal, 'PUT', `/doctors/${ada}`, { token, body }),
  )
  await accepted(await book())
  expect((await renaming).status).toBe(200)
  const named = portal.database.query.selectFrom('appointments').select('doctorName')
  expect(await named.execute()).toEqual([{ doctorName: 'Dr. Ada' }])
})
