import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '../../contract/date.ts'
import { countOffered } from '../appointments/queries.ts'
import { dayParams } from '../appointments/slot-rules.ts'
import type { Database } from '../db/database.ts'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { plansOf } from '../testing/database/query-plan.ts'
import { booked, monday, openPortal, signIn, today } from '../testing/portal.ts'
import { asked } from '../testing/waitlist.ts'
import { listDaysWithSlot, prepareFindSlot, rangeOf } from './find-slot.ts'
import { lapseClosed, lapseExpired, listExpired, listHeld, listOpenOf } from './offer-queries.ts'
import { claimDue, claimSearch, endPast, findFirst, findRequestOf, listOwn } from './queries.ts'
import { listWaitlist } from './show-request.ts'
import { listStranded } from './wished-doctor/doctor-away.ts'

const days = 3_000

/** A line with a waiting request, after years of requests and offers that have ended. */
async function openOldLine() {
  const portal = await openPortal({ database: await openUnusedDatabase() })
  const jane = await signIn(portal)
  await booked(portal, await signIn(portal))
  await asked(portal, jane, { until: addDays(monday, 30) })
  const { query } = portal.database
  const wait = await query.selectFrom('waits').selectAll().executeTakeFirstOrThrow()
  const offer = await query.selectFrom('offers').selectAll().executeTakeFirstOrThrow()
  const appointment = await query.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  // All of them belong to other accounts, as most do.
  const userId = appointment.bookedBy ?? ''
  const over = { userId, state: 'over' as const, endedAt: wait.createdAt }
  const lapsed = { state: 'lapsed' as const, settledAt: offer.madeAt }
  for (let first = 0; first < days; first += 500) {
    const places = Array.from({ length: 500 }, (_, n) => ({
      id: `${first + n}`,
      day: addDays('2018-01-01', first + n),
    }))
    const waits = places.map(({ id }) => ({ ...wait, ...over, id }))
    const offers = places.map((place) => ({ ...offer, ...lapsed, ...place, waitId: place.id }))
    const appointments = places.map((place) => ({ ...appointment, ...place, bookedBy: null }))
    await query.insertInto('waits').values(waits).execute()
    await query.insertInto('offers').values(offers).execute()
    await query.insertInto('appointments').values(appointments).execute()
  }
  await sql`analyze`.execute(query)
  return { portal, wait }
}

/** A whole scan, except along an index of only what is open or waits. */
const whole = /^SCAN (w|v|o|a|waits|offers|appointments)$|Seq Scan on (waits|offers|appointments)/m

test('no query of the waitlist scans all requests, offers or appointments', async () => {
  const { portal, wait } = await openOldLine()
  const now = portal.time.now.toISOString()
  const time = portal.deps.clinicTime()
  const { treatmentId, userId } = wait
  const plans = await plansOf(portal.database, async (query) => {
    await listOwn(query, userId)
    await listOpenOf(query, userId)
    await findFirst(
      query,
      { day: monday, treatmentId, slot: '8:00 AM - 8:30 AM' },
      dayParams(monday, time),
    )
    await findRequestOf(query, '1')
    await claimDue(query, { now, next: now, limit: 20 })
    await claimSearch(query, wait, { now, rested: '', next: now })
    const { engine } = portal.database
    const at = { engine, query, time, zone: portal.config.clinicTimeZone }
    await listWaitlist(at, { limit: 50 }, portal.time.now)
    await listStranded(at, wait.doctorId ?? '1')
    const range = await rangeOf(query, wait, time, portal.config.clinicTimeZone)
    // As in production, but seen here.
    const prepare: Database['prepare'] = (build) => async (values) => {
      const built = build(query, (name) => sql`${values[name]}`)
      return (await query.executeQuery(built.compile())).rows
    }
    const findSlot = prepareFindSlot({ engine, prepare })
    await findSlot(wait, range)
    await findSlot({ ...wait, doctorId: '1' }, range)
    await listDaysWithSlot({ ...portal.database, query }, treatmentId, time.today)
    await countOffered(query, { from: today, to: addDays(today, 180), now })
    await listHeld(query)
    await lapseClosed(query, { ...dayParams(monday, time), treatmentId }, now)
    await listExpired(query, now)
    await lapseExpired(query, [treatmentId], now)
    await endPast(query, { ...time, now })
  })
  expect(plans.length).toBeGreaterThan(12)
  expect(plans.filter((plan) => whole.test(plan))).toEqual([])
}, 120_000)
