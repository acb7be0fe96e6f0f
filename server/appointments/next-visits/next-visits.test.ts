import { expect, inject, test } from 'vitest'
import type * as z from 'zod/mini'
import { nextVisitEndpoints } from '../../../contract/schedule/endpoints.ts'
import { beginBeforeNextCommit } from '../../testing/database/database.ts'
import {
  accepted,
  actsOf,
  addWorking,
  bookFor,
  details,
  openDesk,
  openSchedules,
} from '../../testing/desk.ts'
import { recordsOf } from '../../testing/patients.ts'
import { book, booked, refusal, request, signIn } from '../../testing/portal.ts'
import { signInClaim } from '../../testing/proving.ts'

const friday = { date: 'Jun 5, 2026', slot: '10:00 AM - 10:30 AM' }

type Query = {
  treatment?: number
  every: number
  unit: 'weeks' | 'months'
  count?: number
  first?: string
}
type Body = z.input<(typeof nextVisitEndpoints)['bookVisits']['body']>

/** Jane has had her first treatment on a Friday at ten, or another patient, who stands at the desk. */
async function openCheckOut(named: Partial<Parameters<typeof bookFor>[2]> = {}) {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, 'jane@patients.example')
  const patient = { email: jane.email, name: 'Jane Doe', ...named }
  const made = await accepted(await bookFor(portal, staff, patient, friday))
  const visit = await accepted(await actsOf(portal, staff).setStatus(made, 'completed'))
  const path = `/staff/appointments/${visit._id}/next-visits`
  return {
    ...{ portal, staff, jane, visit },
    async plan({ treatment = 0, count = 1, ...query }: Query) {
      const wanted = { ...query, count: `${count}`, every: `${query.every}` }
      const treatmentId = portal.treatments[treatment]?._id ?? ''
      const search = new URLSearchParams({ ...wanted, treatmentId })
      const answer = await request(portal, 'GET', `${path}?${search}`, staff)
      return nextVisitEndpoints.planVisits.answer.parse(await answer.json()).visits
    },
    ask(visits: Body['visits'], { treatment = 0, together = false, price = 0 } = {}) {
      const { _id = '', price: known = 0 } = portal.treatments[treatment] ?? {}
      const body: Body = { treatmentId: _id, price: price || known, visits, together }
      return request(portal, 'POST', path, { token: staff.token, body })
    },
  }
}

async function answered(response: Response) {
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return nextVisitEndpoints.bookVisits.answer.parse(body)
}

const at = (date: string, slot = '10:00 AM - 10:30 AM') => ({ date, slot })

test('the next visit is planned an interval later, on an open day, at the same time', async () => {
  const { plan } = await openCheckOut()
  const [inFourWeeks] = await plan({ every: 4, unit: 'weeks' })
  expect(inFourWeeks).toMatchObject(at('Jul 3, 2026'))
  expect(inFourWeeks?.slots.length).toBeGreaterThan(10)
  // Beyond the booking window of 180 days.
  expect(await plan({ every: 6, unit: 'months' })).toMatchObject([at('Dec 5, 2026')])
  // A Sunday, on which the demo clinic is closed.
  expect(await plan({ every: 1, unit: 'weeks', first: '2026-06-21' })).toMatchObject([
    at('Jun 22, 2026'),
  ])
})

test('planning skips a day without free slots, and takes the nearest free time if the same is taken', async () => {
  const { portal, staff, plan } = await openCheckOut()
  await portal.database.query
    .insertInto('closures')
    .values({ day: '2026-06-12', reason: 'Painting' })
    .execute()
  const taken = { date: 'Jun 13, 2026', slot: friday.slot }
  await accepted(await bookFor(portal, staff, { email: null, name: 'Other' }, taken))
  expect(await plan({ every: 1, unit: 'weeks', count: 3 })).toMatchObject([
    at('Jun 13, 2026', '9:30 AM - 10:00 AM'),
    at('Jun 19, 2026'),
    at('Jun 26, 2026'),
  ])
  await portal.database.query.deleteFrom('treatmentSlots').execute()
  expect(await plan({ every: 1, unit: 'weeks' })).toEqual([
    { date: 'Jun 12, 2026', slot: null, slots: [] },
  ])
})

test('no visit is planned on a day on which the patient has that treatment, or at a time of another appointment', async () => {
  const { portal, jane, plan, ask } = await openCheckOut()
  await answered(await ask([at('Jun 12, 2026')]))
  await booked(portal, jane, { treatment: 1, date: '2026-06-19', slot: '9:30 AM - 10:00 AM' })
  await booked(portal, jane, { treatment: 1, date: '2026-06-20', slot: '10:00 AM - 10:30 AM' })
  const planned = await plan({ every: 1, unit: 'weeks', count: 2 })
  expect(planned).toMatchObject([at('Jun 13, 2026'), at('Jun 19, 2026')])
  expect(planned[1]?.slots).not.toContain('9:30 AM - 10:00 AM')
  expect(await plan({ every: 1, unit: 'weeks', first: '2026-06-20' })).toMatchObject([
    at('Jun 20, 2026', '9:30 AM - 10:00 AM'),
  ])
})

test('the next visit is booked for the same patient and sends the usual booking mail', async () => {
  const { portal, staff, jane, visit, ask } = await openCheckOut()
  const { booked, refused } = await answered(await ask([at('Dec 7, 2026')]))
  expect(refused).toEqual([])
  expect(booked).toMatchObject([{ ...at('Dec 7, 2026'), patient: jane.email, status: 'booked' }])
  const { history } = await details(portal, staff, booked[0] ?? visit)
  expect(history.map(({ kind, actor }) => [kind, actor])).toEqual([['booked', staff.email]])
  const mails = await portal.database.query
    .selectFrom('outbox')
    .select(['kind', 'calendarMethod'])
    .orderBy('id')
    .execute()
  expect(mails.at(-1)).toEqual({ kind: 'appointment-booked', calendarMethod: 'REQUEST' })
})

test.each([
  ['a patient without an account', { email: 'jon@patients.example', name: 'Jon Smth' }],
  ['a dependent', { name: 'Jon Smth', relation: 'child' }],
])('the next visit of %s whose name was corrected is of the same patient', async (_who, named) => {
  const { portal, staff, visit, ask } = await openCheckOut(named)
  const { patientId } = visit
  const changed = await recordsOf(portal, staff).change(patientId, { name: 'Jon Smith' })
  expect(changed.status).toBe(200)
  const { booked } = await answered(await ask([at('Dec 7, 2026')]))
  expect(booked).toMatchObject([{ patientId, patientName: 'Jon Smith' }])
})

test('the next visit of a patient who was merged is of the patient who was kept', async () => {
  const { portal, staff, visit, ask } = await openCheckOut({ email: null, name: 'J. Smith' })
  const records = recordsOf(portal, staff)
  const john = { name: 'John Smith', email: 'john@patients.example' }
  const patientId = await records.added(john)
  expect((await records.merge(patientId, visit.patientId)).status).toBe(200)
  const { booked } = await answered(await ask([at('Dec 7, 2026')]))
  expect(booked).toMatchObject([{ patientId, patientName: john.name, patient: john.email }])
})

test('the next visit of an erased patient is refused', async () => {
  const { portal, visit, ask } = await openCheckOut({ email: null })
  await portal.database.query
    .updateTable('patients')
    .set({ erasedAt: portal.time.now.toISOString() })
    .where('id', '=', visit.patientId)
    .execute()
  expect((await refusal(await ask([at('Dec 7, 2026')]))).code).toBe('patient_over')
})

test('a series sends one mail that lists its visits, and the answer names the visits that were refused', async () => {
  const { portal, jane, ask } = await openCheckOut()
  await book(portal, jane, { treatment: 1, date: 'Jun 19, 2026', slot: friday.slot })
  const before = await portal.database.query.selectFrom('outbox').select('id').execute()
  const dates = ['Jun 12, 2026', 'Jun 19, 2026', 'Jun 21, 2026', 'Jun 26, 2026']
  const { booked, refused } = await answered(await ask(dates.map((date) => at(date))))
  expect(booked.map(({ date }) => date)).toEqual(['Jun 12, 2026', 'Jun 26, 2026'])
  expect(refused.map(({ date, code }) => [date, code])).toEqual([
    ['Jun 19, 2026', 'patient_busy'],
    ['Jun 21, 2026', 'day_closed'],
  ])
  const mails = await portal.database.query
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'text', 'calendarMethod', 'calendar'])
    .where(
      'id',
      'not in',
      before.map(({ id }) => id),
    )
    .where('kind', 'like', 'appointment%')
    .execute()
  expect(mails).toMatchObject([
    { kind: 'appointments-booked', recipient: jane.email, calendarMethod: 'PUBLISH' },
  ])
  expect(mails[0]?.text).toMatch(/Jun 12, 2026, .*\nFriday, Jun 26, 2026, /)
  expect(mails[0]?.calendar?.match(/BEGIN:VEVENT/g)).toHaveLength(2)
})

test('a series with the option together is booked whole or not at all', async () => {
  const { portal, staff, jane, ask } = await openCheckOut()
  const taken = { date: 'Jun 19, 2026', slot: friday.slot }
  await accepted(await bookFor(portal, staff, { email: null, name: 'Other' }, taken))
  const count = async () => {
    const { rows } = await portal.database.query
      .selectFrom('appointments')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('patient', '=', jane.email)
      .executeTakeFirstOrThrow()
    return Number(rows)
  }
  const dates = [at('Jun 12, 2026'), at('Jun 19, 2026'), at('Jun 26, 2026')]
  const none = await answered(await ask(dates, { together: true }))
  expect(none).toMatchObject({ booked: [], refused: [{ ...taken, code: 'slot_taken' }] })
  expect(await count()).toBe(1)
  const other = [...dates.slice(0, 1), at('Jun 20, 2026'), ...dates.slice(2)]
  expect((await answered(await ask(other, { together: true }))).booked).toHaveLength(3)
  expect(await count()).toBe(4)
})

test('twelve visits of another treatment can be booked for a patient without an e-mail, and thirteen are refused', async () => {
  const { portal, plan, ask } = await openCheckOut({ email: null })
  const visits = await plan({ treatment: 2, every: 2, unit: 'weeks', count: 12 })
  const wanted = visits.map(({ date, slot }) => at(date, slot ?? ''))
  const { booked } = await answered(await ask(wanted, { treatment: 2 }))
  expect(booked).toHaveLength(12)
  const { treatment, patientName } = booked[11] ?? {}
  expect([treatment, patientName]).toEqual([portal.treatments[2]?.name, 'Jane Doe'])
  const tooMany = await ask([...wanted, at('Dec 31, 2026')])
  expect(await refusal(tooMany)).toEqual({ status: 400, code: 'invalid_input' })
})

test('when two members of staff book one series concurrently, each visit is booked once', async () => {
  const { portal, ask } = await openCheckOut()
  const wanted = [at('Jun 12, 2026'), at('Jun 19, 2026'), at('Jun 26, 2026')]
  const both = await Promise.all([ask(wanted), ask(wanted.toReversed())])
  const [one, other] = await Promise.all(both.map(answered))
  expect((one?.booked.length ?? 0) + (other?.booked.length ?? 0)).toBe(3)
  expect((one?.refused.length ?? 0) + (other?.refused.length ?? 0)).toBe(3)
  const rows = await portal.database.query
    .selectFrom('appointments')
    .select('day')
    .where('day', '>', '2026-06-05')
    .execute()
  expect(rows).toHaveLength(3)
})

// On SQLite a transaction holds the one connection, so nothing happens beside it.
test.runIf(inject('engine') === 'postgres')(
  'a visit of a series whose doctor is booked at that moment is booked with another who is free',
  async () => {
    const { portal, staff, ask } = await openCheckOut()
    await addWorking(portal, await openSchedules(portal), ['Ada', 'Bo'])
    const wanted = at('Jun 12, 2026')
    const asking = beginBeforeNextCommit(portal.database, () => ask([wanted, at('Jun 19, 2026')]))
    await accepted(await bookFor(portal, staff, { email: null, name: 'Other' }, wanted))
    expect(await answered(await asking)).toMatchObject({ booked: [wanted, {}], refused: [] })
    const doctors = portal.database.query.selectFrom('appointments').select('doctorName')
    const both = await doctors.where('day', '=', '2026-06-12').orderBy('doctorName').execute()
    expect(both).toEqual([{ doctorName: 'Ada' }, { doctorName: 'Bo' }])
  },
)

test('the next visit after one that an unconfirmed account booked is for the address that signed up, and not of the patient whose confirmed account has that address', async () => {
  const { portal, staff, jane } = await openCheckOut()
  const stranger = await signInClaim(portal, jane.email)
  const visit = await booked(portal, stranger, { slot: '11:00 AM - 11:30 AM' })
  const { treatmentId, price } = visit
  const body = { treatmentId, price, visits: [at('Jun 12, 2026')], together: false }
  const path = `/staff/appointments/${visit._id}/next-visits`
  const answer = await answered(await request(portal, 'POST', path, { token: staff.token, body }))
  expect(answer.booked).toMatchObject([{ patient: jane.email, patientName: stranger.name }])
  const [holder] = await recordsOf(portal, staff).list('jane')
  expect(answer.booked.map(({ patientId }) => patientId)).not.toContain(holder?._id)
})

test('a visit at another price is not booked, and no visit is planned for an unknown appointment', async () => {
  const { portal, staff, ask } = await openCheckOut()
  const { refused } = await answered(await ask([at('Jun 12, 2026')], { price: 1 }))
  expect(refused).toMatchObject([{ code: 'price_changed' }])
  const query = 'treatmentId=x&every=1&unit=weeks&count=1'
  const path = `/staff/appointments/none/next-visits?${query}`
  const missing = await request(portal, 'GET', path, staff)
  expect(await refusal(missing)).toEqual({ status: 404, code: 'not_found' })
})
