import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { nine, openIll, toSame } from '../testing/desk.ts'
import { book, booked, refusal, signIn } from '../testing/portal.ts'

const half = '9:30 AM - 10:00 AM'
const [two, last] = ['2:00 PM - 2:30 PM', '4:30 PM - 5:00 PM']

/** Ada has patients at these slots of the first treatment; some other doctors do it too. */
async function openBooked(slots: readonly string[], others: readonly string[] = ['Bo']) {
  const clinic = await openIll(slots, others)
  const [treatment] = clinic.portal.treatments
  if (!treatment) throw new Error('the demo clinic has treatments')
  const { _id, name, price, slots: offered } = treatment
  const change = (input: object, confirmed = false) =>
    clinic.staff('PUT', `/staff/treatments/${_id}`, {
      ...{ name, price, slots: offered, confirmed },
      ...input,
    })
  const kept = async () =>
    (await clinic.live()).map(({ slot, busyUntilMinute }) => [slot, busyUntilMinute])
  return { ...clinic, change, kept }
}

test('a longer buffer occupies doctors for longer, and its conflicts are listed before anything is stored', async () => {
  const { affected, change, kept, read, rest, settle, staff } = await openBooked([nine, half, two])
  const before = await kept()
  const [one, ...others] = await affected(await change({ buffer: 15 }))
  expect(others).toEqual([])
  expect(one).toMatchObject({ slot: nine, proposal: { same: { slot: nine, doctor: rest[0] } } })
  expect(await kept()).toEqual(before)
  expect(await (await staff('GET', '/staff/plan-changes')).json()).toEqual([])

  const stored = await change({ buffer: 15 }, true)
  const { change: id } = z.object({ change: z.string() }).parse(await stored.json())
  expect(await kept()).toEqual([
    [nine, 570],
    [half, 615],
    [two, 885],
  ])
  const shown = await read(id)
  expect(shown).toMatchObject({
    kind: 'treatment',
    doctor: null,
    rows: [{ answer: 'left' }],
  })
  if (!one) throw new Error('nobody is affected')
  expect(await settle(id, toSame(one))).toMatchObject([{ failed: null }])
  expect((await kept())[0]).toEqual([nine, 585])
})

test('time occupied by a longer buffer cannot be booked by another patient', async () => {
  const { ada, change, portal } = await openBooked([nine], [])
  expect(await (await change({ buffer: 15 })).json()).toMatchObject({ change: null, buffer: 15 })
  const joe = await signIn(portal, 'joe@patients.example')
  const taken = await book(portal, joe, { slot: half, doctor: ada })
  expect(await refusal(taken)).toEqual({ status: 409, code: 'doctor_unavailable' })
  expect((await change({ buffer: 0 })).status).toBe(200)
  await booked(portal, joe, { slot: half, doctor: ada })
})

test('a longer treatment lists the appointments that now overlap the next one or run past the hours', async () => {
  const { affected, change, deliver, kept, live, peer, settle } = await openBooked([
    ...[nine, half, two],
    last,
  ])
  const longer = { starts: { length: 60, every: 30 } }
  const listed = await affected(await change(longer))
  expect(listed.map(({ slot }) => slot)).toEqual([nine, last])
  const stored = await change(longer, true)
  const { change: id } = z.object({ change: z.string() }).parse(await stored.json())
  expect(await kept()).toEqual([
    [nine, 570],
    [half, 630],
    [two, 900],
    [last, 1020],
  ])
  const [one] = listed
  if (!one) throw new Error('nobody is affected')
  const same = { slot: '9:00 AM - 10:00 AM', doctorName: 'Bo' }
  expect(one.proposal?.same).toMatchObject(same)
  expect(await settle(id, toSame(one))).toMatchObject([{ failed: null }])
  expect((await live())[0]).toMatchObject({ ...same, busyUntilMinute: 600 })
  await deliver()
  expect(peer.arrived[0]?.text).toContain('we had to change our schedule')
})

test('a shorter buffer frees doctors’ time and needs no confirmation', async () => {
  const { change, kept } = await openBooked([nine])
  await change({ buffer: 30 })
  expect(await kept()).toEqual([[nine, 600]])
  expect(await (await change({ buffer: 5 })).json()).toMatchObject({ change: null })
  expect(await kept()).toEqual([[nine, 575]])
})
