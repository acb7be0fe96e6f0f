import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../contract/date.ts'
import { wallTime, zones } from '../testing/zones.ts'
import { beginOf, dueInstant, findDue } from './find-due.ts'

const minuteMs = 60_000
const zone = fc.constantFrom(...zones)
const time = fc.record({
  day: fc.nat(1800).map((count) => addDays('2025-01-01', count)),
  startMinute: fc.nat(287).map((count) => count * 5),
})
const wholeDays = fc.integer({ min: 1, max: 30 }).map((days) => days * 1440)
const minutes = fc.integer({ min: 15, max: 43_200 }).filter((lead) => lead % 1440 !== 0)
const leads = fc.uniqueArray(fc.oneof(wholeDays, minutes), { minLength: 1, maxLength: 5 })

test('a lead of whole days falls at the same local time that many days earlier, in agreement with Intl', () => {
  fc.assert(
    fc.property(time, wholeDays, zone, (at, lead, timeZone) => {
      const earlier = { ...at, day: addDays(at.day, -lead / 1440) }
      expect(dueInstant(at, lead, timeZone)).toBe(wallTime(earlier, timeZone))
    }),
    { numRuns: 2000 },
  )
})

test('any other lead is an exact number of minutes, even across clock changes', () => {
  fc.assert(
    fc.property(time, minutes, zone, (at, lead, timeZone) => {
      const begin = wallTime(at, timeZone)
      expect(dueInstant(at, lead, timeZone)).toBe(begin - lead * minuteMs)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  // Clocks in New York go forward on Mar 8 and back on Nov 1, 2026.
  ['2026-03-09', 540, 1440, '2026-03-08T13:00:00.000Z'],
  ['2026-03-09', 540, 2880, '2026-03-07T14:00:00.000Z'],
  ['2026-03-09', 150, 1440, '2026-03-08T06:30:00.000Z'],
  ['2026-11-01', 540, 120, '2026-11-01T12:00:00.000Z'],
  ['2026-11-01', 180, 120, '2026-11-01T06:00:00.000Z'],
  ['2026-11-02', 90, 1440, '2026-11-01T05:30:00.000Z'],
])(
  'on %s at minute %i, a reminder %i minutes earlier in New York is due at %s',
  (day, startMinute, lead, expected) => {
    const instant = dueInstant({ day, startMinute }, lead, 'America/New_York')
    expect(new Date(instant).toISOString()).toBe(expected)
  },
)

test('with polls minutes or days apart, each reminder is due at most once and in order', () => {
  const looks = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(time, leads, zone, looks, fc.integer(), (at, chosen, timeZone, gaps, seed) => {
      const begin = beginOf(at, timeZone)
      const booked = begin - (Math.abs(seed) % 45_000) * minuteMs
      const decided: number[] = []
      const instants: number[] = []
      let now = booked
      for (const gap of gaps) {
        now += gap * minuteMs
        const due = findDue({ ...at, placedAt: booked, decided }, { leads: chosen, now, timeZone })
        if (!due) continue
        const instant = dueInstant(at, due.leadMinutes, timeZone)
        expect(instant).toBeLessThanOrEqual(now)
        expect(instant).toBeGreaterThanOrEqual(booked)
        expect(now).toBeLessThan(begin)
        expect(due.trueUntil).toBeGreaterThan(now)
        expect(due.trueUntil).toBeLessThanOrEqual(begin)
        decided.push(due.leadMinutes)
        instants.push(instant)
      }
      expect(new Set(decided).size).toBe(decided.length)
      expect(instants).toEqual(instants.toSorted((one, other) => one - other))
    }),
    { numRuns: 1000 },
  )
})

test('after an outage only the latest of several reminders is due, and the earlier ones are skipped', () => {
  const timeZone = 'America/New_York'
  const at = { day: '2026-06-08', startMinute: 480 }
  const rule = { leads: [10080, 2880, 120], timeZone }
  const known = { ...at, placedAt: Date.parse('2026-05-01T12:00:00Z'), decided: [] }
  const justAfter = (lead: number) => ({ ...rule, now: dueInstant(at, lead, timeZone) })
  expect(findDue(known, justAfter(10080))?.leadMinutes).toBe(10080)
  expect(findDue(known, justAfter(2880))).toEqual({
    leadMinutes: 2880,
    trueUntil: dueInstant(at, 120, timeZone),
  })
  expect(findDue({ ...known, decided: [2880] }, justAfter(2880))).toBeNull()
  // The clinic takes 2880 off its list: the earlier one is not sent after it.
  const without = { ...justAfter(2880), leads: [10080, 120] }
  expect(findDue({ ...known, decided: [2880] }, without)).toBeNull()
  expect(findDue(known, { ...rule, now: beginOf(at, timeZone) })).toBeNull()
})

test('a reminder is not due when the appointment was booked or rescheduled after the reminder’s time', () => {
  const timeZone = 'Europe/Madrid'
  const at = { day: '2026-06-08', startMinute: 480 }
  const instant = dueInstant(at, 2880, timeZone)
  const rule = { leads: [2880], now: instant + minuteMs, timeZone }
  expect(findDue({ ...at, placedAt: instant + 1, decided: [] }, rule)).toBeNull()
  expect(findDue({ ...at, placedAt: instant, decided: [] }, rule)).not.toBeNull()
})
