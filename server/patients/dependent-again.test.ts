import { expect, test } from 'vitest'
import { accepted, bookFor, openDesk } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { book, booked, refusal, request, signIn } from '../testing/portal.ts'

const slot = '9:30 AM - 10:00 AM'

test('a dependent who is removed and added again cannot be booked twice at the same time', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal)
  const remove = async ({ _id }: { _id: string }) => {
    const removed = await request(portal, 'DELETE', `/family/${_id}`, { token: jane.token })
    expect(removed.status).toBe(200)
  }
  const timmy = await addDependent(portal, jane)
  await booked(portal, jane, { slot, dependent: timmy._id })
  await remove(timmy)
  const again = await addDependent(portal, jane, { name: 'timmy  DOE' })
  const other = { treatment: 1, slot, dependent: again._id }
  expect((await refusal(await book(portal, jane, other))).code).toBe('patient_busy')
  // Staff name him while he is in no list.
  await remove(again)
  const named = { email: jane.email, name: 'Timmy Doe', relation: 'child' }
  const byStaff = await bookFor(portal, staff, named, { treatment: 1, slot })
  expect((await refusal(byStaff)).code).toBe('patient_busy')
  // His namesake, who holds the account, is a different patient.
  await accepted(
    await bookFor(portal, staff, { email: jane.email, name: 'Timmy Doe' }, { treatment: 1, slot }),
  )
})
