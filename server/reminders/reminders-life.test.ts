import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSlot, parseSlot } from '../../contract/appointments/slot.ts'
import { addDays } from '../../contract/date.ts'
import { noteEvent } from '../appointments/history.ts'
import { booked, openPortal, type Portal, signIn } from '../testing/portal.ts'
import { runsOf } from '../testing/runs.ts'
import { wallTime, zones } from '../testing/zones.ts'
import { createQueueReminders } from './queue-reminders.ts'

const minuteMs = 60_000

/** Two days before some of the zones change their clocks. */
const start = fc.constantFrom(
  ...['2026-03-06', '2026-03-27', '2026-04-03', '2026-09-04', '2026-10-02', '2026-10-30'],
)
const time = fc.record({
  ahead: fc.integer({ min: 1, max: 8 }),
  startMinute: fc.nat(95).map((quarter) => quarter * 15),
})
const lead = fc.oneof(
  fc.integer({ min: 1, max: 8 }).map((days) => days * 1440),
  fc.integer({ min: 15, max: 3000 }),
)
const look = fc.record({ kind: fc.constant('look' as const), restart: fc.boolean() })
const minutes = fc.integer({ min: 1, max: 2500 })
const wait = fc.record({ kind: fc.constant('wait' as const), minutes })
/** To about when a reminder falls due: an hour too soon or too late shows. */
const near = fc.record({
  kind: fc.constant('near' as const),
  which: fc.nat(3),
  minutes: fc.constantFrom(-50, -20, 0, 20, 50),
})
const act = fc.oneof(
  { weight: 8, arbitrary: look },
  { weight: 4, arbitrary: near },
  { weight: 2, arbitrary: wait },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), to: time }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
)

type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never
type Time = { day: string; startMinute: number }
type Sent = Time & { leadMinutes: number }

/** What the rule says, computed with nothing but Intl for the time. */
function createOracle(zone: string, leads: readonly number[]) {
  const sent: Sent[] = []
  const dueInstant = (at: Time, minutes: number) =>
    minutes % 1440 === 0
      ? wallTime({ ...at, day: addDays(at.day, -minutes / 1440) }, zone)
      : wallTime(at, zone) - minutes * minuteMs
  function look(now: number, at: Time, placedAt: number): void {
    if (now >= wallTime(at, zone)) return
    const past = leads.filter((minutes) => dueInstant(at, minutes) <= now)
    const latest = Math.max(...past.map((minutes) => dueInstant(at, minutes)))
    const leadMinutes = past.find((minutes) => dueInstant(at, minutes) === latest)
    if (leadMinutes === undefined || latest < placedAt) return
    const before = sent.filter((one) => one.day === at.day && one.startMinute === at.startMinute)
    if (before.some((one) => dueInstant(at, one.leadMinutes) >= latest)) return
    sent.push({ ...at, leadMinutes })
  }
  return { sent, look, dueInstant }
}

const slotAt = (startMinute: number) => formatSlot({ start: startMinute, end: startMinute + 15 })

/** One appointment on a clean table, at any time there is. */
async function place(portal: Portal, at: Time) {
  const { query } = portal.database
  for (const table of ['outbox', 'reminders', 'appointmentEvents'] as const) {
    await query.deleteFrom(table).execute()
  }
  const fresh = { cancelledAt: null, revision: 0, createdAt: portal.time.now.toISOString() }
  await query
    .updateTable('appointments')
    .set({ ...fresh, ...rowOf(at) })
    .execute()
}

const rowOf = ({ day, startMinute }: Time) => ({
  day,
  slot: slotAt(startMinute),
  startMinute,
  endMinute: startMinute + 15,
})

async function sentSoFar({ database }: Portal): Promise<Sent[]> {
  const { query } = database
  const mails = await query
    .selectFrom('outbox')
    .select(['appointmentDay', 'appointmentSlot'])
    .where('kind', '=', 'reminder')
    .orderBy('id')
    .execute()
  const rows = await query.selectFrom('reminders').select(['day', 'slot', 'leadMinutes']).execute()
  expect(mails).toHaveLength(rows.length)
  return rows.map(({ slot, ...row }) => ({ ...row, startMinute: parseSlot(slot)?.start ?? -1 }))
}

/** An appointment's life beside the oracle's account of it. */
async function createLife(portal: Portal, id: string, zone: string, leads: readonly number[]) {
  const { query } = portal.database
  const { time } = portal
  const oracle = createOracle(zone, leads)
  const parts = { ...portal.deps, config: { ...portal.config, clinicTimeZone: zone } }
  let worker = createQueueReminders(parts)
  let at: Time
  let placedAt: number
  let isLive = true
  const reminderMinutes = leads.join()
  await query.updateTable('clinic').set({ reminderMinutes }).execute()
  const put = (next: Time) => {
    at = next
    placedAt = time.now.getTime()
  }
  return {
    oracle,
    async begin(next: Time) {
      put(next)
      await place(portal, next)
    },
    async wait({ minutes }: { minutes: number }) {
      time.now = new Date(time.now.getTime() + minutes * minuteMs)
    },
    async near({ which, minutes }: { which: number; minutes: number }) {
      const lead = leads[which % leads.length] ?? 0
      const then = oracle.dueInstant(at, lead) + minutes * minuteMs
      if (then > time.now.getTime()) time.now = new Date(then)
    },
    async look({ restart }: { restart: boolean }) {
      if (restart) worker = createQueueReminders(parts)
      await Promise.all([worker(), createQueueReminders(parts)()])
      if (isLive) oracle.look(time.now.getTime(), at, placedAt)
      expect(await sentSoFar(portal)).toHaveLength(oracle.sent.length)
    },
    async move(next: Time) {
      if (!isLive) return
      put(next)
      await query.updateTable('appointments').set(rowOf(next)).execute()
      const event = { appointmentId: id, at: time.now.toISOString(), actor: 'x' }
      await noteEvent(query, {
        ...event,
        kind: 'moved',
        data: { from: rowOf(next), to: rowOf(next) },
      })
    },
    async cancel() {
      isLive = false
      const cancelledAt = time.now.toISOString()
      await query.updateTable('appointments').set({ cancelledAt }).execute()
    },
  }
}

type Life = Awaited<ReturnType<typeof createLife>>

async function live(life: Life, first: string, one: Act): Promise<void> {
  if (one.kind === 'wait') return life.wait(one)
  if (one.kind === 'near') return life.near(one)
  if (one.kind === 'look') return life.look(one)
  if (one.kind === 'cancel') return life.cancel()
  return life.move({ day: addDays(first, one.to.ahead), startMinute: one.to.startMinute })
}

test('for random days, zones, leads, outages, reschedules and restarts, reminders match the oracle', async (context) => {
  const portal = await openPortal()
  await portal.database.query.deleteFrom('closedWeekdays').execute()
  const { _id: id } = await booked(portal, await signIn(portal))
  const zone = fc.constantFrom(...zones)
  const leads = fc.uniqueArray(lead, { minLength: 1, maxLength: 4 })
  const acts = fc.array(act, { minLength: 4, maxLength: 14 })
  const run = fc.asyncProperty(
    zone,
    start,
    time,
    leads,
    acts,
    async (where, first, input, when, deeds) => {
      portal.time.now = new Date(`${first}T00:00:00Z`)
      const life = await createLife(portal, id, where, when)
      await life.begin({ day: addDays(first, input.ahead), startMinute: input.startMinute })
      for (const one of deeds) await live(life, first, one)
      // Of two leads with one instant either may stand for both.
      const told = (sent: Sent[]) =>
        sent
          .map((one) => `${one.startMinute} ${life.oracle.dueInstant(one, one.leadMinutes)}`)
          .sort()
      expect(told(await sentSoFar(portal))).toEqual(told(life.oracle.sent))
    },
  )
  await fc.assert(run, { numRuns: runsOf(context, 60, 10) })
})
