import { expect, test } from 'vitest'
import { accepted, actsOf, bookFor, openDesk } from '../testing/desk.ts'
import { book, booked, monday, request, signIn } from '../testing/portal.ts'
import { accept, asked, offerOf } from '../testing/waitlist.ts'

const rounds = 5
const wanted = { date: monday, slot: '3:00 PM - 3:30 PM' }

test('of concurrent reschedules of several patients to one slot, one succeeds and the others change nothing', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { portal, staff } = await openDesk()
    const { move } = actsOf(portal, staff)
    const slots = portal.treatments[0]?.slots.slice(0, 6) ?? []
    const made = []
    for (const slot of slots) {
      const guest = { email: null, name: `Guest at ${slot}` }
      made.push(await accepted(await bookFor(portal, staff, guest, { slot })))
    }
    const responses = await Promise.all(made.map((one) => move(one, wanted)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...slots.slice(1).map(() => 409),
    ])
    const rows = await portal.database.query.selectFrom('appointments').select('slot').execute()
    const moved = responses.findIndex(({ status }) => status === 200)
    expect(rows.map(({ slot }) => slot).toSorted()).toEqual(
      slots.map((slot, at) => (at === moved ? wanted.slot : slot)).toSorted(),
    )
    const events = await portal.database.query
      .selectFrom('appointmentEvents')
      .select('id')
      .where('kind', '=', 'moved')
      .execute()
    expect(events).toHaveLength(1)
    await portal.database.close()
  }
})

test('when staff reschedule to a slot and a patient books it at the same time, only one succeeds', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { portal, staff } = await openDesk()
    const made = await accepted(await bookFor(portal, staff, { email: null }))
    const jane = await signIn(portal)
    const outcomes = await Promise.all([
      actsOf(portal, staff).move(made, wanted),
      book(portal, jane, wanted),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const held = await portal.database.query
      .selectFrom('appointments')
      .select('patient')
      .where('slot', '=', wanted.slot)
      .execute()
    expect(held).toHaveLength(1)
    await portal.database.close()
  }
})

test('of two reschedules and a booking of one patient to the same time, only one succeeds', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { portal, staff } = await openDesk()
    const { move } = actsOf(portal, staff)
    const jane = await signIn(portal)
    const mine = async (treatment: number, slot: string) =>
      accepted(await bookFor(portal, staff, { email: jane.email }, { treatment, slot }))
    const [one, two] = [await mine(0, '8:00 AM - 8:30 AM'), await mine(1, '9:00 AM - 9:30 AM')]
    const outcomes = await Promise.all([
      move(one, wanted),
      move(two, wanted),
      book(portal, jane, { treatment: 2, ...wanted }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await portal.database.close()
  }
})

test('of ten concurrent changes of one appointment, only one succeeds', async () => {
  const { portal, staff } = await openDesk()
  const { move, cancel, payAtDesk } = actsOf(portal, staff)
  const made = await accepted(await bookFor(portal, staff, { email: null }))
  const changes = Array.from({ length: 10 }, (_, at) => {
    if (at % 3 === 0) return move(made, wanted)
    return at % 3 === 1 ? cancel(made) : payAtDesk(made)
  })
  const statuses = (await Promise.all(changes)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  const path = `/staff/appointments/${made._id}`
  const read = await request(portal, 'GET', path, { token: staff.token })
  expect(await read.json()).toMatchObject({ appointment: { revision: 1 } })
})

test('of concurrent reschedules to a slot and times that overlap it, only one succeeds', async () => {
  const { portal, staff } = await openDesk()
  const { move } = actsOf(portal, staff)
  const slots = portal.treatments[0]?.slots.slice(0, 6) ?? []
  const made = []
  for (const slot of slots) {
    const guest = { email: null, name: `Guest at ${slot}` }
    made.push(await accepted(await bookFor(portal, staff, guest, { slot })))
  }
  const times = [wanted.slot, '2:45 PM - 3:15 PM', '3:10 PM - 3:40 PM']
  const moves = made.map((one, at) =>
    move(one, { date: monday, slot: times[at % 3] ?? '', despite: ['slots'] }),
  )
  const statuses = (await Promise.all(moves)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...slots.slice(1).map(() => 409)])
})

test('a held slot goes to its patient or to the one that staff reschedule there, never to both', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { portal, staff } = await openDesk()
    const { cancel, move } = actsOf(portal, staff)
    const jane = await signIn(portal, 'jane@patients.example')
    const before = await booked(portal, await signIn(portal), wanted)
    await asked(portal, jane, { fromMinute: 900, untilMinute: 930 })
    await accepted(await cancel({ _id: before._id, revision: 0 }))
    const offer = await offerOf(portal, jane)
    if (!offer) throw new Error('Jane is offered nothing')
    const made = await accepted(await bookFor(portal, staff, { email: null }))
    const outcomes = await Promise.all([
      move(made, { ...wanted, despite: ['hold'] }),
      accept(portal, offer),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const live = portal.database.query.selectFrom('appointments').where('cancelledAt', 'is', null)
    const rows = await live.select('patientName').where('slot', '=', wanted.slot).execute()
    expect(rows).toHaveLength(1)
    await portal.database.close()
  }
})
