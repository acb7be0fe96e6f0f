import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Treatment } from '../../contract/treatment.ts'
import { book, openPortal, request, signIn } from '../testing/portal.ts'

const people = 100

test('of 100 patients who book one slot at once, one gets it and 99 are told', async () => {
  const portal = await openPortal()
  const patients = await Promise.all(Array.from({ length: people }, () => signIn(portal)))
  const responses = await Promise.all(patients.map((patient) => book(portal, patient)))
  const accepted = responses.filter(({ status }) => status === 200)
  const refused = responses.filter(({ status }) => status === 409)
  expect([accepted.length, refused.length]).toEqual([1, people - 1])
  for (const response of refused) {
    expect(await response.json()).toMatchObject({ success: false, code: 'slot_taken' })
  }
  const rows = await portal.database.query.selectFrom('appointments').selectAll().execute()
  expect(rows).toHaveLength(1)
})

test('of one patient’s 12 clicks on six treatments at one time, one wins', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const wishes = Array.from({ length: 12 }, (_, click) => ({ treatment: click % 6 }))
  const responses = await Promise.all(wishes.map((wish) => book(portal, jane, wish)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a slot whose booking was acknowledged is never offered again', async () => {
  const portal = await openPortal()
  const [treatment] = portal.treatments
  if (!treatment) throw new Error('The demo clinic has treatments')
  const acknowledged = new Set<string>()
  let looking = true
  const offered = async () => {
    const known = [...acknowledged]
    const response = await request(portal, 'GET', '/available?date=2026-06-08')
    const list = z.array(Treatment).parse(await response.json())
    const free = list.find(({ _id }) => _id === treatment._id)?.slots ?? []
    expect(free.filter((slot) => known.includes(slot))).toEqual([])
  }
  const readers = Array.from({ length: 4 }, async () => {
    while (looking) {
      await offered()
      // Requests come from the network, between which the event loop turns.
      await nextTurn()
    }
  })
  await Promise.all(
    treatment.slots.map(async (slot) => {
      const response = await book(portal, await signIn(portal), { slot })
      expect(response.status).toBe(200)
      acknowledged.add(slot)
      await offered()
    }),
  )
  looking = false
  await Promise.all(readers)
  expect(acknowledged.size).toBe(16)
})
