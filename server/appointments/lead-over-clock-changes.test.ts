import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addDays, formatDay } from '../../contract/date.ts'
import { Treatment } from '../../contract/treatments/treatment.ts'
import { readClinicTime, startOf } from '../clock.ts'
import { book, openPortal, refusal, request, signIn } from '../testing/portal.ts'
import { dayParams, minutesTo } from './slot-rules.ts'

const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata']
/** Within four days of a change of clocks in each of them. */
const changes = ['2027-03-14', '2027-03-28', '2027-04-04', '2027-10-03', '2027-10-31', '2027-11-07']
const cases = fc.record({
  zone: fc.constantFrom(...zones),
  change: fc.constantFrom(...changes),
  minute: fc.integer({ min: -4 * 1440, max: 2 * 1440 }),
  ahead: fc.nat(4),
  slot: fc.nat(95),
})

test('the minimum notice counts elapsed minutes, also across a clock change', () => {
  const property = fc.property(cases, ({ zone, change, minute, ahead, slot }) => {
    const now = new Date(Date.parse(`${change}T00:00:00Z`) + minute * 60_000)
    const time = readClinicTime(now, zone)
    const day = addDays(time.today, ahead)
    const begin = startOf(day, slot * 15, zone)
    // A time that the clocks skip is no time of that day.
    const shown = readClinicTime(new Date(begin), zone)
    fc.pre(shown.today === day && shown.firstMinute === slot * 15 + 1)
    expect(minutesTo(slot * 15, dayParams(day, time))).toBe((begin - time.until) / 60_000)
  })
  fc.assert(property, { numRuns: 3000 })
})

test.each([
  // The day after has 23 hours: noon is 23 hours ahead.
  ['2027-03-13T17:00:30Z', '2027-03-14', '1:30 PM - 2:00 PM', '1:00 PM - 1:30 PM'],
  // The day after has 25 hours.
  ['2027-11-06T16:00:30Z', '2027-11-07', '11:30 AM - 12:00 PM', '11:00 AM - 11:30 AM'],
])(
  'at %s with a minimum notice of 24 hours, the first slot on %s is %s',
  async (now, day, first, tooSoon) => {
    const portal = await openPortal({ now: new Date(now) })
    const { query } = portal.database
    await query.deleteFrom('closedWeekdays').execute()
    await query.updateTable('clinic').set({ leadMinutes: 1440 }).execute()
    const before = await request(portal, 'GET', `/available/next?date=${addDays(day, -1)}`)
    expect(await before.json()).toEqual({ date: formatDay(day) })
    const free = await request(portal, 'GET', `/available?date=${day}`)
    expect(z.array(Treatment).parse(await free.json())[0]?.slots[0]).toBe(first)
    const jane = await signIn(portal)
    const refused = await book(portal, jane, { date: formatDay(day), slot: tooSoon })
    expect((await refusal(refused)).code).toBe('too_soon')
    expect((await book(portal, jane, { date: formatDay(day), slot: first })).status).toBe(200)
  },
)
