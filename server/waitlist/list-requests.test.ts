import { expect, test } from 'vitest'
import { pageOf } from '../../contract/page.ts'
import { StaffWaitlistRequest } from '../../contract/waitlist/staff-endpoints.ts'
import { actsOf, openDesk } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { booked, type Person, type Portal, request, signIn } from '../testing/portal.ts'
import { asked, pass } from '../testing/waitlist.ts'

async function lineOf(portal: Portal, { token }: Person, after?: string) {
  const path = `/staff/waitlist?limit=2${after === undefined ? '' : `&after=${after}`}`
  const response = await request(portal, 'GET', path, { token })
  return pageOf(StaffWaitlistRequest).parse(await response.json())
}

async function patientOf({ database }: Portal, appointment: string): Promise<string> {
  const { patientId } = await database.query
    .selectFrom('appointments')
    .select('patientId')
    .where('id', '=', appointment)
    .executeTakeFirstOrThrow()
  return patientId
}

const nine = '9:00 AM - 9:30 AM'
const suits = { fromMinute: 540, untilMinute: 570 }

test('staff see the requests with the longest waiting first, and the slot held for each', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const paul = await signIn(portal, 'paul@patients.example')
  const taken = await booked(portal, await signIn(portal), { slot: nine })
  const own = await booked(portal, jane, { slot: '4:00 PM - 4:30 PM' })
  const first = await asked(portal, jane, { ...suits, appointment: own._id })
  const { _id: dependent } = await addDependent(portal, paul)
  const second = await asked(portal, paul, { ...suits, dependent, phone: '555', weekdays: [1, 3] })
  expect(await lineOf(portal, staff)).toEqual({
    rows: [
      {
        _id: first._id,
        askedAt: portal.time.now.toISOString(),
        treatment: own.treatment,
        patientId: await patientOf(portal, own._id),
        patientName: 'Pat Doe',
        patient: jane.email,
        phone: first.phone,
        appointment: { _id: own._id, date: own.date, slot: own.slot },
        from: '2026-06-08',
        until: '2026-06-08',
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        ...suits,
        doctor: null,
        doctorAway: null,
        paused: null,
        held: null,
      },
      expect.objectContaining({
        patientId: dependent,
        patientName: 'Timmy Doe',
        patient: paul.email,
        phone: '555',
        appointment: null,
        weekdays: [1, 3],
      }),
    ],
    next: null,
  })
  await actsOf(portal, staff).cancel({ _id: taken._id, revision: 0 })
  const [held, waits] = (await lineOf(portal, staff)).rows
  expect(held?.held).toMatchObject({ date: 'Jun 8, 2026', slot: nine })
  expect(waits?.held).toBeNull()
  portal.time.now = new Date(held?.held?.until ?? '')
  expect((await lineOf(portal, staff)).rows[0]?.held).toBeNull()
  await request(portal, 'DELETE', `/waitlist/${second._id}`, { token: paul.token })
  await pass(portal, 0)
  expect((await lineOf(portal, staff)).rows).toMatchObject([{ _id: first._id }])
})

test('a long waitlist is paginated', async () => {
  const { portal, staff } = await openDesk()
  await booked(portal, await signIn(portal), { slot: nine })
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    ids.push((await asked(portal, await signIn(portal), suits))._id)
  }
  const first = await lineOf(portal, staff)
  const second = await lineOf(portal, staff, first.next ?? '')
  expect([...first.rows, ...second.rows].map(({ _id }) => _id)).toEqual(ids)
  expect(second.next).toBeNull()
})
