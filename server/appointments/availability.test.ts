import * as fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { addDays, formatDay, weekdayOf } from '../../contract/date.ts'
import { FreeDays, Treatment } from '../../contract/treatments/treatment.ts'
import { startOf } from '../clock.ts'
import {
  book,
  booked,
  monday,
  openPortal,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import { runsOf } from '../testing/runs.ts'
import { asked } from '../testing/waitlist.ts'
import { createAvailability } from './availability.ts'

async function available(portal: Portal, date: string) {
  const response = await request(portal, 'GET', `/available?date=${encodeURIComponent(date)}`)
  expect(response.status).toBe(200)
  return z.array(Treatment).parse(await response.json())
}

const freeCounts = async (portal: Portal, date: string) =>
  (await available(portal, date)).map(({ slots }) => slots.length)

test('a free day offers six treatments with sixteen half-hour slots each, in the clinic’s order', async () => {
  const portal = await openPortal()
  const offered = await available(portal, 'Jun 8, 2026')
  expect(offered.map(({ name, price }) => [name, price])).toEqual([
    ['Teeth Orthodontics', 99],
    ['Cosmetic Dentistry', 79],
    ['Teeth Cleaning', 59],
    ['Cavity Protection', 99],
    ['Pediatric Dental', 89],
    ['Oral Surgery', 109],
  ])
  for (const { slots } of offered) {
    expect(slots).toHaveLength(16)
    expect([slots[0], slots[7], slots[8], slots[15]]).toEqual([
      '8:00 AM - 8:30 AM',
      '11:30 AM - 12:00 PM',
      '1:00 PM - 1:30 PM',
      '4:30 PM - 5:00 PM',
    ])
  }
  expect(await available(portal, '2026-06-08')).toEqual(offered)
  const services = await request(portal, 'GET', '/service')
  expect(await services.json()).toEqual(offered)
})

test.each([
  ['a Sunday', 'Jun 7, 2026'],
  ['yesterday', 'Jun 4, 2026'],
  ['beyond the horizon', 'Dec 3, 2026'],
])('%s offers the treatments without slots', async (_, date) => {
  expect(await freeCounts(await openPortal(), date)).toEqual([0, 0, 0, 0, 0, 0])
})

test.each(['', 'tomorrow', 'Feb 30, 2026'])('%j is not a date', async (date) => {
  const portal = await openPortal()
  const response = await request(portal, 'GET', `/available?date=${encodeURIComponent(date)}`)
  expect(await refusal(response)).toEqual({ status: 400, code: 'invalid_input' })
})

test('a read that started before a change is not cached after it', async () => {
  const { database, deps } = await openPortal()
  const availability = createAvailability(database, deps.clinicTime)
  const overtaken = availability.read(monday)
  availability.forget(monday)
  const before = await overtaken
  await database.query.insertInto('closures').values({ day: monday, reason: '' }).execute()
  expect((await availability.read(monday)).body).not.toBe(before.body)
})

test('today’s slots disappear as they start, also from a day that was read before', async () => {
  const portal = await openPortal()
  expect(await freeCounts(portal, '2026-06-05')).toEqual(Array(6).fill(13))
  portal.time.now = new Date('2026-06-05T13:29:59Z')
  expect(await freeCounts(portal, '2026-06-05')).toEqual(Array(6).fill(13))
  portal.time.now = new Date('2026-06-05T13:30:00Z')
  expect(await freeCounts(portal, '2026-06-05')).toEqual(Array(6).fill(12))
  portal.time.now = new Date('2026-06-06T13:30:00Z')
  expect(await freeCounts(portal, '2026-06-05')).toEqual(Array(6).fill(0))
})

/** Around the hours at which the clinic's clocks go forward and back. */
const changeOfClocks = fc
  .tuple(fc.constantFrom('2026-03-08T05:00Z', '2026-11-01T04:00Z'), fc.nat(5 * 60))
  .map(([from, minute]) => Date.parse(from) + minute * 60_000)
const anyTime = fc.nat(60 * 24 * 400).map((at) => Date.parse('2026-03-01T00:00Z') + at * 60_000)

/** The minimum notice is elapsed time: the day on which the clocks go back has an hour more of it. */
const beforeLongDay: [{ treatment: number; place: number; ahead: number }, number, number] = [
  { treatment: 0, place: 0, ahead: 12 },
  Date.parse('2026-11-01T05:21Z'),
  12 * 24 * 60 + 7 * 60 + 38,
]

test('the offered slots are exactly those that can be booked', async (context) => {
  const portal = await openPortal()
  const { clinicTimeZone: zone } = portal.config
  const taken = new Set<string>()
  const offset = fc.oneof(fc.integer({ min: -1, max: 182 }), fc.integer({ min: 0, max: 15 }))
  const lead = fc.oneof(fc.constant(0), fc.nat(24 * 60), fc.nat(14 * 24 * 60))
  const input = fc.record({ treatment: fc.nat(5), place: fc.nat(15), ahead: offset })
  const time = fc.oneof(anyTime, changeOfClocks)
  await fc.assert(
    fc.asyncProperty(input, time, lead, async ({ treatment, place, ahead }, at, leadMinutes) => {
      portal.time.now = new Date(at)
      await portal.database.query.updateTable('clinic').set({ leadMinutes }).execute()
      portal.deps.changes.publish('*')
      const day = addDays(portal.deps.clinicTime().today, ahead)
      const slot = portal.treatments[treatment]?.slots[place] ?? ''
      const minute = 8 * 60 + place * 30 + (place > 7 ? 60 : 0)
      const tooSoon = startOf(day, minute, zone) - leadMinutes * 60_000 <= at
      const open = weekdayOf(day) !== 0 && ahead >= 0 && ahead <= 180
      const key = `${day} ${treatment} ${slot}`
      const free = open && !tooSoon && !taken.has(key)

      expect((await available(portal, day))[treatment]?.slots.includes(slot)).toBe(free)
      const response = await book(portal, await signIn(portal), {
        treatment,
        date: formatDay(day),
        slot,
      })
      expect(response.status === 200).toBe(free)
      if (free) taken.add(key)
      expect((await available(portal, day))[treatment]?.slots.includes(slot)).toBe(false)
    }),
    { numRuns: runsOf(context, 100, 40), examples: [beforeLongDay] },
  )
})

test('the next free day skips closed and full days', async () => {
  const portal = await openPortal()
  const next = async (date: string) =>
    (await request(portal, 'GET', `/available/next?date=${date}`)).json()
  expect(await next('2026-06-06')).toEqual({ date: 'Jun 8, 2026' })
  for (const [treatment, { slots }] of portal.treatments.entries()) {
    for (const slot of slots) await booked(portal, await signIn(portal), { treatment, slot })
  }
  expect(await freeCounts(portal, '2026-06-08')).toEqual(Array(6).fill(0))
  expect(await next('2026-06-06')).toEqual({ date: 'Jun 9, 2026' })
  expect(await next('2020-01-01')).toEqual({ date: 'Jun 5, 2026' })
  portal.time.now = new Date('2026-06-05T20:30:00Z')
  expect(await next('2026-06-04')).toEqual({ date: 'Jun 6, 2026' })
  expect(await next('2026-12-02')).toEqual({ date: null })
})

test('the next free day is found after any number of closed days', async () => {
  const portal = await openPortal()
  const next = async () => (await request(portal, 'GET', '/available/next?date=2026-06-08')).json()
  const closeUntil = (ahead: number) =>
    portal.database.query
      .insertInto('closures')
      .values(
        Array.from({ length: ahead }, (_, place) => ({
          day: addDays('2026-06-08', place + 1),
          reason: '',
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const [ahead, free] of [
    [29, '2026-07-08'],
    [30, '2026-07-09'],
    [31, '2026-07-10'],
    [60, '2026-08-08'],
    [176, '2026-12-02'],
  ] as const) {
    await closeUntil(ahead)
    expect(await next()).toEqual({ date: formatDay(free) })
  }
  await closeUntil(177)
  expect(await next()).toEqual({ date: null })
})

/** The days of a month by treatment, as `/available/days` says and as its days say one by one. */
async function month(portal: Portal, name: string) {
  const response = await request(portal, 'GET', `/available/days?month=${name}`)
  expect(response.status).toBe(200)
  const told = FreeDays.parse(await response.json())
  const free = new Map(portal.treatments.map(({ _id }) => [_id, [] as string[]]))
  for (let day = `${name}-01`; day.startsWith(name); day = addDays(day, 1)) {
    for (const { _id, slots } of await available(portal, day)) {
      if (slots.length > 0) free.get(_id)?.push(day)
    }
  }
  expect(told).toEqual([...free].map(([_id, days]) => ({ _id, days })))
  return told
}

test('a month lists the days on which each treatment is free, from the first bookable slot on', async () => {
  const portal = await openPortal()
  const { query } = portal.database
  const [first, second] = portal.treatments.map(({ _id }) => _id)
  // Two half hours a day, so that a day is soon full.
  await query.deleteFrom('treatmentSlots').where('startMinute', '>', 510).execute()
  portal.deps.changes.publish('*')
  const days = async (name = '2026-06') => (await month(portal, name)).map((one) => one.days)
  // Friday morning: today is over.
  expect((await days())[0]?.slice(0, 3)).toEqual(['2026-06-06', '2026-06-08', '2026-06-09'])
  expect((await days('2026-12'))[0]).toEqual(['2026-12-01', '2026-12-02'])
  expect(await days('2026-05')).toEqual(Array(6).fill([]))

  const slots = ['8:00 AM - 8:30 AM', '8:30 AM - 9:00 AM']
  for (const slot of slots) await booked(portal, await signIn(portal), { slot })
  const told = await month(portal, '2026-06')
  expect(told.find(({ _id }) => _id === first)?.days).not.toContain(monday)
  expect(told.find(({ _id }) => _id === second)?.days).toContain(monday)

  await query.insertInto('closures').values({ day: '2026-06-09', reason: '' }).execute()
  const saturday = { from: '2026-06-06', until: '2026-06-06' }
  const held = await asked(portal, await signIn(portal), { ...saturday, untilMinute: 510 })
  expect(held.offer?.slot).toBe(slots[0])
  await booked(portal, await signIn(portal), { date: 'Jun 6, 2026', slot: slots[1] ?? '' })
  portal.deps.changes.publish('*')
  expect((await days())[0]?.[0]).toBe('2026-06-10')
  // A day and a half of notice: of Saturday nothing is left, of Monday all.
  await query
    .updateTable('clinic')
    .set({ leadMinutes: 36 * 60 })
    .execute()
  portal.deps.changes.publish('*')
  expect((await days())[1]?.[0]).toBe(monday)
  // Of Monday only the second half hour.
  portal.time.now = new Date('2026-06-07T00:20:00Z')
  expect((await days())[1]?.[0]).toBe(monday)
  portal.time.now = new Date('2026-06-07T00:50:00Z')
  expect((await days())[1]?.[0]).toBe('2026-06-10')
})

if (inject('engine') === 'sqlite')
  test('reading days that can never be booked does not evict bookable days from the cache', async () => {
    const portal = await openPortal()
    const before = await freeCounts(portal, '2026-06-08')
    // Behind the portal's back, so that only a day that is read again shows it.
    const { query } = portal.database
    await query.deleteFrom('treatmentSlots').where('startMinute', '=', 480).execute()
    for (let place = 1; place <= 400; place += 1) {
      await portal.deps.availability.read(addDays('2026-06-05', -place))
      await portal.deps.availability.read(addDays('2028-06-05', place))
    }
    expect(await freeCounts(portal, '2026-06-08')).toEqual(before)
    expect(await freeCounts(portal, '2026-06-09')).toEqual(Array(6).fill(15))
  })

test('the calendar returns the clinic’s time zone, the server’s time, today, the booking window and closed days', async () => {
  const portal = await openPortal({ now: new Date('2026-06-06T03:00:00Z') })
  const calendar = await request(portal, 'GET', '/calendar')
  expect(await calendar.json()).toEqual({
    timeZone: 'America/New_York',
    now: '2026-06-06T03:00:00.000Z',
    today: '2026-06-05',
    todayEnds: '2026-06-06T04:00:00.000Z',
    lastDay: '2026-12-02',
    leadMinutes: 0,
    closedWeekdays: [0],
    closures: [],
  })
})
