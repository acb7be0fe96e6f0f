import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { Treatment } from '../../contract/treatments/treatment.ts'
import type { Queries } from '../db/database.ts'
import { makePlace, openTestDatabase } from '../testing/database/database.ts'
import {
  book,
  monday,
  openPortal,
  type Person,
  type Portal,
  request,
  signIn,
} from '../testing/portal.ts'

const people = 100

test('when 100 patients book one slot at the same time, one gets it and 99 are refused', async () => {
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

test('of one patient’s 12 concurrent bookings of six treatments at one time, one succeeds', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const inputs = Array.from({ length: 12 }, (_, click) => ({ treatment: click % 6 }))
  const responses = await Promise.all(inputs.map((input) => book(portal, jane, input)))
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

// On SQLite one booking comes after the other.
if (inject('engine') === 'postgres') {
  test('of one patient’s 20 concurrent bookings in two processes, one succeeds and the others are refused', async () => {
    const { portal, other } = await openTwice()
    const slots = portal.treatments[0]?.slots.slice(0, 4) ?? []
    for (const slot of slots) {
      const jane = await signIn(portal)
      const tabs = Array.from({ length: 20 }, (_, tab) =>
        book(tab % 2 === 0 ? portal : other, jane, { treatment: tab % 6, slot }),
      )
      const statuses = (await Promise.all(tabs)).map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array(19).fill(409)])
    }
  })

  test('a booking waits for earlier bookings of the same patient, and does not block other patients', async () => {
    const { portal, other } = await openTwice()
    const [jane, john] = [await signIn(portal), await signIn(portal)]
    const { query } = portal.database
    const [morning = '', noon = ''] = portal.treatments[0]?.slots ?? []
    const { waiting } = await query.transaction().execute(async (transaction) => {
      const { rows } = await insertFor(transaction, portal, jane)
      expect(rows).toHaveLength(1)
      const waiting = Promise.resolve(book(other, jane, { slot: morning }))
      await expect.poll(() => countWaiting(portal)).toBe(1)
      expect((await book(other, john, { slot: noon })).status).toBe(200)
      expect(await countWaiting(portal)).toBe(1)
      return { waiting }
    })
    // Refused because of the booking that was committed first.
    expect((await waiting).status).toBe(409)
  })
}

async function openTwice() {
  const place = await makePlace()
  const portal = await openPortal({ database: await openTestDatabase(place) })
  return { portal, other: await openPortal({ database: await openTestDatabase(place) }) }
}

/** Books another treatment at the same time, in a transaction outside the portal. */
function insertFor(query: Queries, { treatments }: Portal, { email, name }: Person) {
  const { _id, name: treatment, slots } = treatments[1] ?? { _id: '', name: '', slots: [] }
  const at = '2026-06-05T13:15:00.000Z'
  return sql`insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day", "slot",
    "startMinute", "endMinute", "patient", "patientName", "phone", "createdAt",
    "patientId")
    values ('first', ${_id}, ${treatment}, 7900, ${monday}, ${slots[0]}, 480, 510, ${email}, ${name}, '', ${at},
      (select "id" from "patients" where "email" = ${email}))
    returning "id"`.execute(query)
}

/** How many wait in a patient's line. */
async function countWaiting({ database }: Portal): Promise<number> {
  const { rows } =
    await sql`select 1 from "pg_locks" as l join "pg_database" as d on d."oid" = l."database"
    where l."locktype" = 'advisory' and not l."granted"
      and d."datname" = current_database()`.execute(database.query)
  return rows.length
}
